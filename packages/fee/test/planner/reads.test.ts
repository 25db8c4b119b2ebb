import { describe, expect, test } from 'vitest';
import { type AbortLike, createFeePlanner } from '@coin/fee/planner';
import {
  call,
  countOf,
  createFakeSource,
  createManualClock,
  HOUR,
  NOW,
  pause,
  rules,
  simulation,
  state,
} from '../support/fake-source.ts';

const across = { horizonMs: HOUR };

describe('one cycle, one read', () => {
  test('parameters and factors once, the simulation for every plan', async () => {
    const source = createFakeSource();
    const clock = createManualClock();
    const planner = createFeePlanner({ source, clock });
    for (let plan = 0; plan < 5; plan++) {
      await planner.plan(call, across);
      clock.time += 10 * 60_000;
    }
    expect(source.requests.filter((request) => request !== 'simulate')).toEqual(['rules', 'contract TToken']);
    expect(countOf(source.requests, 'simulate')).toBe(5);
  });

  test('a plan that needs no factor asks for none', async () => {
    const source = createFakeSource();
    await createFeePlanner({ source, clock: createManualClock() }).plan(call);
    expect(source.requests.sort()).toEqual(['rules', 'simulate']);
  });

  test('after the maintenance everything anew', async () => {
    const clock = createManualClock();
    let cycle = 0;
    const source = createFakeSource({
      rules: () => ({ ...rules, nextMaintenance: NOW + HOUR + cycle * 6 * HOUR }),
      contract: () => ({ ...state, energyFactor: cycle === 0 ? 3_400n : 6_080n }),
      simulate: () => ({
        ...simulation,
        penalty: cycle === 0 ? 9_401n : 16_844n,
        energy: cycle === 0 ? 37_105n : 44_548n,
      }),
    });
    const planner = createFeePlanner({ source, clock, method: 'energy-factor' });
    expect((await planner.plan(call)).feeLimit).toBe(3_712_400n);
    cycle = 1;
    clock.time = NOW + HOUR;
    expect((await planner.plan(call)).feeLimit).toBe(4_454_900n);
    expect(countOf(source.requests, 'contract')).toBe(2);
  });

  test('a maintenance that is due but has not come is waited for a block at a time; factors are kept', async () => {
    const clock = createManualClock(NOW + HOUR + 1_000);
    const source = createFakeSource();
    const planner = createFeePlanner({ source, clock });
    for (let plan = 0; plan < 4; plan++) {
      expect((await planner.plan(call)).method).toBe('across-cycle');
      clock.time += 1_000;
    }
    expect(countOf(source.requests, 'rules')).toBe(2);
    expect(countOf(source.requests, 'contract')).toBe(1);
  });

  test('identical reads in flight are made once', async () => {
    const source = createFakeSource({
      simulate: async () => {
        await pause(5);
        return simulation;
      },
      payers: { TOwner: { balance: 10n ** 9n, energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 } },
    });
    const planner = createFeePlanner({ source, clock: createManualClock() });
    const plans = await Promise.all(Array.from({ length: 50 }, () => planner.plan(call, across)));
    expect(new Set(plans.map(({ feeLimit }) => feeLimit))).toEqual(new Set([4_454_900n]));
    expect(source.requests.sort()).toEqual(['contract TToken', 'rules', 'simulate']);
    await planner.plan({ ...call, callValue: 1n });
    expect(countOf(source.requests, 'simulate')).toBe(2);
  });

  test('parameters are read before the estimate, lest a maintenance come between', async () => {
    const source = createFakeSource({ rules: () => pause(5).then(() => rules) });
    const planned = createFeePlanner({ source, clock: createManualClock() }).plan(call);
    await pause(1);
    expect(source.requests).toEqual(['rules']);
    await planned;
    expect(source.requests).toEqual(['rules', 'simulate']);
  });

  test('a failed read is not kept', async () => {
    let fails = true;
    const planner = createFeePlanner({
      source: createFakeSource({ rules: () => (fails ? Promise.reject(new Error('down')) : rules) }),
      clock: createManualClock(),
    });
    await expect(planner.plan(call)).rejects.toThrow('down');
    fails = false;
    expect((await planner.plan(call)).feeLimit).toBe(3_710_500n);
  });
});

describe('abort', () => {
  const slow = () =>
    createFakeSource({
      simulate: async () => {
        await pause(20);
        return simulation;
      },
    });

  test('before it starts nothing is asked', async () => {
    const source = slow();
    const planner = createFeePlanner({ source, clock: createManualClock() });
    await expect(planner.plan(call, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
    expect(source.requests).toEqual([]);
  });

  test('one who gives up does not take the others with him', async () => {
    const source = createFakeSource();
    const signals: (AbortLike | undefined)[] = [];
    source.simulate = (_, options) =>
      new Promise((resolve, reject) => {
        source.requests.push('simulate');
        signals.push(options?.signal);
        options?.signal?.addEventListener('abort', () => reject(new Error('cancelled')));
        if (options?.signal === undefined) resolve(simulation);
      });
    const planner = createFeePlanner({ source, clock: createManualClock() });
    const controller = new AbortController();
    const first = planner.plan(call, { signal: controller.signal });
    await pause(5);
    const second = planner.plan(call);
    await pause(5);
    expect(signals).toEqual([controller.signal]);
    controller.abort('enough');
    await expect(first).rejects.toBe('enough');
    expect((await second).feeLimit).toBe(3_710_500n);
    expect(signals).toEqual([controller.signal, undefined]);
  });

  test('a signal that lives long is not left with listeners', async () => {
    let listeners = 0;
    const signal: AbortLike = {
      aborted: false,
      addEventListener: () => void listeners++,
      removeEventListener: () => void listeners--,
    };
    const planner = createFeePlanner({ source: createFakeSource(), clock: createManualClock() });
    await Promise.all([planner.plan(call, { signal }), planner.plan(call, { ...across, signal })]);
    await pause(1);
    expect(listeners).toBe(0);
  });

  test('one who only waits gives up at once, and the read goes on', async () => {
    const source = slow();
    const planner = createFeePlanner({ source, clock: createManualClock() });
    const controller = new AbortController();
    const first = planner.plan(call);
    const second = planner.plan(call, { signal: controller.signal });
    controller.abort('enough');
    await expect(second).rejects.toBe('enough');
    expect((await first).feeLimit).toBe(3_710_500n);
    expect(countOf(source.requests, 'simulate')).toBe(1);
  });
});
