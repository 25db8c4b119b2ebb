import { type NodeRequest } from '../../message/request.ts';
import { fromBase58 } from '../../protocol/address.ts';
import { type ContractCall } from './called-function.ts';

const MAX_CHARACTERS = 1_000_000;

function readObject({ body }: NodeRequest): unknown {
  try {
    return body.length > MAX_CHARACTERS ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * The contract call in a request for a constant call, an estimate or a call to be signed; undefined if it names no
 * contract.
 */
export function requestedCall(request: NodeRequest): ContractCall | undefined {
  const { contract_address: contract, function_selector: signature, data } = Object(readObject(request));
  return contractCall(contract, data, typeof signature === 'string' && signature !== '' ? signature : undefined);
}

function contractCall(contract: unknown, data: unknown, signature?: string): ContractCall | undefined {
  const address = readAddress(contract);
  if (address === undefined) return undefined;
  const hex = typeof data === 'string' && /^(0x)?[0-9a-fA-F]*$/.test(data) ? data.replace(/^0x/, '').toLowerCase() : '';
  return { address, data: hex, ...(signature !== undefined && { signature }) };
}

/** Accepts base58check, 41-hex or the EVM's form. */
function readAddress(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const hex = value.replace(/^0x(?=[0-9a-fA-F]{40}$)/, '41').toLowerCase();
  return /^41[0-9a-f]{40}$/.test(hex) ? hex : fromBase58(value);
}

/** A method called by a JSON-RPC request. */
export interface RequestedMethod {
  readonly method: string;
  /** The contract call of `eth_call` and similar methods. */
  readonly call?: ContractCall;
}

/** The methods of a JSON-RPC request, which may be a batch; none for any other body. */
export function requestedMethods(request: NodeRequest): readonly RequestedMethod[] {
  const json = readObject(request);
  return (Array.isArray(json) ? json : [json]).flatMap((item: unknown) => {
    const { method, params } = Object(item);
    if (typeof method !== 'string') return [];
    const { to, data, input } = Object(Array.isArray(params) ? params[0] : undefined);
    const call = contractCall(to, data ?? input);
    return [{ method, ...(call !== undefined && { call }) }];
  });
}
