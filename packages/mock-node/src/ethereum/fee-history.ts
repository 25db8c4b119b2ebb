import { isJsonArray, type JsonValue } from '../json/json-value.ts';
import { invalidParams } from '../jsonrpc/envelope/failures.ts';
import { type Json } from '../jsonrpc/envelope/json-text.ts';
import { blockByTag } from '../jsonrpc/values/block-tags.ts';
import { quantity } from '../jsonrpc/values/quantities.ts';
import { energyPrice } from '../ledger/execution/energy-billing.ts';
import { type State } from '../state/root.ts';
import { knownTag } from './block-parameter.ts';
import { readCount } from './read-parameters.ts';

interface FeeHistoryRequest {
  readonly blocks: JsonValue;
  readonly newest: JsonValue;
  readonly percentiles: JsonValue;
}

/** As geth limits it. */
const MAX_BLOCKS = 1024;

/** Fees of blocks without a base fee or an energy limit: each transaction pays the chain's price. */
export function feeHistory(state: State, { blocks, newest, percentiles }: FeeHistoryRequest): Json {
  const tag = knownTag(newest);
  const last = typeof tag === 'string' ? blockByTag(state, tag) : undefined;
  if (last === undefined) throw invalidParams('the newest block must be a block of this chain');
  if (percentiles !== null && !isJsonArray(percentiles)) throw invalidParams('the percentiles must be a list');
  const count = Math.min(readCount('blockCount', blocks), MAX_BLOCKS, last.number + 1);
  const price = quantity(energyPrice(state));
  const rewards = percentiles?.map(() => price);
  return {
    oldestBlock: quantity(last.number + 1 - count),
    baseFeePerGas: Array.from({ length: count + 1 }, () => '0x0'),
    gasUsedRatio: Array.from({ length: count }, () => 0),
    ...(rewards !== undefined && { reward: Array.from({ length: count }, () => rewards) }),
  };
}
