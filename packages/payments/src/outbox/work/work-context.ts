import { type Abi, type NodeClient } from '@coin/rpc';
import { type SmallUnits } from '@coin/units';
import { type AccountFunds } from '../../funds/account-funds.ts';
import { type FundsQueues } from '../../funds/funds-queues.ts';
import { type OutboxStore } from '../../store/outbox-store.ts';
import { type FindDuplicate } from '../chain/unknown-transactions.ts';
import { type OnChange } from '../entry/outbox-entry.ts';
import { type PlanFeeLimit } from '../intent/outbox-intent.ts';

/** The dependencies of a run that works on entries. */
export interface WorkContext {
  readonly store: OutboxStore;
  /** Who has claimed the entries. */
  readonly holder: string;
  readonly client: NodeClient;
  /** The signatures for which signers of this run have thrown, by transaction and signer. */
  readonly refusals: Set<string>;
  readonly maxSigningMs?: number | undefined;
  /** Genesis block id of the store's network. */
  readonly genesisId: string;
  readonly planFeeLimit?: PlanFeeLimit | undefined;
  /** The errors of contracts. */
  readonly abi: Abi;
  readonly onChange?: OnChange | undefined;
  /** Leaves the entries of an account to other outboxes. */
  readonly leave: (owner: string) => void;
  /** Reports faults of the surroundings. */
  readonly report: (error: unknown) => void;
  readonly maxFailures: number;
  readonly retryDelayMs: number;
  readonly maxFeePerPayment?: SmallUnits | undefined;
  readonly maxFeesPerDay?: SmallUnits | undefined;
  readonly funds: (owner: string) => AccountFunds;
  readonly queues: FundsQueues;
  readonly findDuplicate: FindDuplicate;
  readonly signal: AbortSignal;
}

/** The dependencies of working on one entry. */
export interface EntryContext extends WorkContext {
  /** The account that pays. */
  readonly account: AccountFunds;
  /**
   * The id of what is reserved for the entry. It differs for each claim: a signature that is added ends a claim, so a run
   * may work on an entry twice at the same time, and one must not release what the other has reserved.
   */
  readonly reservationId: string;
  /** The transactions that this claim has stored, and whose wallet it has not asked yet. */
  readonly unasked: Set<string>;
  /** The place of the entry in the order of creation. */
  readonly position: number;
}
