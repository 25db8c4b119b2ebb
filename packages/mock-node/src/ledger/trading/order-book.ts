import { type Hex } from '../../protocol/primitives.ts';
import { pricesOf, putPrices, putTrader, traderOf, type TokenPair } from '../../state/accessors/market.ts';
import { type MarketOrder, type PriceLevel } from '../../state/records/market.ts';
import { type State } from '../../state/root.ts';

/** The number of units sold for a number of units bought. */
export interface Price {
  readonly sell: bigint;
  readonly buy: bigint;
}

export const priceOf = ({ sellQuantity: sell, buyQuantity: buy }: MarketOrder): Price => ({ sell, buy });

/** Returns less than 0 if the first price is lower, 0 for equal prices, and more than 0 otherwise. */
function comparePrices(a: Price, b: Price): number {
  const difference = a.buy * b.sell - b.buy * a.sell;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Whether an order in the opposite direction pays a price. */
export const acceptsPrice = (taker: Price, price: Price): boolean =>
  comparePrices({ sell: taker.buy, buy: taker.sell }, price) >= 0;

/** Adds an order that stays active after the others of its price. */
export function addToBook(state: State, order: MarketOrder): void {
  const prices = pricesOf(state, order);
  const price = priceOf(order);
  const at = prices.findIndex((level) => comparePrices(level, price) >= 0);
  const level = prices[at];
  if (level !== undefined && comparePrices(level, price) === 0) {
    putPrices(state, order, prices.with(at, { ...level, orders: [...level.orders, order.id] }));
    return;
  }
  const added: PriceLevel = { ...inLowestTerms(price), orders: [order.id] };
  putPrices(state, order, prices.toSpliced(at === -1 ? prices.length : at, 0, added));
}

/** Removes an order that is no longer active, and its price if it was the last order there. */
export function removeFromBook(state: State, order: MarketOrder): void {
  const prices = pricesOf(state, order);
  const at = prices.findIndex((level) => comparePrices(level, priceOf(order)) === 0);
  const level = prices[at];
  if (level === undefined) return;
  const orders = level.orders.filter((id) => id !== order.id);
  putPrices(state, order, orders.length === 0 ? prices.toSpliced(at, 1) : prices.with(at, { ...level, orders }));
}

/** The orders before and after an order at its price; undefined if there is none, or if the order is in no book. */
export function neighbours(
  state: State,
  order: MarketOrder,
): { readonly previous: Hex | undefined; readonly next: Hex | undefined } {
  const level = pricesOf(state, order).find((candidate) => comparePrices(candidate, priceOf(order)) === 0);
  const orders = level?.orders ?? [];
  const at = orders.indexOf(order.id);
  return { previous: orders[at - 1], next: at === -1 ? undefined : orders[at + 1] };
}

/** Removes an order from its account's active ones. */
export function removeFromTrader(state: State, { id, owner }: MarketOrder): void {
  const { active, total } = traderOf(state, owner);
  putTrader(state, owner, { active: active.filter((other) => other !== id), total });
}

/** The best orders that sell one token for another: those with the lowest price, oldest first. */
export const bestLevel = (state: State, pair: TokenPair): PriceLevel | undefined => pricesOf(state, pair)[0];

function inLowestTerms({ sell, buy }: Price): Price {
  let [divisor, rest] = [sell, buy];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  return { sell: sell / divisor, buy: buy / divisor };
}
