import { type AccountFunds, type Address, type ContractCall } from '@coin/units';
import { argumentInvalid } from '../argument-checks.ts';
import { type TransactionEnvelope } from '../bandwidth.ts';
import { type DeployerTerms, type PlanFacts } from '../planner/plan-facts.ts';
import { splitFields } from '../planner/planned-call.ts';
import { type LimitInputs, readLimit } from '../planner/read-limit.ts';
import { type StartedPlan } from '../planner/start-plan.ts';
import { type BatchTransaction, type CoinTransfer } from './batch-plan.ts';

/** A call or a deployment, with what was read about it. */
export interface PreparedCall extends LimitInputs {
  readonly envelope: TransactionEnvelope;
  readonly terms: DeployerTerms | undefined;
}

/** A transfer of coin, and whether there was no account at the receiver's address. */
export interface PreparedTransfer {
  readonly call: CoinTransfer;
  readonly envelope: TransactionEnvelope;
  readonly createsAccount: boolean;
}

/** The facts that a batch is planned from, each read from the network once. */
export interface PreparedBatch {
  readonly prepared: readonly (PreparedCall | PreparedTransfer)[];
  /** The funds of every account that pays; undefined if the source does not report them. */
  readonly funds: ReadonlyMap<Address, AccountFunds | undefined>;
}

const isTransfer = (item: ContractCall | CoinTransfer): item is CoinTransfer =>
  'kind' in item && item.kind === 'transfer';

export async function prepareBatch(
  transactions: readonly BatchTransaction[],
  options: StartedPlan & { intervalMs: number; concurrency: number },
): Promise<PreparedBatch> {
  const { facts, intervalMs, concurrency } = options;
  const funds = new Map<Address, AccountFunds | undefined>();

  async function prepare(item: BatchTransaction, index: number): Promise<PreparedCall | PreparedTransfer> {
    const { call, envelope } = splitFields<ContractCall | CoinTransfer>(item);
    const owned = await facts.funds(call.owner);
    funds.set(call.owner, owned);
    if (isTransfer(call)) return { call, envelope, createsAccount: await createsAccount(call, facts) };
    const horizonMs = options.horizonMs + index * intervalMs;
    const inputs = await readLimit(call, { ...options, horizonMs });
    const terms = owned && (await facts.deployer(call));
    if (terms !== undefined) funds.set(terms.deployer, await facts.funds(terms.deployer));
    return { ...inputs, envelope, terms };
  }

  const prepared = await mapConcurrently(transactions, concurrency, prepare);
  return { prepared, funds };
}

async function createsAccount({ to, createsAccount: given }: CoinTransfer, facts: PlanFacts): Promise<boolean> {
  const exists = given === undefined ? await facts.accountExists(to) : !given;
  // A guess could make the fee too low.
  if (exists === undefined)
    throw argumentInvalid('createsAccount', given, 'a boolean, because the source does not report it');
  return !exists;
}

/** Maps at most `concurrency` items at a time. After a failure, it starts no further item. */
async function mapConcurrently<T, R>(
  items: readonly T[],
  concurrency: number,
  map: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const queue = items.entries();
  const results: R[] = [];
  let failed = false;
  // Each worker takes the next item of the shared queue.
  async function work(): Promise<void> {
    for (const [index, item] of queue) {
      if (failed) return;
      results[index] = await map(item, index);
    }
  }
  const workers = Array.from({ length: Math.min(concurrency, items.length) }, work);
  await Promise.all(workers).finally(() => (failed = true));
  return results;
}
