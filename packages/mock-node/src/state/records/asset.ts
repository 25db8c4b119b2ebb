import { type AssetIssueContract } from '../../protocol/messages/contract-messages.ts';
import { type MessageOf } from '../../protocol/messages/schema.ts';
import { type Slot } from '../../protocol/primitives.ts';
import { type ForkUnknown } from './fork-unknown.ts';

/** A TRC-10 token's id in decimal digits, from `1000001`. */
export type TokenId = string;

/** A token's id, or `_` for coin. */
export type CoinOrToken = string;

/** Stands for coin in place of a token's id. */
export const COIN: CoinOrToken = '_';

/**
 * A TRC-10 token as the node stores it: the contract that issued it, with its id, and the use of its public bandwidth
 * as of `public_latest_free_net_time`, a slot. docs/protocol/assets.md.
 */
export type Asset = MessageOf<typeof AssetIssueContract> & {
  /** On a fork, the rounded answer from which the public usage was reconstructed, until it has recovered. */
  readonly rounded?: ForkUnknown | undefined;
};

/** Use of a token's bandwidth as of a slot, which recovers over a day. */
export interface AssetUse {
  readonly usage: bigint;
  readonly time: Slot;
  /** On a fork, the rounded answer from which the usage was reconstructed, until it has recovered. */
  readonly rounded?: ForkUnknown | undefined;
}

/** The use of an account that never sent the token with the token's bandwidth. */
export const noUse: AssetUse = { usage: 0n, time: 0 };

/** A part of a token's supply that its issuer gets later. */
export interface FrozenSupply {
  readonly amount: bigint;
  /** Milliseconds since 1970. An int64, because the issuer's start time may be any. */
  readonly expireTime: bigint;
}
