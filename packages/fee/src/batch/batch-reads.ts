import { type AccountFunds, type Address, type ContractCall } from '@coin/units';
import { type TransactionEnvelope } from '../bandwidth.ts';
import { argumentInvalid } from '../errors.ts';
import { type Names, requireKnown } from '../known-options.ts';
import { toJson } from '../planner/cache/bigint-json.ts';
import { type DeployerTerms, type PlanFacts } from '../planner/plan-facts.ts';
import { type LimitInputs, type LimitOptions, readLimit } from '../planner/plan-inputs.ts';
import { requireCall } from '../planner/source/require-call.ts';
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

const transferNames: Names<CoinTransfer> = { kind: true, owner: true, to: true, amount: true, createsAccount: true };

const isTransfer = (item: ContractCall | CoinTransfer): item is CoinTransfer =>
  'kind' in item && item.kind === 'transfer';

export async function prepareBatch(
  transactions: readonly BatchTransaction[],
  options: LimitOptions & { intervalMs: number; concurrency: number },
): Promise<PreparedBatch> {
  if (!Array.isArray(transactions)) throw argumentInvalid('transactions', transactions, 'an array');
  const { rules, intervalMs, concurrency } = options;
  const facts = readOnce(options.facts);
  const funds = new Map<Address, AccountFunds | undefined>();

  async function prepare(item: BatchTransaction, index: number): Promise<PreparedCall | PreparedTransfer> {
    const { signatures = 1, memoSize = 0, permissionId = 0, ...call } = item;
    const envelope = { signatures, memoSize, permissionId };
    if (isTransfer(call)) requireKnown(call, transferNames);
    else requireCall(call);
    const owned = await facts.funds(call.owner);
    funds.set(call.owner, owned);
    if (isTransfer(call)) return { call, envelope, createsAccount: await createsAccount(call, facts) };
    const horizonMs = options.horizonMs + index * intervalMs;
    const inputs = await readLimit(call, { ...options, facts, horizonMs });
    const terms = owned && (await facts.deployer(call, rules));
    if (terms !== undefined) funds.set(terms.deployer, await facts.funds(terms.deployer));
    return { ...inputs, envelope, terms };
  }

  const prepared = await mapInTurns(transactions, concurrency, prepare);
  return { prepared, funds };
}

async function createsAccount({ to, createsAccount: given }: CoinTransfer, facts: PlanFacts): Promise<boolean> {
  const exists = given === undefined ? await facts.accountExists(to) : !given;
  // A guess could make the fee too low.
  if (exists === undefined)
    throw argumentInvalid('createsAccount', given, 'a boolean, because the source does not report it');
  return !exists;
}

/** The same facts, with the answers of this batch kept: identical questions are asked once. */
function readOnce(facts: PlanFacts): PlanFacts {
  const answers = new Map<string, Promise<unknown>>();
  function once<T>(key: string, read: () => Promise<T>): Promise<T> {
    const answer = answers.get(key) ?? read();
    answers.set(key, answer);
    // A key stands for one question, so its answer is of that type.
    return answer as Promise<T>;
  }
  return {
    ...facts,
    estimate: (call, rules) => once(`estimate ${toJson(call)}`, () => facts.estimate(call, rules)),
    funds: (address) => once(`funds ${address}`, () => facts.funds(address)),
    accountExists: (address) => once(`exists ${address}`, () => facts.accountExists(address)),
  };
}

/** Maps at most `concurrency` items at a time. After a failure, it starts no further item. */
async function mapInTurns<T, R>(
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
