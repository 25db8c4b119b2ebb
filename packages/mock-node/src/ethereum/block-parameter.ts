import { TRACEABLE_BLOCKS } from '../chain/chain.ts';
import { type JsonValue } from '../json/json-value.ts';
import { invalidParams } from '../jsonrpc/envelope/failures.ts';
import { type MethodContext } from '../jsonrpc/methods/method.ts';
import { getBlockById, headBlock, solidBlock } from '../state/accessors/blocks.ts';
import { createState, type State } from '../state/root.ts';
import { memberOf, readQuantity } from './read-parameters.ts';

/** Replaces the tags that a real node rejects with those of the blocks that they mean here. Keeps any other value. */
export function knownTag(value: JsonValue): JsonValue {
  if (value === null || value === 'pending') return 'latest';
  if (value === 'safe') return 'finalized';
  return typeof value === 'bigint' ? `0x${value.toString(16)}` : value;
}

/**
 * The state after the block that a parameter names by tag, number or id; the latest one if it is absent. The node keeps
 * the states before its latest blocks with transactions too. @throws MethodError
 */
export function stateAt({ chain, state }: Pick<MethodContext, 'chain' | 'state'>, value: JsonValue): State {
  const named = memberOf(value, 'blockHash') ?? memberOf(value, 'blockNumber') ?? knownTag(value);
  const number = numberOf(state, named);
  if (number === headBlock(state).number) return state;
  const kept = chain.ledger.traceable.findLast(({ blocks }) => blocks.size - 1 === number);
  if (kept !== undefined) return createState(kept);
  throw invalidParams(
    `the block must be the head or the one before one of the latest ${TRACEABLE_BLOCKS} blocks with transactions: ` +
      'no other states are kept',
  );
}

function numberOf(state: State, named: JsonValue): number | undefined {
  if (named === 'latest') return headBlock(state).number;
  if (named === 'earliest') return 0;
  if (named === 'finalized') return solidBlock(state).number;
  if (typeof named === 'string' && /^0x[0-9a-f]{64}$/i.test(named))
    return getBlockById(state, named.slice(2).toLowerCase())?.number;
  return Number(readQuantity('block', named));
}
