import { rejectUnusable, withRejections } from '../errors.ts';
import { abiSignature, signatureHash } from './abi-signature.ts';
import { type AbiEntry } from './abi.ts';
import { type TracedCode, type TracedContract } from './traced-code.ts';

/** The names of the contracts, functions, events and errors in a trace. */
export interface ContractNames {
  /** A contract's name, or its address. */
  readonly contract: (address: string) => string;
  /** As in `transfer(address,uint256)`; the selector where no ABI has it. */
  readonly function: (code: TracedCode) => string;
  /**
   * The function or error with a selector, or the event with a first topic: the contract's own, or else another's,
   * because proxies pass calls on, and errors and libraries' events come from elsewhere.
   */
  readonly entry: (searched: SearchedEntry) => AbiEntry | undefined;
  /** The constructor that the ABI of a contract has. */
  readonly constructorOf: (address: string) => AbiEntry | undefined;
}

/** An entry of an ABI to look up. */
export interface SearchedEntry {
  /** As ABIs have it. */
  readonly type: 'function' | 'event' | 'error';
  /** The selector of a function or an error, the first topic of an event; hexadecimal without `0x`. */
  readonly selector: string;
  /** The contract that was called, that reverted or that wrote the log: base58check. */
  readonly address: string;
}

const SELECTOR_DIGITS = 8;

/** Entries by type and selector, for events by type and topic. */
function indexAbi(abi: readonly AbiEntry[]): ReadonlyMap<string, AbiEntry> {
  return new Map(
    abi.map((entry) => {
      const hash = signatureHash(abiSignature(entry));
      return [`${entry.type} ${entry.type === 'event' ? hash : hash.slice(0, SELECTOR_DIGITS)}`, entry];
    }),
  );
}

/**
 * Returns the names of contracts, functions, events and errors, for showing a trace to people. The names come from the
 * ABIs of the given contracts: pass those of the trace first, then your own, which replace them.
 *
 * Source: Decision: reports of a whole run and views of one trace name a contract and its functions alike.
 *
 * @param contracts - if an address is listed twice, its last name and its last ABI are used.
 * @throws MockNodeError `ARGUMENT_INVALID` for arguments of other types.
 * @example
 * ```ts
 * import { readContractNames } from '@coin/mock-node/abi';
 *
 * const address = 'TTZhLCNXoCgudjmUbwsRwNUqhvFaD8y565';
 * const abi = [{ type: 'function', name: 'set', inputs: [{ type: 'uint256' }] }];
 * const names = readContractNames([{ address, name: 'Flag', abi }]);
 * names.contract(address); // => 'Flag'
 * names.function({ kind: 'call', codeAddress: address, input: '60fe47b1' }); // => 'set(uint256)'
 * ```
 */
export function readContractNames(contracts: readonly TracedContract[]): ContractNames {
  return rejectUnusable('arguments of readContractNames', () => withRejections(namesOf(contracts)));
}

/** The same for callers who pass what a trace has. @internal */
export function namesOf(contracts: readonly TracedContract[]): ContractNames {
  const known = new Map<string, TracedContract>();
  for (const contract of contracts) known.set(contract.address, { ...known.get(contract.address), ...contract });
  const indexes = new Map<string, ReadonlyMap<string, AbiEntry>>();
  const indexOf = (address: string): ReadonlyMap<string, AbiEntry> => {
    const index = indexes.get(address) ?? indexAbi(known.get(address)?.abi ?? []);
    indexes.set(address, index);
    return index;
  };
  const entry: ContractNames['entry'] = ({ type, selector, address }) => {
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
      const named = entry({ type: 'function', selector, address: codeAddress });
      return named === undefined ? `0x${selector}` : abiSignature(named);
    },
    entry,
    constructorOf: (address) => known.get(address)?.abi?.find(({ type }) => type === 'constructor'),
  };
}
