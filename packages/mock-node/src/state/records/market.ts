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
  /** What must be received for all of `sellQuantity` at least. */
  readonly buyQuantity: bigint;
  /** What is not sold yet. */
  readonly remaining: bigint;
  /** What went back to its owner because it was too little to buy anything. */
  readonly returned: bigint;
  readonly state: 'ACTIVE' | 'INACTIVE' | 'CANCELED';
}

/** The orders of one price. */
export interface PriceLevel {
  /** The price in lowest terms: so much is sold for so much. */
  readonly sell: bigint;
  readonly buy: bigint;
  /** Ids, the oldest first. */
  readonly orders: readonly Hex[];
}

/** The active orders that sell one token for another. */
export interface OrderBook {
  readonly sellToken: CoinOrToken;
  readonly buyToken: CoinOrToken;
  /** The lowest price first. */
  readonly prices: readonly PriceLevel[];
  /** Number of the block in which the number of prices last changed; kept by `putOrderBook`. */
  readonly writtenIn: number;
}

/** The orders of an account. */
export interface Trader {
  /** Ids of its active orders, the oldest first. */
  readonly active: readonly Hex[];
  /** How many it has ever made. */
  readonly total: number;
}
