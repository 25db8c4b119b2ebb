import { type JsonValue } from '../json/json-value.ts';
import { invalidParams } from '../jsonrpc/envelope/failures.ts';
import { headBlock, solidBlock } from '../state/accessors/blocks.ts';
import { type StoredBlock } from '../state/records/stored-block.ts';
import { type State } from '../state/root.ts';
import { memberOf, readQuantity } from './read-parameters.ts';

/** Replaces the tags that a real node rejects with those of the blocks that they mean here. Keeps any other value. */
export function knownTag(value: JsonValue): JsonValue {
  if (value === null || value === 'pending') return 'latest';
  if (value === 'safe') return 'finalized';
  return typeof value === 'bigint' ? `0x${value.toString(16)}` : value;
}

/** Requires that a parameter names the head block: by tag, number or id, or by its absence. @throws MethodError */
export function requireHead(state: State, value: JsonValue): void {
  const named = memberOf(value, 'blockHash') ?? memberOf(value, 'blockNumber') ?? knownTag(value);
  if (!isBlock(state, headBlock(state), named))
    throw invalidParams("the block must be 'latest', 'pending' or the head block, whose state is the only one kept");
}

function isBlock(state: State, block: StoredBlock, named: JsonValue): boolean {
  if (named === 'latest') return true;
  if (named === 'earliest') return block.number === 0;
  if (named === 'finalized') return block.number === solidBlock(state)?.number;
  if (typeof named === 'string' && /^0x[0-9a-f]{64}$/i.test(named)) return named.slice(2).toLowerCase() === block.id;
  return readQuantity('block', named) === BigInt(block.number);
}
