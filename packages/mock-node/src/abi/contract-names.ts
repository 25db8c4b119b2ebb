import { abiSignature, signatureHash } from './abi-signature.ts';
import { type AbiEntry } from './abi.ts';
import { type TracedCode, type TracedContract } from './traced-code.ts';

/** The names of the contracts, functions, events and errors in a trace. */
export interface ContractNames {
  /** Returns a contract's name, or its address if it has none. */
  readonly contract: (address: string) => string;
  /** Returns a name such as `transfer(address,uint256)`, or the selector if no ABI has the function. */
  readonly function: (code: TracedCode) => string;
  /**
   * Finds a function or error by its selector, or an event by its first topic. Searches the contract's own ABI first,
   * then all others, because proxies forward calls, and errors and library events come from other contracts.
   */
  readonly entry: (searched: SearchedEntry) => AbiEntry | undefined;
  /** The constructor in a contract's ABI. */
  readonly constructorOf: (address: string) => AbiEntry | undefined;
}

/** An entry of an ABI to look up. */
export interface SearchedEntry {
  /** As in ABIs. */
  readonly type: 'function' | 'event' | 'error';
  /** A function's or error's selector, or an event's first topic; hexadecimal without `0x`. */
  readonly selector: string;
  /** Base58check address of the contract that was called, reverted or wrote the log. */
  readonly address: string;
}

const SELECTOR_DIGITS = 8;

/** Indexes entries by type and selector, and events by type and topic. */
function indexAbi(abi: readonly AbiEntry[]): ReadonlyMap<string, AbiEntry> {
  return new Map(
    abi.map((entry) => {
      const hash = signatureHash(abiSignature(entry));
      return [`${entry.type} ${entry.type === 'event' ? hash : hash.slice(0, SELECTOR_DIGITS)}`, entry];
    }),
  );
}

/**
 * Returns the names of contracts, functions, events and errors, for displaying a trace.
 *
 * The names come from the ABIs of the given contracts. Pass the trace's contracts first, then your own, which take
 * precedence.
 *
 * @param contracts - if an address is listed twice, its last name and its last ABI apply
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
  return namesOf(contracts);
}

/** Like {@link readContractNames}, for contracts taken from a trace. @internal */
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
