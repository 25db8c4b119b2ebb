import { describe, expect, test } from 'vitest';
import { type AbortLike, createFeePlanner, type PlanStore } from '@coin/fee/planner';
import { call, handMadeSource, HOUR, NOW, rules, simulation, standingClock, state } from '../support/fake-source.ts';

const across = { horizonMs: HOUR };
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const count = (asked: string[], what: string) => asked.filter((entry) => entry.startsWith(what)).length;

/** A store as a fleet shares it: every answer takes a moment, keys run out. */
function sharedStore(clock: { now(): number }) {
  const entries = new Map<string, { value: string; until: number }>();
  const live = (key: string) => {
    const entry = entries.get(key);
    return entry !== undefined && entry.until > clock.now() ? entry : undefined;
  };
  return {
    entries,
    get: async (key: string) => {
      await pause(0);
      return live(key)?.value;
    },
    set: async (key: string, value: string, ttlMs: number) => {
      await pause(0);
      entries.set(key, { value, until: clock.now() + ttlMs });
    },
    setIfAbsent: async (key: string, value: string, ttlMs: number) => {
      await pause(0);
      if (live(key) !== undefined) return false;
      entries.set(key, { value, until: clock.now() + ttlMs });
      return true;
    },
    delete: async (key: string) => entries.delete(key),
  };
}

describe('one cycle, one read', () => {
  test('parameters and factors once, the simulation for every plan', async () => {
    const source = handMadeSource();
    const clock = standingClock();
    const planner = createFeePlanner({ source, clock });
    for (let plan = 0; plan < 5; plan++) {
      await planner.plan(call, across);
      clock.at += 10 * 60_000;
    }
    expect(source.asked.filter((asked) => asked !== 'simulate')).toEqual(['rules', 'contract TToken']);
    expect(count(source.asked, 'simulate')).toBe(5);
  });

  test('a plan that needs no factor asks for none', async () => {
    const source = handMadeSource();
    await createFeePlanner({ source, clock: standingClock() }).plan(call);
    expect(source.asked.sort()).toEqual(['rules', 'simulate']);
  });

  test('after the maintenance everything anew', async () => {
    const clock = standingClock();
    let cycle = 0;
    const source = handMadeSource({
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
    clock.at = NOW + HOUR;
    expect((await planner.plan(call)).feeLimit).toBe(4_454_900n);
    expect(count(source.asked, 'contract')).toBe(2);
  });

  test('a maintenance that is due but has not come is waited for a block at a time; factors are kept', async () => {
    const clock = standingClock(NOW + HOUR + 1_000);
    const source = handMadeSource();
    const planner = createFeePlanner({ source, clock });
    for (let plan = 0; plan < 4; plan++) {
      expect((await planner.plan(call)).method).toBe('across-cycle');
      clock.at += 1_000;
    }
    expect(count(source.asked, 'rules')).toBe(2);
    expect(count(source.asked, 'contract')).toBe(1);
  });

  test('identical reads in flight are made once', async () => {
    const source = handMadeSource({
      simulate: async () => {
        await pause(5);
        return simulation;
      },
      payers: { TOwner: { balance: 10n ** 9n, energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 } },
    });
    const planner = createFeePlanner({ source, clock: standingClock() });
    const plans = await Promise.all(Array.from({ length: 50 }, () => planner.plan(call, across)));
    expect(new Set(plans.map(({ feeLimit }) => feeLimit))).toEqual(new Set([4_454_900n]));
    expect(source.asked.sort()).toEqual(['contract TToken', 'rules', 'simulate']);
    await planner.plan({ ...call, callValue: 1n });
    expect(count(source.asked, 'simulate')).toBe(2);
  });

  test('parameters are read before the estimate, lest a maintenance come between', async () => {
    const source = handMadeSource({ rules: () => pause(5).then(() => rules) });
    const planned = createFeePlanner({ source, clock: standingClock() }).plan(call);
    await pause(1);
    expect(source.asked).toEqual(['rules']);
    await planned;
    expect(source.asked).toEqual(['rules', 'simulate']);
  });

  test('a failed read is not kept', async () => {
    let fails = true;
    const planner = createFeePlanner({
      source: handMadeSource({ rules: () => (fails ? Promise.reject(new Error('down')) : rules) }),
      clock: standingClock(),
    });
    await expect(planner.plan(call)).rejects.toThrow('down');
    fails = false;
    expect((await planner.plan(call)).feeLimit).toBe(3_710_500n);
  });
});

describe('a fleet', () => {
  test('64 planners, one store with set-if-absent: each thing is read once, over a maintenance too', async () => {
    const clock = standingClock();
    let cycle = 0;
    const source = handMadeSource({
      rules: async () => {
        await pause(3);
        return { ...rules, nextMaintenance: NOW + HOUR + cycle * 6 * HOUR };
      },
      contract: async () => {
        await pause(3);
        return state;
      },
      simulate: (call) => ({ ...simulation, touched: [call.contract ?? ''] }),
    });
    const cache = sharedStore(clock);
    // Waiting must not make the cycle pass.
    const waiting = { now: clock.now, sleep: () => pause(1) };
    const fleet = Array.from({ length: 64 }, () => createFeePlanner({ source, cache, clock: waiting }));
    const plan = () =>
      Promise.all(
        fleet.map((planner, index) =>
          planner.plan({ ...call, contract: `T${index % 3}` }, { method: 'energy-factor' }),
        ),
      );
    await plan();
    await plan();
    expect(count(source.asked, 'rules')).toBe(1);
    expect(count(source.asked, 'contract')).toBe(3);
    cycle = 1;
    clock.at = NOW + HOUR;
    await plan();
    expect(count(source.asked, 'rules')).toBe(2);
    expect(count(source.asked, 'contract')).toBe(6);
  });

  test('a leader that fails lets another try; one that vanishes is waited for only so long', async () => {
    const clock = standingClock();
    const cache = sharedStore(clock);
    let failures = 1;
    const source = handMadeSource({ rules: () => (failures-- > 0 ? Promise.reject(new Error('down')) : rules) });
    const planner = createFeePlanner({ source, cache, clock });
    await expect(planner.plan(call)).rejects.toThrow('down');
    expect((await planner.plan(call)).feeLimit).toBe(3_710_500n);
    expect(clock.at).toBe(NOW);

    const lost = sharedStore(clock);
    lost.setIfAbsent = async () => false;
    const patient = handMadeSource();
    const before = clock.at;
    await createFeePlanner({ source: patient, cache: lost, clock }).plan(call);
    expect(count(patient.asked, 'rules')).toBe(1);
    expect(clock.at - before).toBeGreaterThanOrEqual(4_000);
    expect(clock.at - before).toBeLessThanOrEqual(6_000);
  });

  test('what the last leader stored just before the next took the lease is not read again', async () => {
    const clock = standingClock();
    const cache = sharedStore(clock);
    await createFeePlanner({ source: handMadeSource(), cache, clock }).plan(call);
    const { get } = cache;
    let looks = 0;
    cache.get = async (key) => (looks++ === 0 ? undefined : get(key));
    cache.setIfAbsent = async () => true;
    const source = handMadeSource();
    await createFeePlanner({ source, cache, clock }).plan(call);
    expect(source.asked).toEqual(['simulate']);
  });

  test('without set-if-absent every process reads once', async () => {
    const clock = standingClock();
    const { get, set, delete: remove } = sharedStore(clock);
    const source = handMadeSource();
    const cache: PlanStore = { get, set, delete: remove };
    const fleet = Array.from({ length: 4 }, () => createFeePlanner({ source, cache, clock }));
    await Promise.all(fleet.map((planner) => planner.plan(call)));
    await Promise.all(fleet.map((planner) => planner.plan(call)));
    expect(count(source.asked, 'rules')).toBe(4);
  });

  test('networks do not share entries', async () => {
    const clock = standingClock();
    const cache = sharedStore(clock);
    const [first, second] = [handMadeSource(), handMadeSource({ rules: () => ({ ...rules, energyPrice: 210n }) })];
    await createFeePlanner({ source: first, cache, clock, network: 'a' }).plan(call);
    const plan = await createFeePlanner({ source: second, cache, clock, network: 'b' }).plan(call);
    expect(plan.feeLimit).toBe(37_105n * 210n);
  });
});

describe('entries that are not believed', () => {
  const stored = async () => {
    const clock = standingClock();
    const cache = sharedStore(clock);
    await createFeePlanner({ source: handMadeSource(), cache, clock }).plan(call, across);
    return { clock, cache };
  };
  const keyOf = (cache: ReturnType<typeof sharedStore>, what: string) =>
    [...cache.entries.keys()].find((key) => key.includes(what) && !key.endsWith('lease')) ?? '';

  test('keys carry a version, entries hold texts', async () => {
    const { cache } = await stored();
    for (const [key, { value }] of cache.entries) {
      expect(key).toMatch(/^coin-fee\/1\//);
      expect(typeof value).toBe('string');
    }
  });

  test('a good entry is', async () => {
    const { clock, cache } = await stored();
    const source = handMadeSource();
    await createFeePlanner({ source, cache, clock }).plan(call, across);
    expect(source.asked).toEqual(['simulate']);
  });

  const forged =
    (change: (entry: { key: string; until: number; value: Record<string, unknown> }) => unknown) => (text: string) => {
      const entry = JSON.parse(text) as { key: string; until: number; value: Record<string, unknown> };
      return JSON.stringify(change(entry) ?? entry);
    };
  test.each<[string, (text: string) => unknown]>([
    ['no JSON', () => '{'],
    ['nothing', () => ''],
    ['null', () => 'null'],
    ['another type', () => 7],
    ['an object', (text) => JSON.parse(text)],
    ['no price', forged(({ value }) => void delete value['energyPrice'])],
    ['a price of 0', forged(({ value }) => void (value['energyPrice'] = '0n'))],
    ['a price as a number', forged(({ value }) => void (value['energyPrice'] = 1))],
    ['a price with a fraction', forged(({ value }) => void (value['energyPrice'] = '1.5n'))],
    ['a time that is a text', forged(({ value }) => void (value['nextMaintenance'] = 'soon'))],
    ['of another key', forged((entry) => void (entry.key = 'coin-fee/1//contract'))],
    ['past its end', forged((entry) => void (entry.until = NOW))],
    ['claiming to hold for a week', forged((entry) => void (entry.until = NOW + 168 * HOUR))],
  ])('%s', async (_, poison) => {
    const { clock, cache } = await stored();
    const key = keyOf(cache, 'rules');
    const entry = cache.entries.get(key);
    cache.entries.set(key, { value: poison(entry?.value ?? '') as string, until: Infinity });
    cache.entries.delete(`${key}/lease`);
    const source = handMadeSource();
    const plan = await createFeePlanner({ source, cache, clock }).plan(call);
    expect(plan.feeLimit).toBe(3_710_500n);
    expect(count(source.asked, 'rules')).toBe(1);
  });

  test('a store that fails costs reads, never a plan', async () => {
    const broken = () => Promise.reject(new Error('store down'));
    const cache: PlanStore = { get: broken, set: broken, setIfAbsent: broken, delete: broken };
    const source = handMadeSource();
    const planner = createFeePlanner({ source, cache, clock: standingClock() });
    expect((await planner.plan(call)).feeLimit).toBe(3_710_500n);
    expect((await planner.plan(call)).feeLimit).toBe(3_710_500n);
    expect(count(source.asked, 'rules')).toBe(2);
  });
});

describe('abort', () => {
  const slow = () =>
    handMadeSource({
      simulate: async () => {
        await pause(20);
        return simulation;
      },
    });

  test('before it starts nothing is asked', async () => {
    const source = slow();
    const planner = createFeePlanner({ source, clock: standingClock() });
    await expect(planner.plan(call, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
    expect(source.asked).toEqual([]);
  });

  test('one who gives up does not take the others with him', async () => {
    const source = handMadeSource();
    const signals: (AbortLike | undefined)[] = [];
    source.simulate = (_, options) =>
      new Promise((resolve, reject) => {
        source.asked.push('simulate');
        signals.push(options?.signal);
        options?.signal?.addEventListener('abort', () => reject(new Error('cancelled')));
        if (options?.signal === undefined) resolve(simulation);
      });
    const planner = createFeePlanner({ source, clock: standingClock() });
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
    const planner = createFeePlanner({ source: handMadeSource(), clock: standingClock() });
    await Promise.all([planner.plan(call, { signal }), planner.plan(call, { ...across, signal })]);
    await pause(1);
    expect(listeners).toBe(0);
  });

  test('one who only waits gives up at once, and the read goes on', async () => {
    const source = slow();
    const planner = createFeePlanner({ source, clock: standingClock() });
    const controller = new AbortController();
    const first = planner.plan(call);
    const second = planner.plan(call, { signal: controller.signal });
    controller.abort('enough');
    await expect(second).rejects.toBe('enough');
    expect((await first).feeLimit).toBe(3_710_500n);
    expect(count(source.asked, 'simulate')).toBe(1);
  });
});
