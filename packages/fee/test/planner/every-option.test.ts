// What each option of the planners changes in a request or in the plan. The compiler compares the tables with the types.
import { type BatchOptions, createBatchPlanner } from '@coin/fee/batch';
import { createEnergyHistory, type FeePlannerOptions, type PlannedFields, type PlanOptions } from '@coin/fee/planner';
import { describe, expect, test } from 'vitest';
import { type Answers, call, createFakeSource, createManualClock, HOUR, rules } from '../support/fake-source.ts';

type Table<T> = Readonly<Record<keyof T, readonly [value: unknown, shows: string | RegExp]>>;

const history = createEnergyHistory();
history.record({ ...call, energy: 900_000n });
const stored: string[] = [];
const cache = { get: async () => undefined, set: async (key: string) => void stored.push(`stored ${key}`) };

const prices = { memo: 1_000_000n, multiSign: 2_000_000n };
const quotas = { used: 600n, limit: 600n };
const answers: Answers = {
  rules: () => ({ ...rules, prices }),
  // Unknown code, so the node is asked to search.
  contract: () => ({ energyFactor: 3_400n, energyUsage: 0n, updateCycle: 7 }),
  funds: {
    TOwner: {
      balance: 10n ** 12n,
      energy: 0n,
      stakedBandwidth: 0,
      freeBandwidth: 0,
      quotas: { energy: { used: 0n, limit: 0n }, stakedBandwidth: { used: 0n, limit: 0n }, freeBandwidth: quotas },
    },
  },
};

/** Plans two calls one by one and as a batch, and returns what was asked and planned as text. */
async function observe(options: object, planOptions: object, batchOptions: object, fields: object): Promise<string> {
  stored.length = 0;
  const source = createFakeSource(answers);
  const estimate = async () => (
    source.requests.push('search'),
    { kind: 'search' as const, energy: 99_999n, touched: [] }
  );
  const given = { source: { ...source, estimate }, clock: createManualClock(), ...options };
  const lines: string[] = [];
  try {
    const planner = createBatchPlanner(given);
    const planned = { ...call, ...fields };
    lines.push(text(await planner.plan(planned, planOptions)), ...stored, source.requests.join(' '));
    const simulations: number[] = [];
    let running = 0;
    const counting = async () => {
      simulations.push(++running);
      await Promise.resolve();
      running--;
      return { kind: 'simulation' as const, energy: 37_105n, energyPenalty: 9_401n, touched: ['TToken'] };
    };
    const batch = createBatchPlanner({ ...given, source: { ...given.source, simulate: counting } });
    const others = ['01', '02', '03'].map((data) => ({ owner: 'TOwner', contract: 'TToken', data, ...fields }));
    lines.push(`batch ${text(await batch.planBatch(others, { ...planOptions, ...batchOptions }))}`);
    lines.push(`running ${Math.max(...simulations)}`);
  } catch (error) {
    lines.push(`error ${String(error)}`);
  }
  return lines.join('\n');
}
const text = (value: unknown) =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}` : item));

const planOptions: Table<Required<PlanOptions>> = {
  method: ['max-factor', '"method":"max-factor"'],
  horizonMs: [2 * HOUR, '"method":"across-cycle"'],
  marginBps: [1_000n, '"code":"MARGIN"'],
  estimate: ['simulation', /^(?![^]*search)/],
  signal: [AbortSignal.abort(new Error('stopped')), 'error'],
};
const { signal: _, ...shared } = planOptions;
const plannerOptions: Table<Required<Omit<FeePlannerOptions, 'network'>>> = {
  ...shared,
  source: [createFakeSource({ ...answers, rules: () => ({ ...rules, prices, energyPrice: 7n }) }), '"energy":"259735"'],
  cache: [cache, /error|stored/],
  history: [history, 'PATH_MAY_CHANGE'],
  clock: [createManualClock(rules.nextMaintenance - 1), '"method":"across-cycle"'],
};
const batchOptions: Table<Required<Omit<BatchOptions, keyof PlanOptions>>> = {
  intervalMs: [24 * HOUR, /batch [^]*"bandwidth":"0"/],
  concurrency: [1, 'running 1'],
};
const fields: Table<Required<PlannedFields>> = {
  memo: ['rent', '"memo":"1000000"'],
  memoSize: [4, '"memo":"1000000"'],
  signatures: [2, '"multiSign":"2000000"'],
  permissionId: [2, '"size":347'],
};

describe.each([
  ['createFeePlanner', plannerOptions, async (given: object) => observe(given, {}, {}, {})],
  ['plan', planOptions, async (given: object) => observe({}, given, {}, {})],
  ['planBatch', batchOptions, async (given: object) => observe({}, {}, given, {})],
  ['a planned call', fields, async (given: object) => observe({}, {}, {}, given)],
] as const)('%s', (_name, table, run) => {
  test.each(Object.entries(table))('takes %s and gives it an effect', async (option, [value, shows]) => {
    expect(await run({ [option]: value })).toMatch(shows);
    expect(await run({})).not.toMatch(shows);
  });
});

test('network is part of the keys of a cache', async () => {
  expect(await observe({ cache, network: 'main' }, {}, {}, {})).toMatch(/stored [^\n]*main/);
});
