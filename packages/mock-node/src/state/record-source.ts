import { type Map, type Set } from 'immutable';
import { type Address } from '../protocol/primitives.ts';
import { InterruptedError } from './interrupted-error.ts';
import { type Account } from './records/account.ts';
import { type Asset } from './records/asset.ts';
import { type Code, type Contract, type ContractEnergyState } from './records/contract.ts';
import { type DelegationIndex, type DelegationPair } from './records/delegation.ts';
import { type Exchange } from './records/exchange.ts';
import { type StoredBlock } from './records/stored-block.ts';

/** The records that a source has, by what they are. */
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

/** What a source may not be able to tell. */
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

/** One thing that an operation needs of a source. */
export type Piece = ReadablePiece | UnknowablePiece;

/**
 * Where the accessors look for records that are not in a root: the network that a ledger began from. All roots of a
 * chain share it, and what it says of a key never changes, so that an operation which lacked a record can run again.
 */
export interface RecordSource {
  /** A record; undefined where there is none. @throws MissingPieceError where it is not known yet. */
  readonly read: <Kind extends PieceKind>(
    piece: ReadablePiece & { readonly kind: Kind },
  ) => PieceValues[Kind] | undefined;
  /** The error of an operation that needs what this source cannot tell. */
  readonly refusal: (piece: UnknowablePiece) => MissingPieceError;
  /** The block that the ledger began with. */
  readonly number: number;
  /** The maintenance cycle in which the ledger began. */
  readonly cycle: number;
  /** Whether there may be orders: a market that has been opened is never closed. */
  readonly hasMarket: boolean;
}

/** How a root goes on from the records of a source. */
export interface Origin {
  readonly source: RecordSource;
  /** What was deleted since, as `<kind>/<key>`. */
  readonly deleted: Set<string>;
  /**
   * Shares of block rewards whose witness's account has not been needed yet: witness → `<cycle>-<small units>` → how
   * many.
   */
  readonly shares: Map<Address, Map<string, number>>;
}

/** An operation needs a piece that is not known yet. `cause`, where it is there, is why the piece cannot be had. */
export class MissingPieceError extends InterruptedError {
  override readonly name = 'MissingPieceError';
  readonly piece: Piece;

  constructor(piece: Piece, cause?: Error) {
    super(`${piece.kind} ${piece.key} is not known.`, { cause });
    this.piece = piece;
  }
}
