import { isJsonArray, type JsonValue } from '../json/json-value.ts';
import { invalidParams } from '../jsonrpc/envelope/failures.ts';
import { MAX_INT64 } from '../protocol/java/long.ts';
import { type Address, type Hex } from '../protocol/primitives.ts';
import { firstBlock } from '../state/accessors/blocks.ts';
import { type State } from '../state/root.ts';
import { memberOf, readAccount, readBytes, readQuantity } from './read-parameters.ts';

/** A call or transaction as Ethereum's tools describe it, without what has no meaning on this chain. */
export interface CallFields {
  readonly from: Address | undefined;
  readonly to: Address | undefined;
  readonly value: bigint;
  readonly data: Hex;
  /** Energy that may be paid for. */
  readonly gas: bigint | undefined;
}

/** Prices and nonces are read, so a mistake in them is found, and then ignored. */
const ignoredQuantities = ['gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'maxFeePerBlobGas', 'nonce', 'type'];

/** Fields that would change what a transaction does. Empty lists do not. */
const unsupportedLists: Readonly<Record<string, string>> = {
  authorizationList: 'accounts cannot run the code of a contract on this chain',
  blobVersionedHashes: 'transactions carry no blobs on this chain',
  blobs: 'transactions carry no blobs on this chain',
};

/** Reads the fields of a call. Unknown fields are ignored, as other nodes do. @throws MethodError, naming the field. */
export function readCallFields(state: State, call: JsonValue): CallFields {
  if (!(call instanceof Map)) throw invalidParams('the transaction must be an object');
  const optional = <T>(name: string, read: (name: string, value: JsonValue) => T): T | undefined => {
    const value = memberOf(call, name);
    return value === null ? undefined : read(name, value);
  };
  for (const name of ignoredQuantities) optional(name, readQuantity);
  optional('accessList', checkList);
  for (const [name, reason] of Object.entries(unsupportedLists))
    if (optional(name, checkList)) throw invalidParams(`${name} has no meaning here: ${reason}`);
  checkChainId(state, optional('chainId', readQuantity));
  const [data, input] = [optional('data', readBytes), optional('input', readBytes)];
  if (data !== undefined && input !== undefined && data !== input)
    throw invalidParams('input must be equal to data, or one of them absent');
  return {
    from: optional('from', readAccount),
    to: optional('to', readAccount),
    value: optional('value', readAmount) ?? 0n,
    data: data ?? input ?? '',
    gas: optional('gas', readQuantity),
  };
}

/** Whether a list has elements. */
function checkList(name: string, value: JsonValue): boolean {
  if (!isJsonArray(value)) throw invalidParams(`${name} must be a list`);
  return value.length > 0;
}

function checkChainId(state: State, chainId: bigint | undefined): void {
  const own = `0x${firstBlock(state.root).id.slice(-8)}`;
  if (chainId !== undefined && chainId !== BigInt(own))
    throw invalidParams(`chainId must be ${own}, the id of this chain`);
}

/** Reads an amount of coin, in small units. */
export function readAmount(name: string, value: JsonValue): bigint {
  const amount = readQuantity(name, value);
  if (amount > MAX_INT64) throw invalidParams(`${name} must be at most ${MAX_INT64} small units`);
  return amount;
}
