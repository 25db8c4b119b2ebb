import { type Map, type Set } from 'immutable';
import { type Address } from '../../protocol/primitives.ts';
import { type Account } from './account.ts';
import { type Asset } from './asset.ts';
import { type Code, type Contract, type ContractEnergyState } from './contract.ts';
import { type DelegationIndex, type DelegationPair } from './delegation.ts';
import { type Exchange } from './exchange.ts';
import { type StoredBlock } from './stored-block.ts';

/** What a fork reads of the network that it began from, when it is first needed. */
export interface PieceValues {
  readonly account: Account;
  readonly contract: Contract;
  readonly code: Code;
  readonly 'energy-state': ContractEnergyState;
  /** By `<contract>/<row key>`. */
  readonly storage: Uint8Array;
  /** By `<from><to>`. */
  readonly delegation: DelegationPair;
  readonly 'delegation-index': DelegationIndex;
  /** By voter: small units of rewards that it had not been credited with. */
  readonly reward: bigint;
  /** By witness, in percent. */
  readonly brokerage: bigint;
  readonly asset: Asset;
  /** By an account's id in lower case. */
  readonly 'account-id': Address;
  /** By number. */
  readonly block: StoredBlock;
  /** All of them by their ids, with an empty key. */
  readonly exchanges: ReadonlyMap<number, Exchange>;
  readonly transaction: { readonly block: number; readonly index: number };
}

export type PieceKind = keyof PieceValues;

/** What no interface of a node tells. */
export type UnknowableKind =
  | 'account-name'
  | 'reward-of-cycle'
  | 'genesis-witness'
  | 'genesis-votes'
  | 'all-accounts'
  | 'dump'
  | 'all-tokens'
  | 'all-storage'
  | 'market';

export interface ReadablePiece {
  readonly kind: PieceKind;
  readonly key: string;
  /** Of a storage row whose key does not tell it: the slot, 32 bytes. */
  readonly slot?: Uint8Array;
}

export interface UnknowablePiece {
  readonly kind: UnknowableKind;
  readonly key: string;
}

/** One thing that an operation needed and a fork has not read. */
export type Piece = ReadablePiece | UnknowablePiece;

/** What has been read, by kind and key; undefined stands for what does not exist there. */
export type Pieces = { readonly [Kind in PieceKind]: ReadonlyMap<string, PieceValues[Kind] | undefined> };

/**
 * The network that a fork began from. Roots share the pieces, to which more are only ever added: what was read of a key
 * never changes, so that an operation which lacked one can be run again from its root.
 */
export interface Origin {
  readonly pieces: Pieces;
  readonly probe: {
    /** Takes note of what is missing, which then counts as absent: to find out at once what an operation needs. */
    collect?: ((piece: Piece) => void) | undefined;
    /** Why pieces that the operation needs cannot be had, by kind and key. */
    failures?: ReadonlyMap<string, Error> | undefined;
  };
  /** The block that the fork began with. */
  readonly number: number;
  /** The maintenance cycle in which the fork began. */
  readonly cycle: number;
  /** Whether there may be orders: a market that has been opened is never closed. */
  readonly hasMarket: boolean;
  /** What was deleted here, as `<kind>/<key>`. */
  readonly deleted: Set<string>;
  /**
   * Shares of block rewards whose witness's account has not been needed yet: witness → `<cycle>-<small units>` → how
   * many.
   */
  readonly shares: Map<Address, Map<string, number>>;
}
