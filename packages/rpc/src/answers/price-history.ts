import { type SmallUnits } from '@coin/units';
import { object } from 'zod/mini';
import { unexpectedAnswer } from '../transport/answer/check-answer.ts';
import { optionalString } from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';

const schema = /* @__PURE__ */ object({ prices: optionalString });

/** A price, and the time from which it applies. */
export interface PriceChange {
  /** Milliseconds since 1970; 0 for the first. */
  readonly from: number;
  /** Small units. */
  readonly price: SmallUnits;
}

/** Reads `time:price,…`, oldest first. Source: docs/protocol/chain-parameters.md. */
export async function readPriceHistory(
  client: NodeClient,
  path: string,
  options?: CallOptions,
): Promise<PriceChange[]> {
  const { answer, source } = await queryNode(client, { path, schema }, options);
  const { prices = '' } = answer;
  if (!/^\d+:\d+(?:,\d+:\d+)*$/.test(prices)) throw unexpectedAnswer(source, 'prices', `"${prices}"`);
  return prices.split(',').map((change) => {
    const [from = '', price = ''] = change.split(':');
    if (!Number.isSafeInteger(Number(from)) || BigInt(price) >= 2n ** 63n)
      throw unexpectedAnswer(source, 'prices', `"${change}"`);
    return { from: Number(from), price: BigInt(price) };
  });
}
