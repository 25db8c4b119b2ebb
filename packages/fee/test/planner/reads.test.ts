import { createFeePlanner } from '@coin/fee/planner';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { type AbortSignalLike } from '@coin/units';
import { describe, expect, test } from 'vitest';
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

useVirtualTime();

const across = { horizonMs: HOUR };

describe('reads', () => {
  test('fetch parameters and factors once per cycle, and a simulation for every plan', async () => {
    const source = createFakeSource({ rules: () => ({ ...rules, nextMaintenance: NOW + 6 * HOUR }) });
    const clock = createManualClock();
    const planner = createFeePlanner({ source, clock });
    for (let plan = 0; plan < 5; plan++) {
      await planner.plan(call, { method: 'energy-factor' });
      clock.time += HOUR + 10 * 60_000;
    }
    expect(source.requests.filter((request) => request !== 'simulate')).toEqual(['rules', 'contract TToken']);
    expect(countOf(source.requests, 'simulate')).toBe(5);
  });

  test('fetch no factor for a plan that needs none', async () => {
    const source = createFakeSource();
    await createFeePlanner({ source, clock: createManualClock() }).plan(call, { estimate: 'simulation' });
    expect(source.requests.sort()).toEqual(['rules', 'simulate']);
  });

  test('fetch no contract for a deployment by constant calls, although its owner’s resources are known', async () => {
    const funds = { TOwner: { balance: 10n ** 9n, energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 } };
    const source = createFakeSource({ funds, simulate: () => ({ ...simulation, hiddenValueCalls: 1 }) });
    const planner = createFeePlanner({ source, clock: createManualClock() });
    await planner.plan({ owner: 'TOwner', data: '60' }, { estimate: 'simulation' });
    expect(source.requests.sort()).toEqual(['funds TOwner', 'rules', 'simulate']);
  });

  test('fetch everything again after the maintenance', async () => {
    const clock = createManualClock();
    let cycle = 0;
    const source = createFakeSource({
      rules: () => ({ ...rules, nextMaintenance: NOW + HOUR + cycle * 6 * HOUR }),
      contract: () => ({ ...state, energyFactor: cycle === 0 ? 3_400n : 6_080n }),
      simulate: () => ({
        ...simulation,
        energyPenalty: cycle === 0 ? 9_401n : 16_844n,
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

  test('fetch parameters again every block while a maintenance is overdue, and keep factors', async () => {
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

  test('are made once when identical ones are in flight', async () => {
    const source = createFakeSource({
      simulate: async () => {
        await pause(5);
        return simulation;
      },
      funds: { TOwner: { balance: 10n ** 9n, energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 } },
    });
    const planner = createFeePlanner({ source, clock: createManualClock() });
    const plans = await Promise.all(Array.from({ length: 50 }, () => planner.plan(call, across)));
    expect(new Set(plans.map(({ feeLimit }) => feeLimit))).toEqual(new Set([4_454_900n]));
    expect(source.requests.sort()).toEqual(['contract TToken', 'funds TOwner', 'rules', 'simulate']);
    await planner.plan({ ...call, callValue: 1n });
    expect(countOf(source.requests, 'simulate')).toBe(2);
  });

  test('fetch parameters before the estimate, so no maintenance can come between', async () => {
    const source = createFakeSource({ rules: () => pause(5).then(() => rules) });
    const planned = createFeePlanner({ source, clock: createManualClock(), estimate: 'simulation' }).plan(call);
    await pause(1);
    expect(source.requests).toEqual(['rules']);
    await planned;
    expect(source.requests).toEqual(['rules', 'simulate']);
  });

  test('that fail reject every plan that shares them, and are not repeated for these plans', async () => {
    const reverted = new Error('reverted');
    const source = createFakeSource({ simulate: () => pause(1).then(() => Promise.reject(reverted)) });
    const planner = createFeePlanner({ source, clock: createManualClock() });
    const plans = await Promise.allSettled([planner.plan(call), planner.plan(call), planner.plan(call)]);
    expect(plans.map((plan) => plan.status === 'rejected' && plan.reason)).toEqual([reverted, reverted, reverted]);
    expect(countOf(source.requests, 'simulate')).toBe(1);
  });

  test('fetch a contract once for a plan, even if the store keeps nothing', async () => {
    const source = createFakeSource({ contract: () => ({ ...state, deployer: 'TDeployer', callerPercent: 50 }) });
    const funds = async () => ({ balance: 10n ** 9n, energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 });
    const cache = { get: () => undefined, set: () => undefined };
    const planner = createFeePlanner({
      source: { ...source, funds },
      clock: createManualClock(),
      cache,
      network: 'test',
    });
    await planner.plan(call, across);
    expect(source.requests.sort()).toEqual(['contract TToken', 'rules', 'simulate']);
  });

  test('fetch a contract again if it failed earlier in the plan', async () => {
    let failures = 1;
    const source = createFakeSource({
      contract: () => (failures-- > 0 ? Promise.reject(new Error('down')) : state),
    });
    const plan = await createFeePlanner({ source, clock: createManualClock() }).plan(call, across);
    expect(plan).toMatchObject({ method: 'across-cycle', feeLimit: 4_454_900n });
    expect(countOf(source.requests, 'contract')).toBe(2);
  });

  test('are made again after a failure', async () => {
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

describe('aborting a plan', () => {
  const slow = () =>
    createFakeSource({
      simulate: async () => {
        await pause(20);
        return simulation;
      },
    });

  test('before it starts makes no request', async () => {
    const source = slow();
    const planner = createFeePlanner({ source, clock: createManualClock() });
    await expect(planner.plan(call, { signal: AbortSignal.abort('cancelled by the caller') })).rejects.toBe(
      'cancelled by the caller',
    );
    expect(source.requests).toEqual([]);
  });

  test('while it reads a factor rejects it, although a plan does without unreadable factors', async () => {
    const controller = new AbortController();
    const source = createFakeSource({ contract: () => new Promise<never>(() => {}) });
    const planned = createFeePlanner({ source, clock: createManualClock() }).plan(call, {
      ...across,
      signal: controller.signal,
    });
    await pause(5);
    controller.abort('cancelled by the caller');
    await expect(planned).rejects.toBe('cancelled by the caller');
    expect(countOf(source.requests, 'contract')).toBe(1);
  });

  test('does not abort others that share the read', async () => {
    const source = slow();
    const planner = createFeePlanner({ source, clock: createManualClock() });
    const controller = new AbortController();
    const first = planner.plan(call, { signal: controller.signal });
    await pause(5);
    const second = planner.plan(call);
    await pause(5);
    controller.abort('cancelled by the caller');
    await expect(first).rejects.toBe('cancelled by the caller');
    expect((await second).feeLimit).toBe(3_710_500n);
    expect(countOf(source.requests, 'simulate')).toBe(1);
  });

  test('leaves no listeners on a long-lived signal', async () => {
    let listeners = 0;
    const signal: AbortSignalLike = {
      aborted: false,
      addEventListener: () => void listeners++,
      removeEventListener: () => void listeners--,
    };
    const planner = createFeePlanner({ source: createFakeSource(), clock: createManualClock() });
    await Promise.all([planner.plan(call, { signal }), planner.plan(call, { ...across, signal })]);
    await pause(1);
    expect(listeners).toBe(0);
  });

  test('that joined a read rejects immediately and lets the read continue', async () => {
    const source = slow();
    const planner = createFeePlanner({ source, clock: createManualClock() });
    const controller = new AbortController();
    const first = planner.plan(call);
    const second = planner.plan(call, { signal: controller.signal });
    controller.abort('cancelled by the caller');
    await expect(second).rejects.toBe('cancelled by the caller');
    expect((await first).feeLimit).toBe(3_710_500n);
    expect(countOf(source.requests, 'simulate')).toBe(1);
  });
});
