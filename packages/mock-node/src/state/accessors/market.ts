import { type Address, type Hex } from '../../protocol/primitives.ts';
import { requireKnown } from '../read-from-base.ts';
import { type CoinOrToken } from '../records/asset.ts';
import { type MarketOrder, type OrderBook, type PriceLevel, type Trader } from '../records/market.ts';
import { type Root, type State } from '../root.ts';
import { existingRecord } from './existing-record.ts';

/**
 * @throws MissingRecordError on a fork of a network with a market, because the interfaces do not report enough about it.
 */
export function requireMarket(root: Root): void {
  if (root.base?.source.hasMarket === true) requireKnown(root, 'market');
}

export function getOrder(state: State, id: Hex): MarketOrder | undefined {
  requireMarket(state.root);
  return state.root.orders.get(id);
}

/** Returns an order that an earlier check has found. */
export function existingOrder(state: State, id: Hex): MarketOrder {
  return existingRecord(getOrder(state, id), 'order', id);
}

export function putOrder(state: State, order: MarketOrder): void {
  state.root = { ...state.root, orders: state.root.orders.set(order.id, order) };
}

const noOrders: Trader = { active: [], total: 0 };

/** The orders of an account; empty if it has none. */
export function traderOf(state: State, address: Address): Trader {
  requireMarket(state.root);
  return state.root.traders.get(address) ?? noOrders;
}

export function putTrader(state: State, address: Address, trader: Trader): void {
  state.root = { ...state.root, traders: state.root.traders.set(address, trader) };
}

/** The token sold, and the token bought. */
export interface TokenPair {
  readonly sellToken: CoinOrToken;
  readonly buyToken: CoinOrToken;
}

export const pairKey = ({ sellToken, buyToken }: TokenPair): string => `${sellToken}-${buyToken}`;

/** The prices at which a token is sold for another, lowest first. */
export function pricesOf({ root }: State, pair: TokenPair): readonly PriceLevel[] {
  requireMarket(root);
  return root.orderBooks.get(pairKey(pair))?.prices ?? [];
}

/**
 * Writes the prices of a pair, and maintains `writtenIn`. A pair that has lost its last price is kept as long as it is
 * in the node's memory.
 */
export function putPrices(state: State, { sellToken, buyToken }: TokenPair, prices: readonly PriceLevel[]): void {
  const { root } = state;
  const key = pairKey({ sellToken, buyToken });
  const before = root.orderBooks.get(key);
  const writtenIn = before?.prices.length === prices.length ? before.writtenIn : root.blocks.size;
  const known = root.orderBooks.filter((book) => book.prices.length > 0 || book.writtenIn > flushed(state));
  const book: OrderBook = { sellToken, buyToken, prices, writtenIn };
  state.root = { ...root, orderBooks: known.set(key, book) };
}

const flushed = ({ root }: State): number => root.properties.flushedNumber;
