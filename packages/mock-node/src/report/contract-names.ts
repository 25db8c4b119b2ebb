import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type CallFrame, type ExecutionTrace, type TracedContract } from '../control/execution-trace.ts';
import { keccak_256 } from '@noble/hashes/sha3.js';

/** What calls and logs are called, from the ABIs of the contracts that ran. */
export interface ContractNames {
  /** A contract's name, or its address. */
  readonly contract: (address: string) => string;
  /** As in `transfer(address,uint256)`; the selector where the ABI does not have it. */
  readonly function: (frame: CallFrame) => string;
  /** As in `Transfer(address,address,uint256)`; the first topic where the ABI does not have it. */
  readonly event: (frame: CallFrame, topics: readonly string[]) => string;
}

interface AbiParameter {
  readonly type: string;
  readonly components?: readonly AbiParameter[];
}

interface AbiItem {
  readonly type?: string;
  readonly name?: string;
  readonly inputs?: readonly AbiParameter[];
}

/** The type as signatures have it: a tuple as the list of its components. */
function canonicalType({ type, components }: AbiParameter): string {
  if (components === undefined || !type.startsWith('tuple')) return type;
  return `(${components.map(canonicalType).join()})${type.slice('tuple'.length)}`;
}

function signaturesOf({ abi = [] }: TracedContract): ReadonlyMap<string, string> {
  const signatures = (abi as readonly AbiItem[]).flatMap(({ type, name, inputs = [] }) => {
    if (name === undefined || (type !== 'function' && type !== 'event')) return [];
    const signature = `${name}(${inputs.map(canonicalType).join()})`;
    const hash = bytesToHex(keccak_256(utf8ToBytes(signature)));
    return [[type === 'function' ? hash.slice(0, 8) : hash, signature] as const];
  });
  return new Map(signatures);
}

/** The names of a trace; `contracts` are known besides those of the trace, and decide where both have one. */
export function namesOf(trace: ExecutionTrace, contracts: readonly TracedContract[] = []): ContractNames {
  const known = new Map<string, TracedContract>();
  for (const contract of [...trace.contracts, ...contracts])
    known.set(contract.address, { ...known.get(contract.address), ...contract });
  const signatures = new Map([...known].map(([address, contract]) => [address, signaturesOf(contract)]));
  return {
    contract: (address) => known.get(address)?.name ?? address,
    function({ kind, codeAddress, input }) {
      if (kind === 'create') return 'constructor';
      if (kind === 'precompile') return 'precompile';
      const selector = input.slice(0, 8);
      if (selector.length < 8) return input === '' ? 'receive' : 'fallback';
      return signatures.get(codeAddress)?.get(selector) ?? `0x${selector}`;
    },
    event({ codeAddress }, [topic]) {
      if (topic === undefined) return 'anonymous event';
      return signatures.get(codeAddress)?.get(topic) ?? `0x${topic}`;
    },
  };
}
