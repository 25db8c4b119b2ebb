import { type Abi, type NodeClient, type Signer } from '@coin/rpc';
import { type SmallUnits } from '@coin/units';
import { int64Argument, integerArgument, rejectUnknown, timeArgument } from '../arguments.ts';
import { type SignerLookup } from '../funds/signing-plan.ts';
import { type OutboxStore } from '../store/outbox-store.ts';
import { type OnChange } from './entry/outbox-entry.ts';
import { type PlanFeeLimit } from './intent/outbox-intent.ts';
import { type OnProblem } from './watch-node.ts';

/** Options of `createOutbox`. */
export interface OutboxOptions<Transaction = never> {
  /** Stores the entries. Use a store of this package, such as `createPostgresStore`, or your own. */
  readonly store: OutboxStore<Transaction>;
  readonly client: NodeClient;
  /**
   * Signs for the owners of intents. Several signers sign for several accounts, or for accounts with several keys; an
   * empty list has all signatures come by `addSignature`. A function returns the signers of an owner, or undefined. A
   * run works only on entries of accounts for which one of the signers may sign; see also its `owners`.
   */
  readonly signer: Signer | readonly Signer[] | SignerLookup;
  /**
   * How long signers may take if an account has several keys, in milliseconds: up to 86,340,000, a day less a minute.
   * Its transactions expire that long after they were built; without this option after a minute, as the node decides.
   */
  readonly maxSigningMs?: number;
  /**
   * Chooses the fee limit of a call without one, in small units, each time the call is signed:
   * `async (call) => (await planner.plan(call)).feeLimit` with the planner of `@coin/fee`.
   */
  readonly planFeeLimit?: PlanFeeLimit;
  /** ABIs of contracts. `problem` then names a revert by their custom errors, with values, instead of its hex. */
  readonly abis?: readonly Abi[];
  /**
   * Maximum number of entries in progress, 1 to 10,000; 50 by default. Each sends a request to its node every three
   * seconds.
   */
  readonly concurrency?: number;
  /**
   * Number of failures after which an entry is rejected, including expired transactions; 10 by default. What
   * `onProblem` is called for does not count.
   */
  readonly maxFailures?: number;
  /**
   * The maximum fees of one payment, in small units, including its fee limit. A payment waits while its fees could be
   * higher.
   */
  readonly maxFeePerPayment?: SmallUnits;
  /**
   * The most coin that an account's payments may burn in a day (UTC), in small units. The fees of a payment count on the
   * day of the block that includes it. A payment whose fees could exceed the rest of a day on which a block may include
   * it waits until the next day, or until other payments have burned less than reserved.
   */
  readonly maxFeesPerDay?: SmallUnits;
  /** Pause after a first failure in milliseconds; 1,000 by default, doubled each time up to a minute. */
  readonly retryDelayMs?: number;
  /** The interval at which a run looks for entries of other processes, in milliseconds; 1,000 by default. */
  readonly pollMs?: number;
  /**
   * The time after which other processes take over the entries of a killed one, in milliseconds; 30,000 by default. Use
   * the same value in all processes.
   */
  readonly leaseMs?: number;
  /**
   * Called after each change that this outbox stores in a run, `cancel`, `addSignature` or `retry`, with the entry as
   * it is and as it was. New amounts of a wait of the same kind are no change. A change of another process or of a queue calls nothing here. Use it for logs, metrics and
   * notifications.
   */
  readonly onChange?: OnChange;
  /**
   * Called when a run waits because of its surroundings: a clock that is wrong, a node that lags, is down, is busy or is
   * of another version, or the wrong key. Called within seconds, and once a minute while it lasts. No such fault counts
   * as a failure of a payment. `RECORD_INVALID` names an entry whose record is damaged, which stops no other.
   */
  readonly onProblem?: OnProblem;
}

/** The network accepts a day from its head block, which may be older than a transaction. */
const LONGEST_SIGNING_MS = 86_340_000;

const OPTIONS = [
  'store',
  'client',
  'signer',
  'maxSigningMs',
  'planFeeLimit',
  'abis',
  'concurrency',
  'maxFailures',
  'maxFeePerPayment',
  'maxFeesPerDay',
  'retryDelayMs',
  'pollMs',
  'leaseMs',
  'onChange',
  'onProblem',
] as const satisfies readonly (keyof OutboxOptions)[];

/** Checks options, and adds their defaults. */
export function optionsArgument<Transaction>(options: OutboxOptions<Transaction>) {
  rejectUnknown(options, OPTIONS);
  const { signer, abis = [], maxSigningMs, maxFeePerPayment, maxFeesPerDay } = options;
  const { concurrency = 50, maxFailures = 10, retryDelayMs = 1000, pollMs = 1000, leaseMs = 30_000 } = options;
  for (const [name, fee] of Object.entries({ maxFeePerPayment, maxFeesPerDay }))
    if (fee !== undefined) int64Argument(name, fee);
  integerArgument('concurrency', concurrency, { min: 1, max: 10_000 });
  integerArgument('maxFailures', maxFailures, { min: 1 });
  timeArgument('retryDelayMs', retryDelayMs);
  timeArgument('pollMs', pollMs);
  timeArgument('leaseMs', leaseMs);
  if (maxSigningMs !== undefined) integerArgument('maxSigningMs', maxSigningMs, { min: 1, max: LONGEST_SIGNING_MS });
  const signers = typeof signer === 'function' ? signer : [signer].flat();
  return { ...options, signers, abi: abis.flat(), concurrency, maxFailures, retryDelayMs, pollMs, leaseMs };
}

/** The result of {@link optionsArgument}. */
export type CheckedOptions<Transaction> = ReturnType<typeof optionsArgument<Transaction>>;
