import { wrapLong } from '../../protocol/java/long.ts';
import { type TransactionInfoMessage } from '../../protocol/messages/messages.ts';
import { type MessageInit } from '../../protocol/messages/schema.ts';
import { existingAccount, putAccount } from '../../state/accessors/accounts.ts';
import { existingOrder, putOrder } from '../../state/accessors/market.ts';
import { type MarketOrder } from '../../state/records/market.ts';
import { type State } from '../../state/root.ts';
import { giveAmount } from '../accounts/coin-or-token.ts';
import { ContractExecuteError } from '../ledger-errors.ts';
import { acceptsPrice, bestLevel, priceOf, removeFromBook, removeFromTrader } from './order-book.ts';

const MAX_MATCHES = 20;

type Fill = NonNullable<MessageInit<TransactionInfoMessage>['orderDetails']>[number];

/** The rest of a matched order, and the amount that it bought. */
export interface MatchedOrder {
  readonly order: MarketOrder;
  readonly fills: readonly Fill[];
}

/**
 * Matches a new order with the active orders that sell the token it buys, at their prices, lowest first.
 *
 * At the end, its owner's account is written as it was read before, plus the amount that the order received. As on the
 * node, any amount that the owner's own orders received on the other side is lost. docs/protocol/market.md, Matching.
 *
 * @throws ContractExecuteError for more than 20 matches.
 */
export function matchOrder(state: State, order: MarketOrder): MatchedOrder {
  const fills: Fill[] = [];
  const makers = { sellToken: order.buyToken, buyToken: order.sellToken };
  let taker = order;
  let matches = 0;
  while (taker.remaining !== 0n) {
    const level = bestLevel(state, makers);
    if (level === undefined || !acceptsPrice(priceOf(order), level)) break;
    for (const id of level.orders) {
      if (taker.remaining === 0n) break;
      const matched = matchPair(state, taker, existingOrder(state, id));
      taker = matched.taker;
      if (matched.fill !== undefined) fills.push(matched.fill);
      matches += 1;
      if (matches > MAX_MATCHES) throw new ContractExecuteError(`Too many matches. MAX_MATCH_NUM = ${MAX_MATCHES}`);
    }
  }
  return { order: taker, fills };
}

interface MatchedPair {
  readonly taker: MarketOrder;
  readonly fill?: Fill;
}

function matchPair(state: State, taker: MarketOrder, maker: MarketOrder): MatchedPair {
  const affordable = wrapLong((taker.remaining * maker.sellQuantity) / maker.buyQuantity);
  if (affordable === 0n) return { taker: returnRest(state, taker) };
  if (affordable < maker.remaining) {
    const paid = taker.remaining;
    return settle(state, {
      taker: close(state, { ...taker, remaining: 0n }),
      maker: { ...maker, remaining: maker.remaining - affordable },
      bought: affordable,
      paid,
    });
  }
  const bought = maker.remaining;
  const paid = (maker.remaining * maker.buyQuantity) / maker.sellQuantity;
  if (affordable > bought && paid === 0n) {
    closeMaker(state, returnRest(state, maker));
    return { taker };
  }
  const left = { ...taker, remaining: taker.remaining - paid };
  const isFilled = affordable === bought && left.remaining === 0n;
  return settle(state, {
    taker: isFilled ? close(state, left) : left,
    maker: close(state, { ...maker, remaining: 0n }),
    bought,
    paid,
  });
}

interface Settlement {
  readonly taker: MarketOrder;
  readonly maker: MarketOrder;
  readonly bought: bigint;
  readonly paid: bigint;
}

/** Pays both sides. */
function settle(state: State, { taker, maker, bought, paid }: Settlement): MatchedPair {
  if (maker.remaining === 0n) closeMaker(state, maker);
  else putOrder(state, maker);
  giveAmount(state, taker.owner, taker.buyToken, bought);
  // The taker's account is written last, with its initial contents.
  const ownAccount = existingAccount(state, taker.owner);
  giveAmount(state, maker.owner, maker.buyToken, paid);
  if (maker.owner === taker.owner) putAccount(state, ownAccount);
  return {
    taker,
    fill: { makerOrderId: maker.id, takerOrderId: taker.id, fillSellQuantity: paid, fillBuyQuantity: bought },
  };
}

function closeMaker(state: State, maker: MarketOrder): void {
  putOrder(state, maker);
  removeFromBook(state, maker);
}

/** An order that is no longer active. */
function close(state: State, order: MarketOrder): MarketOrder {
  removeFromTrader(state, order);
  return { ...order, state: 'INACTIVE' };
}

/** Returns an amount that is too small to buy anything. */
function returnRest(state: State, order: MarketOrder): MarketOrder {
  giveAmount(state, order.owner, order.sellToken, order.remaining);
  return close(state, { ...order, returned: order.remaining, remaining: 0n });
}
