import { type SmallUnits } from '@coin/units';
import { object } from 'zod/mini';
import { argumentInvalid, integerArgument } from '../encoding/arguments.ts';
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

/**
 * The price that applied at a time, in small units.
 *
 * Source: docs/protocol/chain-parameters.md.
 *
 * @param history - as `getEnergyPrices`, `getBandwidthPrices` or `getMemoFees` returned it
 * @param time - milliseconds since 1970
 * @throws `ARGUMENT_INVALID` when the time is before the first price
 *
 * @example
 * ```ts
 * import { priceAt } from '@coin/rpc';
 *
 * const history = [
 *   { from: 0, price: 100n },
 *   { from: 1_600_000_000_000, price: 420n },
 * ];
 * priceAt(history, 1_599_999_999_999); // => 100n
 * priceAt(history, 1_600_000_000_000); // => 420n
 * ```
 */
export function priceAt(history: readonly PriceChange[], time: number): bigint {
  integerArgument('time', time);
  const price = history.filter(({ from }) => from <= time).at(-1)?.price;
  if (price === undefined) throw argumentInvalid('time', time, 'not before the first price');
  return price;
}
