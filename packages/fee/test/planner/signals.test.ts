import { createBatchPlanner } from '@coin/fee/batch';
import { createFeePlanner, type EnergySource, type FeePlannerOptions, type PlanOptions } from '@coin/fee/planner';
import { createListenedSignal } from '@coin/test-kit/listened-signal';
import { describe, expect, test } from 'vitest';
import { call, createFakeSource, createManualClock } from '../support/fake-source.ts';

const plans: Readonly<Record<string, (options: FeePlannerOptions, planOptions: PlanOptions) => Promise<unknown>>> = {
  plan: (options, planOptions) => createFeePlanner(options).plan(call, planOptions),
  planBatch: (options, planOptions) => createBatchPlanner(options).planBatch([call, call], planOptions),
};
const reads: readonly (keyof EnergySource)[] = ['simulate', 'energyRules', 'contractState'];

describe.each(Object.entries(plans))('%s', (_, plan) => {
  test('leaves no listener on a signal when it succeeds', async () => {
    const { signal, listeners } = createListenedSignal();
    await plan({ source: createFakeSource(), clock: createManualClock() }, { signal });
    expect(listeners.size).toBe(0);
  });

  test('leaves no listener on a signal when a read fails', async () => {
    const { signal, listeners } = createListenedSignal();
    const failure = new Error('no node');
    const source = { ...createFakeSource(), simulate: () => Promise.reject(failure) };
    await expect(plan({ source, clock: createManualClock() }, { signal })).rejects.toBe(failure);
    expect(listeners.size).toBe(0);
  });

  test.each(reads)('leaves no listener on a signal that aborts while %s never answers', async (read) => {
    const { signal, listeners, abort } = createListenedSignal();
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const source = {
      ...createFakeSource(),
      [read]: () => {
        asked();
        return new Promise(() => {});
      },
    };
    const planned = plan({ source, clock: createManualClock(), method: 'across-cycle' }, { signal });
    await isAsked;
    abort();
    await expect(planned).rejects.toBe(signal.reason);
    expect(listeners.size).toBe(0);
  });

  test('leaves no listener on a signal that aborted before', async () => {
    const { signal, listeners, abort } = createListenedSignal();
    abort();
    const options = { source: createFakeSource(), clock: createManualClock() };
    await expect(plan(options, { signal })).rejects.toBe(signal.reason);
    expect(listeners.size).toBe(0);
  });
});
