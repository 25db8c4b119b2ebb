import { type Address, type Hex, type Milliseconds } from '../../protocol/primitives.ts';
import { type CoinOrToken } from './asset.ts';

/** An order that sells one token, or coin, for another. docs/protocol/market.md. */
export interface MarketOrder {
  readonly id: Hex;
  readonly owner: Address;
  readonly createTime: Milliseconds;
  readonly sellToken: CoinOrToken;
  readonly sellQuantity: bigint;
  readonly buyToken: CoinOrToken;
  /** Minimum amount to receive for all of `sellQuantity`. */
  readonly buyQuantity: bigint;
  /** The amount not sold yet. */
  readonly remaining: bigint;
  /** The amount returned to its owner because it was too small to buy anything. */
  readonly returned: bigint;
  readonly state: 'ACTIVE' | 'INACTIVE' | 'CANCELED';
}

/** The orders of one price. */
export interface PriceLevel {
  /** The price in lowest terms: the amount sold for an amount bought. */
  readonly sell: bigint;
  readonly buy: bigint;
  /** Ids, oldest first. */
  readonly orders: readonly Hex[];
}

/** The active orders that sell one token for another. */
export interface OrderBook {
  readonly sellToken: CoinOrToken;
  readonly buyToken: CoinOrToken;
  /** Lowest price first. */
  readonly prices: readonly PriceLevel[];
  /** Number of the block in which the number of prices last changed, maintained by `putOrderBook`. */
  readonly writtenIn: number;
}

/** The orders of an account. */
export interface Trader {
  /** Ids of its active orders, oldest first. */
  readonly active: readonly Hex[];
  /** Number of orders it has ever made. */
  readonly total: number;
}
