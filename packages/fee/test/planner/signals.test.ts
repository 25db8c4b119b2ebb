import { createBatchPlanner } from '@coin/fee/batch';
import {
  createFeePlanner,
  type AbortLike,
  type EnergySource,
  type FeePlannerOptions,
  type PlanOptions,
} from '@coin/fee/planner';
import { describe, expect, test } from 'vitest';
import { call, createFakeSource, createManualClock } from '../support/fake-source.ts';

/** A signal of nobody's platform, and how many listeners it has. */
function createSignal() {
  const listeners = new Set<() => void>();
  const signal: { -readonly [Key in keyof AbortLike]: AbortLike[Key] } = {
    aborted: false,
    reason: undefined,
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
  };
  const abort = () => {
    Object.assign(signal, { aborted: true, reason: new Error('enough') });
    for (const listener of listeners) listener();
  };
  return { signal, listeners, abort };
}

const plans: Readonly<Record<string, (options: FeePlannerOptions, planOptions: PlanOptions) => Promise<unknown>>> = {
  plan: (options, planOptions) => createFeePlanner(options).plan(call, planOptions),
  planBatch: (options, planOptions) => createBatchPlanner(options).planBatch([call, call], planOptions),
};
const reads: readonly (keyof EnergySource)[] = ['simulate', 'energyRules', 'contractState'];

describe.each(Object.entries(plans))('%s leaves no listener on a signal', (_, plan) => {
  test('when it succeeds', async () => {
    const { signal, listeners } = createSignal();
    await plan({ source: createFakeSource(), clock: createManualClock() }, { signal });
    expect(listeners.size).toBe(0);
  });

  test('when a read fails', async () => {
    const { signal, listeners } = createSignal();
    const failure = new Error('no node');
    const source = { ...createFakeSource(), simulate: () => Promise.reject(failure) };
    await expect(plan({ source, clock: createManualClock() }, { signal })).rejects.toBe(failure);
    expect(listeners.size).toBe(0);
  });

  test.each(reads)('when it aborts while %s never answers', async (read) => {
    const { signal, listeners, abort } = createSignal();
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

  test('when it aborted before', async () => {
    const { signal, listeners, abort } = createSignal();
    abort();
    const options = { source: createFakeSource(), clock: createManualClock() };
    await expect(plan(options, { signal })).rejects.toBe(signal.reason);
    expect(listeners.size).toBe(0);
  });
});
