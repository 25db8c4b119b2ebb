import { abiSignature, entryBySelector } from '../../abi/abi-signature.ts';
import { type Abi } from '../../abi/abi.ts';
import { tracedContracts } from '../../control/tracing/traced-contracts.ts';
import { toBase58 } from '../../protocol/address.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';
import { createState } from '../../state/root.ts';
import { type Exchange } from './exchange.ts';

/** A call of a contract. */
export interface ContractCall {
  readonly address: Address;
  readonly data: Hex;
  /** The function's name in the request. */
  readonly signature?: string;
}

/**
 * Returns a name such as `Token.transfer(address,uint256)`: the contract's name or address, and the function by its ABI
 * or its selector.
 */
export function calledFunction(exchange: Exchange, { address, data, signature }: ContractCall): string {
  const { name, abi } = contractAt(exchange, address);
  return `${name}.${signature ?? functionName(abi, data)}`;
}

/** Decodes the reason for a contract's revert with its ABI. Loads the decoder on first use. */
export async function revertReason(exchange: Exchange, data: Hex, address: Address | undefined): Promise<string> {
  const { describeRevert } = await import('../../abi/coder.ts');
  const abi = address === undefined ? [] : contractAt(exchange, address).abi;
  return `reverted: ${describeRevert(data, abi)}`;
}

/** The ledger's record of a contract, which the request may have deployed or deleted. */
function contractAt({ before, after }: Exchange, address: Address): { readonly name: string; readonly abi: Abi } {
  const [contract] = tracedContracts([createState(before.head), createState(after.head)], [address]);
  return { name: contract?.name ?? toBase58(address), abi: contract?.abi ?? [] };
}

function functionName(abi: Abi, data: Hex): string {
  if (data.length < 8) return data === '' ? 'receive' : 'fallback';
  const entry = entryBySelector(abi, 'function', data.slice(0, 8));
  return entry === undefined ? `0x${data.slice(0, 8)}` : abiSignature(entry);
}
