import { type KeyWeight } from '@coin/rpc/signer';
import { type SmallUnits } from '@coin/units';
import { type OutboxIntent } from '../intent/outbox-intent.ts';

/** The reason why an entry waits. Times are milliseconds since 1970 by the client's clock, amounts are small units. */
export type EntryWait = {
  readonly since: number;
  /** The time at which the wait ends at the latest; absent if that depends on people. */
  readonly until?: number;
} & (
  | {
      /** It waits for coin or a token, and continues when the owner has `needed`. */
      readonly kind: 'funds';
      /** The id of a TRC-10 token or the contract of a TRC-20 token; absent for coin. */
      readonly token?: string;
      /** For the payment and, in coin, its fees. */
      readonly needed: bigint;
      /** What the owner had when it was last looked up, less what the transaction of `behind` can take. */
      readonly available: bigint;
      /** The entry that comes before it: it waits for the same of this owner, or its transaction can take that. */
      readonly behind?: string;
    }
  | {
      /** A lower fee (`payment-fee`), or the end of the day in UTC (`daily-fees`). */
      readonly kind: 'payment-fee' | 'daily-fees';
      /** The most that its fees can be. */
      readonly needed: SmallUnits;
      /** What the budget allows for it. */
      readonly available: SmallUnits;
    }
  | {
      /** It waits for signatures until its transaction expires (`until`). */
      readonly kind: 'signatures';
      readonly until: number;
      /** The combined weight of the keys that have signed. */
      readonly weight: bigint;
      /** The weight that its permission asks for. */
      readonly threshold: bigint;
      readonly missingWeight: bigint;
      readonly signed: readonly KeyWeight[];
      /** The keys that can still sign. */
      readonly unsigned: readonly KeyWeight[];
    }
  | {
      /** It waits until another entry has succeeded. */
      readonly kind: 'entry';
      readonly id: string;
    }
  | {
      /** It waits for a block. `until` is when its transaction expires. */
      readonly kind: 'block';
      readonly until: number;
    }
);

/** The transaction of an entry. */
export interface EntryTransaction {
  readonly txID: string;
  /** The transaction with the signatures so far, as `encodeTransaction` encodes it. */
  readonly transaction: string;
  /** Genesis block id of the network that it was signed for. */
  readonly genesisId: string;
  /**
   * The day (UTC) in whose budget its fees count, such as `2026-11-23`: the day of its block. Before it is in one, the
   * first day on which a block could include it.
   */
  readonly feeDay?: string;
}

/** Why an entry has failed or was rejected, or the latest problem of an entry that has not ended. */
export interface EntryProblem {
  readonly code: string;
  readonly message: string;
}

/** The statuses of an entry, and the fields that it has in each of them. */
export interface EntryStates {
  /** No signed transaction of it can be included in a block. It may wait for another entry. */
  readonly queued: { readonly waitsFor?: EntryWait & { readonly kind: 'entry' }; readonly problem?: EntryProblem };
  /** As `queued`; its owner lacks coin for it and its fees, or tokens. */
  readonly 'waiting-for-funds': {
    readonly waitsFor: EntryWait & { readonly kind: 'funds' };
    readonly problem?: EntryProblem;
  };
  /** As `queued`; its fees could exceed `maxFeePerPayment` or what is left of `maxFeesPerDay`. */
  readonly 'waiting-for-budget': {
    readonly waitsFor: EntryWait & { readonly kind: 'payment-fee' | 'daily-fees' };
    readonly problem?: EntryProblem;
  };
  /** Its transaction is stored, and keys of its account still have to sign it. */
  readonly 'awaiting-signatures': EntryTransaction & {
    readonly waitsFor: EntryWait & { readonly kind: 'signatures' };
    /** Whether it ends as `cancelled` when its transaction expires without enough signatures. */
    readonly isCancelling?: boolean;
    readonly problem?: EntryProblem;
  };
  /** Its signed transaction is stored, and may be on the chain unless it is held. */
  readonly signed: EntryTransaction & { readonly problem?: EntryProblem } & (
      | {
          readonly waitsFor: EntryWait & { readonly kind: 'block' };
          readonly isHeld?: undefined;
        }
      | {
          readonly waitsFor: EntryWait & { readonly kind: 'block' | 'funds' };
          /** Its transaction is not sent yet, because its account may have too little coin or tokens for it. */
          readonly isHeld: true;
        }
    );
  /** Its transaction is in a block that no fork can undo. */
  readonly succeeded: EntryTransaction & {
    readonly blockNumber: number;
    /** The coin that the transaction burned, in small units. */
    readonly fee: SmallUnits;
  };
  /** Its transaction is in such a block without effect; its fees are spent. */
  readonly failed: EntryTransaction & {
    readonly blockNumber: number;
    readonly fee: SmallUnits;
    readonly problem: EntryProblem;
  };
  /** Nothing was done, and nothing will be done unless `retry` is called. */
  readonly rejected: {
    readonly problem: EntryProblem;
    /**
     * The id of a transaction on the chain that does the same, and that the store does not know. Find out whether it
     * paid this entry before you call `retry`.
     */
    readonly duplicateTxID?: string;
  };
  /** As `rejected`; `cancel` was called before it was signed. */
  readonly cancelled: object;
}

/** The status of an entry. */
export type OutboxStatus = keyof EntryStates;

/**
 * An intent and its progress. `status` narrows the fields, and so does the parameter: `OutboxEntry<'signed'>`. A field
 * that a status does not have is undefined.
 */
export type OutboxEntry<Status extends OutboxStatus = OutboxStatus> = {
  [S in Status]: {
    readonly id: string;
    readonly intent: OutboxIntent;
    /** Entries of one group are paid one after another. */
    readonly group?: string;
    /** The id of the entry after whose success this one is paid. */
    readonly after?: string;
    /** Entries of a higher priority are paid first; absent for 0. */
    readonly priority?: number;
    readonly status: S;
    /** The ids of its earlier transactions, which had no effect: expired, or failed before it was retried. */
    readonly earlierTxIDs: readonly string[];
    /** `duplicateTxID` of earlier attempts. They did not pay this entry, because it was retried. */
    readonly ignoredTxIDs?: readonly string[];
    /** Number of failures since it was enqueued or retried, not counting busy or unreachable nodes. */
    readonly failures: number;
  } & EntryStates[S] & {
      readonly [
        Field in Exclude<{ [T in OutboxStatus]: keyof EntryStates[T] }[OutboxStatus], keyof EntryStates[S]>
      ]?: undefined;
    };
}[Status];

/** A change of an entry in its history. */
export interface OutboxEvent extends Pick<OutboxEntry, 'status' | 'waitsFor' | 'txID' | 'problem'> {
  /** The time of the change by the store's clock, in milliseconds since 1970. */
  readonly at: number;
}

/** Called with an entry after a change of it was stored, and with the entry as it was before. */
export type OnChange = (entry: OutboxEntry, previous: OutboxEntry) => unknown;

/** An entry on which no process works until something outside changes. */
export type WaitingEntry =
  | OutboxEntry<'waiting-for-funds' | 'waiting-for-budget' | 'awaiting-signatures'>
  | (OutboxEntry<'queued'> & { readonly waitsFor: EntryWait })
  | HeldEntry;

/** An entry whose signed transaction is not sent yet. */
export type HeldEntry = Extract<OutboxEntry<'signed'>, { readonly isHeld: true }>;

/** An entry whose transaction is stored and not settled yet. */
export type EntryWithTransaction = OutboxEntry<'awaiting-signatures' | 'signed'>;

/** An entry that is neither paid nor given up. */
export type OpenEntry = OutboxEntry<'queued'> | WaitingEntry | EntryWithTransaction;

export const hasEnded = (entry: OutboxEntry): entry is Exclude<OutboxEntry, OpenEntry> =>
  ['succeeded', 'failed', 'rejected', 'cancelled'].includes(entry.status);

export const isWaiting = (entry: OutboxEntry): entry is WaitingEntry =>
  ['waiting-for-funds', 'waiting-for-budget', 'awaiting-signatures'].includes(entry.status) ||
  entry.isHeld === true ||
  entry.waitsFor?.kind === 'entry';

/** What an entry waits for, if that is coin or a token. */
export const fundsAwaitedBy = ({ waitsFor }: Pick<OutboxEntry, 'waitsFor'>) =>
  waitsFor?.kind === 'funds' ? waitsFor : undefined;
