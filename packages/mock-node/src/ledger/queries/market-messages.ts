import { type MarketOrderPairList, type MarketPriceList } from '../../protocol/messages/api-messages.ts';
import { MarketOrderState } from '../../protocol/messages/enumerations.ts';
import { type MarketOrder as OrderSchema } from '../../protocol/messages/messages.ts';
import { type MessageInit, type MessageOf } from '../../protocol/messages/schema.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';
import { bytesOf } from '../../protocol/text.ts';
import {
  existingOrder,
  getOrder,
  pricesOf,
  requireMarket,
  traderOf,
  type TokenPair,
} from '../../state/accessors/market.ts';
import { type MarketOrder, type OrderBook } from '../../state/records/market.ts';
import { type State } from '../../state/root.ts';
import { neighbours } from '../trading/order-book.ts';
import { inStoreOrder } from './store-order.ts';

type OrderMessage = MessageInit<MessageOf<typeof OrderSchema>>;

/** The node lists at most this many prices, and one more pair or order. */
const MAX_LISTED = 1000;

/** An order with its neighbours; undefined if there is none. Source: docs/protocol/market.md, Queries. */
export function orderMessage(state: State, id: Hex): OrderMessage | undefined {
  const order = getOrder(state, id);
  if (order === undefined) return undefined;
  const { previous = '', next = '' } = neighbours(state, order);
  return { ...messageOf(order), prev: previous, next };
}

/** The active orders of an account, oldest first; undefined if it never made any. */
export function orderMessagesOf(state: State, address: Address): readonly OrderMessage[] | undefined {
  requireMarket(state.root);
  if (!state.root.traders.has(address)) return undefined;
  return traderOf(state, address).active.map((id) => messageOf(existingOrder(state, id)));
}

/** The prices of a pair, lowest first. */
export function priceMessages(state: State, pair: TokenPair): MessageInit<MessageOf<typeof MarketPriceList>> {
  return {
    sell_token_id: bytesOf(pair.sellToken),
    buy_token_id: bytesOf(pair.buyToken),
    prices: pricesOf(state, pair)
      .slice(0, MAX_LISTED)
      .map(({ sell, buy }) => ({ sell_token_quantity: sell, buy_token_quantity: buy })),
  };
}

/** The active orders of a pair by price, and for the same price by age. */
export function orderMessagesByPair(state: State, pair: TokenPair): readonly OrderMessage[] {
  const listed: Hex[] = [];
  for (const { orders } of pricesOf(state, pair).slice(0, MAX_LISTED)) {
    if (listed.length >= MAX_LISTED) break;
    listed.push(...orders.slice(0, MAX_LISTED - listed.length + 1));
  }
  return listed.map((id) => messageOf(existingOrder(state, id)));
}

/** The pairs that have active orders, in the order of the node's store. */
export function pairMessages(state: State): MessageInit<MessageOf<typeof MarketOrderPairList>> {
  requireMarket(state.root);
  const books = [...state.root.orderBooks.values()].toSorted((a, b) => (storeKey(a) < storeKey(b) ? -1 : 1));
  const listed = inStoreOrder(state, books, storeKey).filter(({ prices }) => prices.length > 0);
  return {
    orderPair: listed
      .slice(0, MAX_LISTED + 1)
      .map(({ sellToken, buyToken }) => ({ sell_token_id: bytesOf(sellToken), buy_token_id: bytesOf(buyToken) })),
  };
}

/** The store's key of a pair: both ids in 19 bytes each. */
const storeKey = ({ sellToken, buyToken }: OrderBook): Hex =>
  [sellToken, buyToken].map((token) => bytesOf(token).padEnd(38, '0')).join('');

function messageOf(order: MarketOrder): OrderMessage {
  return {
    order_id: order.id,
    owner_address: order.owner,
    create_time: BigInt(order.createTime),
    sell_token_id: bytesOf(order.sellToken),
    sell_token_quantity: order.sellQuantity,
    buy_token_id: bytesOf(order.buyToken),
    buy_token_quantity: order.buyQuantity,
    sell_token_quantity_remain: order.remaining,
    sell_token_quantity_return: order.returned,
    state: MarketOrderState.values[order.state],
  };
}
