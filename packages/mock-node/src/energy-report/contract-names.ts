import { abiSignature, signatureHash } from '../abi/abi-signature.ts';
import { type ContractAbiEntry } from '../abi/abi.ts';
import { type CallFrame, type ExecutionTrace, type TracedContract } from '../control/tracing/execution-trace.ts';
import { refuseUnusable, withRefusals } from '../errors.ts';

/** The names of the contracts, functions, events and errors in a trace. */
export interface ContractNames {
  /** A contract's name, or its address. */
  readonly contract: (address: string) => string;
  /** As in `transfer(address,uint256)`; the selector where no ABI has it. */
  readonly function: (frame: CallFrame) => string;
  /**
   * The function or error with a selector, or the event with a first topic: the contract's own, or else another's,
   * because proxies pass calls on, and errors and libraries' events come from elsewhere.
   */
  readonly entry: (
    type: 'function' | 'event' | 'error',
    selector: string,
    address: string,
  ) => ContractAbiEntry | undefined;
  /** The constructor that the ABI of a contract has. */
  readonly constructorOf: (address: string) => ContractAbiEntry | undefined;
}

const SELECTOR_DIGITS = 8;

/** Entries by type and selector, for events by type and topic. */
function indexAbi(abi: readonly ContractAbiEntry[]): ReadonlyMap<string, ContractAbiEntry> {
  return new Map(
    abi.map((entry) => {
      const hash = signatureHash(abiSignature(entry));
      return [`${entry.type} ${entry.type === 'event' ? hash : hash.slice(0, SELECTOR_DIGITS)}`, entry];
    }),
  );
}

/**
 * Returns the names of the contracts, functions, events and errors in a trace, for showing it to people. The names
 * come from the ABIs that the contracts were deployed with.
 *
 * Source: Decision: reports of a whole run and views of one trace name a contract and its functions alike.
 *
 * @param contracts - contracts besides those of the trace; their names and ABIs take precedence.
 * @throws MockNodeError `ARGUMENT_INVALID` for arguments of other types.
 * @example
 * ```ts
 * import { createMockNode } from '@coin/mock-node';
 * import { readContractNames } from '@coin/mock-node/energy-report';
 *
 * const contract = '41c0ffee00000000000000000000000000000000c0';
 * const node = createMockNode({ contracts: [{ address: contract, code: '00', name: 'Flag' }] });
 * const trace = node.traceCall({ owner: contract, contract, data: '' });
 * readContractNames(trace).contract('TTZhLCNXoCgudjmUbwsRwNUqhvFaD8y565'); // => 'Flag'
 * ```
 */
export function readContractNames(trace: ExecutionTrace, contracts: readonly TracedContract[] = []): ContractNames {
  return refuseUnusable('arguments of readContractNames', () => withRefusals(namesOf(trace, contracts)));
}

/** The same for callers who pass what a trace has. @internal */
export function namesOf(trace: ExecutionTrace, contracts: readonly TracedContract[]): ContractNames {
  const known = new Map<string, TracedContract>();
  for (const contract of [...trace.contracts, ...contracts])
    known.set(contract.address, { ...known.get(contract.address), ...contract });
  const indexes = new Map<string, ReadonlyMap<string, ContractAbiEntry>>();
  const indexOf = (address: string): ReadonlyMap<string, ContractAbiEntry> => {
    const index = indexes.get(address) ?? indexAbi(known.get(address)?.abi ?? []);
    indexes.set(address, index);
    return index;
  };
  const entry: ContractNames['entry'] = (type, selector, address) => {
    const key = `${type} ${selector}`;
    const own = indexOf(address).get(key);
    if (own !== undefined) return own;
    for (const other of known.keys()) {
      const found = indexOf(other).get(key);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    contract: (address) => known.get(address)?.name ?? address,
    function({ kind, codeAddress, input }) {
      if (kind !== 'call') return kind === 'create' ? 'constructor' : 'precompile';
      const selector = input.slice(0, SELECTOR_DIGITS);
      if (selector.length < SELECTOR_DIGITS) return input === '' ? 'receive' : 'fallback';
      const named = entry('function', selector, codeAddress);
      return named === undefined ? `0x${selector}` : abiSignature(named);
    },
    entry,
    constructorOf: (address) => known.get(address)?.abi?.find(({ type }) => type === 'constructor'),
  };
}
