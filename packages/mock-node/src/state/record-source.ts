import { type Map, type Set } from 'immutable';
import { type Address } from '../protocol/primitives.ts';
import { InterruptedError } from './interrupted-error.ts';
import { type Account } from './records/account.ts';
import { type Asset } from './records/asset.ts';
import { type Code, type Contract, type ContractEnergyState } from './records/contract.ts';
import { type DelegationIndex, type DelegationPair } from './records/delegation.ts';
import { type Exchange } from './records/exchange.ts';
import { type ForkUnknown } from './records/fork-unknown.ts';
import { type StoredBlock } from './records/stored-block.ts';

/** The records of a source, by kind. */
export interface RecordsByKind {
  readonly account: Account;
  readonly contract: Contract;
  readonly code: Code;
  readonly 'energy-state': ContractEnergyState;
  /** By `<contract>/<row key>`. */
  readonly storage: Uint8Array;
  /** By `<from><to>`. */
  readonly delegation: DelegationPair;
  readonly 'delegation-index': DelegationIndex;
  /** By voter: the reward not credited yet, in small units. */
  readonly reward: bigint;
  /** By witness, in percent. */
  readonly brokerage: bigint;
  readonly asset: Asset;
  /** By an account's id in lower case. */
  readonly 'account-id': Address;
  /** By number. */
  readonly block: StoredBlock;
  /** All exchanges by id, under an empty key. */
  readonly exchanges: ReadonlyMap<number, Exchange>;
  readonly transaction: { readonly block: number; readonly index: number };
}

export type RecordKind = keyof RecordsByKind;

/** State that a source may not know. */
export type UnavailableKind =
  | 'account-name'
  | 'reward-of-cycle'
  | 'genesis-witness'
  | 'genesis-votes'
  | 'all-accounts'
  | 'dump'
  | 'all-tokens'
  | 'all-storage'
  | 'market';

export interface ReadableId {
  readonly kind: RecordKind;
  readonly key: string;
  /** The slot, 32 bytes, of a storage row whose key does not reveal it. */
  readonly slot?: Uint8Array;
}

export interface UnavailableId {
  readonly kind: UnavailableKind;
  readonly key: string;
}

/** One record that an operation needs from a source. */
export type RecordId = ReadableId | UnavailableId;

/**
 * The source of records that are not in a root: the network that a ledger began from. All roots of a chain share it.
 * Its answer for a key never changes, so an operation that lacked a record can run again.
 */
export interface RecordSource {
  /** Returns a record; undefined if there is none. @throws MissingRecordError if it is not known yet. */
  readonly read: <Kind extends RecordKind>(
    record: ReadableId & { readonly kind: Kind },
  ) => RecordsByKind[Kind] | undefined;
  /** Creates the error for state that this source cannot know. */
  readonly refusal: (record: UnavailableId) => MissingRecordError;
  /** The ledger's first block. */
  readonly number: number;
  /** The maintenance cycle of the ledger's first block. */
  readonly cycle: number;
  /** Whether there may be orders. A market that has been opened is never closed. */
  readonly hasMarket: boolean;
  /** The chain parameters of the ledger's first block. */
  readonly parameters: Map<string, bigint>;
  /** Whether no answer revealed the number of the cycle. */
  readonly isCycleAssumed: boolean;
  /** Notes that the current result depends on something unknown. */
  readonly note: (unknown: ForkUnknown) => void;
  /** Runs a step and returns the notes that it makes. The steps around it have them too. */
  readonly collectNotes: <T>(step: () => T) => { readonly value: T; readonly unknowns: readonly ForkUnknown[] };
  /** The late read of an account; empty if it was not late. */
  readonly lateRead: (address: Address) => readonly ForkUnknown[];
}

/** The records that a fork began with, and what has become of them. */
export interface ForkBase {
  readonly source: RecordSource;
  /** Records deleted since, as `<kind>/<key>`. */
  readonly deleted: Set<string>;
  /**
   * Shares of block rewards whose witness's account has not been needed yet: witness → `<cycle>-<small units>` → count.
   */
  readonly shares: Map<Address, Map<string, number>>;
  /** What transactions, accounts and the burned coin depend on because of transactions. */
  readonly dependents: Map<string, readonly ForkUnknown[]>;
}

/**
 * An operation needs a record that is not known yet. `cause`, if present, is the reason why the record is not
 * available.
 */
export class MissingRecordError extends InterruptedError {
  override readonly name = 'MissingRecordError';
  readonly record: RecordId;

  constructor(record: RecordId, cause?: Error) {
    super(`${record.kind} ${record.key} is not known.`, { cause });
    this.record = record;
  }
}
