import { type Address, type Milliseconds } from '../../protocol/primitives.ts';
import { type CoinOrToken } from './asset.ts';

/** An exchange of two tokens, or of coin and a token. docs/protocol/exchanges.md. */
export interface Exchange {
  /** From 1, without gaps. */
  readonly id: number;
  readonly creator: Address;
  readonly createTime: Milliseconds;
  readonly firstToken: CoinOrToken;
  readonly firstBalance: bigint;
  readonly secondToken: CoinOrToken;
  readonly secondBalance: bigint;
  /** Number of the block in which it was last written, maintained by `putExchange`. */
  readonly writtenIn: number;
}
