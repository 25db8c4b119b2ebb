import { type TransactionEnvelope } from '../bandwidth.ts';
import { FeeError } from '../errors.ts';
import { toJson } from '../planner/cache/bigint-json.ts';
import { type DeployerTerms, type PlanFacts } from '../planner/plan-facts.ts';
import { type LimitInputs, type LimitOptions, readLimit } from '../planner/plan-inputs.ts';
import { type Address, type PayerResources } from '../planner/source/energy-source.ts';
import { requireCall } from '../planner/source/require-call.ts';
import { type BatchCall, type CoinTransfer } from './batch-plan.ts';

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

/** What a batch is made from, read from the network: each fact once. */
export interface PreparedBatch {
  readonly prepared: readonly (PreparedCall | PreparedTransfer)[];
  /** Of every account that pays; undefined where the source does not tell. */
  readonly payers: ReadonlyMap<Address, PayerResources | undefined>;
}

export async function prepareBatch(
  calls: readonly BatchCall[],
  options: LimitOptions & { intervalMs: number; concurrency: number },
): Promise<PreparedBatch> {
  if (!Array.isArray(calls))
    throw new FeeError('ARGUMENT_TYPE', { argument: 'calls', value: calls, expected: 'array' });
  const { rules, intervalMs, concurrency } = options;
  const facts = readOnce(options.facts);
  const payers = new Map<Address, PayerResources | undefined>();

  async function prepare(item: BatchCall, index: number): Promise<PreparedCall | PreparedTransfer> {
    const { signatures = 1, memoSize = 0, permissionId = 0, ...call } = item;
    const envelope = { signatures, memoSize, permissionId };
    if (!('to' in call)) requireCall(call);
    const payer = await facts.payer(call.owner);
    payers.set(call.owner, payer);
    if ('to' in call) return { call, envelope, createsAccount: await createsAccount(call, facts) };
    const horizonMs = options.horizonMs + index * intervalMs;
    const inputs = await readLimit(call, { ...options, facts, horizonMs });
    const terms = payer && (await facts.deployer(call, rules));
    if (terms !== undefined) payers.set(terms.origin, await facts.payer(terms.origin));
    return { ...inputs, envelope, terms };
  }

  const prepared = await mapInTurns(calls, concurrency, prepare);
  return { prepared, payers };
}

async function createsAccount({ to, createsAccount: given }: CoinTransfer, facts: PlanFacts): Promise<boolean> {
  const exists = given === undefined ? await facts.accountExists(to) : !given;
  // A source that does not tell must not make a fee too low.
  if (exists === undefined)
    throw new FeeError('ARGUMENT_TYPE', { argument: 'createsAccount', value: given, expected: 'boolean' });
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
    payer: (address) => once(`payer ${address}`, () => facts.payer(address)),
    accountExists: (address) => once(`exists ${address}`, () => facts.accountExists(address)),
  };
}

/** Maps with at most `concurrency` items in work at a time; after a failure no further one is begun. */
async function mapInTurns<T, R>(
  items: readonly T[],
  concurrency: number,
  map: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const queue = items.entries();
  const results: R[] = [];
  let failed = false;
  // Each worker takes the next item of the one queue.
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
