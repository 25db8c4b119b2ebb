import { createFeePlanner, type FeePlan, type PlanStore } from '@coin/fee/planner';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
import { createSharedStore } from '../support/shared-store.ts';

useVirtualTime();

const across = { horizonMs: HOUR };

describe('a fleet', () => {
  test('reads everything once for 64 planners of one store with createIfAbsent, also after a maintenance', async () => {
    const clock = createManualClock();
    let cycle = 0;
    const source = createFakeSource({
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
    const cache = createSharedStore(clock);
    // Waiting must not advance the cycle.
    const waiting = { now: clock.now, sleep: async () => void (await pause(1)) };
    const fleet = Array.from({ length: 64 }, () =>
      createFeePlanner({ source, cache, clock: waiting, network: 'test' }),
    );
    const plan = () =>
      Promise.all(
        fleet.map((planner, index) =>
          planner.plan({ ...call, contract: `T${index % 3}` }, { method: 'energy-factor' }),
        ),
      );
    await plan();
    await plan();
    expect(countOf(source.requests, 'rules')).toBe(1);
    expect(countOf(source.requests, 'contract')).toBe(3);
    cycle = 1;
    clock.time = NOW + HOUR;
    await plan();
    expect(countOf(source.requests, 'rules')).toBe(2);
    expect(countOf(source.requests, 'contract')).toBe(6);
  });

  test('lets another process read when the leader fails, and stops waiting for a leader that never answers', async () => {
    const clock = createManualClock();
    const cache = createSharedStore(clock);
    let failures = 1;
    const source = createFakeSource({ rules: () => (failures-- > 0 ? Promise.reject(new Error('down')) : rules) });
    const planner = createFeePlanner({ source, cache, clock, network: 'test' });
    await expect(planner.plan(call)).rejects.toThrow('down');
    expect((await planner.plan(call)).feeLimit).toBe(3_710_500n);
    expect(clock.time).toBe(NOW);

    const leasedElsewhere = createSharedStore(clock);
    leasedElsewhere.createIfAbsent = async () => false;
    const otherSource = createFakeSource();
    const before = clock.time;
    await createFeePlanner({ source: otherSource, cache: leasedElsewhere, clock, network: 'test' }).plan(call, {
      estimate: 'simulation',
    });
    expect(countOf(otherSource.requests, 'rules')).toBe(1);
    expect(clock.time - before).toBe(5_000);
  });

  test('waits by the machine’s timer unless a clock is passed', async () => {
    const clock = createManualClock();
    const cache = createSharedStore(clock);
    let refusals = 1;
    cache.createIfAbsent = async () => refusals-- <= 0;
    const began = Date.now();
    await createFeePlanner({ source: createFakeSource(), cache, network: 'test' }).plan(call);
    expect(Date.now() - began).toBe(50);
  });

  test('reads the next cycle without waiting, right after it has read the last one', async () => {
    const clock = createManualClock();
    const cache = createSharedStore(clock);
    let nextMaintenance = NOW + 4_000;
    const source = createFakeSource({ rules: async () => ({ ...rules, nextMaintenance }) });
    const plan = () => createFeePlanner({ source, cache, clock, network: 'test' }).plan(call);
    await plan();
    clock.time = nextMaintenance;
    nextMaintenance += 6 * HOUR;
    await plan();
    expect(countOf(source.requests, 'rules')).toBe(2);
    expect(clock.time).toBe(NOW + 4_000);
  });

  test('uses the value that the last leader stored just before the next one took the lease', async () => {
    const clock = createManualClock();
    const cache = createSharedStore(clock);
    await createFeePlanner({ source: createFakeSource(), cache, clock, network: 'test' }).plan(call);
    const { get } = cache;
    let lookups = 0;
    cache.get = async (key) => (lookups++ === 0 ? undefined : get(key));
    cache.createIfAbsent = async () => true;
    const source = createFakeSource();
    await createFeePlanner({ source, cache, clock, network: 'test' }).plan(call);
    expect(source.requests).toEqual(['simulate']);
  });

  test('reads once per process without createIfAbsent', async () => {
    const clock = createManualClock();
    const { get, set, delete: remove } = createSharedStore(clock);
    const source = createFakeSource();
    const cache: PlanStore = { get, set, delete: remove };
    const fleet = Array.from({ length: 4 }, () => createFeePlanner({ source, cache, clock, network: 'test' }));
    await Promise.all(fleet.map((planner) => planner.plan(call)));
    await Promise.all(fleet.map((planner) => planner.plan(call)));
    expect(countOf(source.requests, 'rules')).toBe(4);
  });

  test('keeps entries of different networks apart', async () => {
    const clock = createManualClock();
    const cache = createSharedStore(clock);
    const [first, second] = [createFakeSource(), createFakeSource({ rules: () => ({ ...rules, energyPrice: 210n }) })];
    await createFeePlanner({ source: first, cache, clock, network: 'a' }).plan(call);
    const plan = await createFeePlanner({ source: second, cache, clock, network: 'b' }).plan(call);
    expect(plan.feeLimit).toBe(37_105n * 210n);
  });
});

describe('the network of a cache', () => {
  const clock = createManualClock();

  test.each([undefined, '', 7 as unknown as string])('is required: %j is rejected', (network) => {
    const options = { source: createFakeSource(), cache: createSharedStore(clock), clock };
    expect(() => createFeePlanner({ ...options, ...(network !== undefined && { network }) })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ argument: 'network' }) }),
    );
  });

  test('is derived from the id of its first block if the source reports it, once for each planner', async () => {
    const cache = createSharedStore(clock);
    const asked: string[] = [];
    const planners = ['a1', 'a1', 'b2'].map((id, index) => {
      const source = createFakeSource({ rules: () => ({ ...rules, energyPrice: id === 'a1' ? 100n : 210n }) });
      const genesisId = async () => {
        asked.push(`${id} ${index}`);
        return id;
      };
      return createFeePlanner({ source: { ...source, genesisId }, cache, clock });
    });
    const limits: bigint[] = [];
    for (const planner of [...planners, ...planners]) limits.push((await planner.plan(call)).feeLimit);
    const [first, other] = [37_105n * 100n, 37_105n * 210n];
    expect(limits).toEqual([first, first, other, first, first, other]);
    expect(asked).toEqual(['a1 0', 'a1 1', 'b2 2']);
    expect([...cache.entries.keys()].every((key) => /^coin-fee\/1\/(a1|b2)\//.test(key))).toBe(true);
  });

  test('is the name and the id of its first block, so a wrong URL shares no entries', async () => {
    const cache = createSharedStore(clock);
    const limits: bigint[] = [];
    for (const [id, energyPrice] of [
      ['a1', 100n],
      ['b2', 210n],
    ] as const) {
      const source = { ...createFakeSource({ rules: () => ({ ...rules, energyPrice }) }), genesisId: async () => id };
      limits.push((await createFeePlanner({ source, cache, clock, network: 'given' }).plan(call)).feeLimit);
    }
    expect(limits).toEqual([37_105n * 100n, 37_105n * 210n]);
    expect([...cache.entries.keys()].every((key) => /^coin-fee\/1\/given\/(a1|b2)\//.test(key))).toBe(true);
  });

  test('is asked again after a failure, and an empty id rejects the plan', async () => {
    let failures = 1;
    const genesisId = async () => (failures-- > 0 ? Promise.reject(new Error('down')) : 'a1');
    const source = { ...createFakeSource(), genesisId };
    const planner = createFeePlanner({ source, cache: createSharedStore(clock), clock });
    await expect(planner.plan(call)).rejects.toThrow('down');
    expect((await planner.plan(call)).feeLimit).toBe(3_710_500n);
    const nameless = { ...createFakeSource(), genesisId: async () => '' };
    await expect(
      createFeePlanner({ source: nameless, cache: createSharedStore(clock), clock }).plan(call),
    ).rejects.toMatchObject({ code: 'ARGUMENT_INVALID' });
  });
});

describe('fields that do not belong to an answer', () => {
  const foreign = fc.dictionary(
    fc.constantFrom(
      'maxFactor',
      'increaseFactor',
      'energyFactor',
      'cycles',
      'basicEnergy',
      'energy',
      'maxBasicEnergy',
      'total',
      'marginBps',
      'energyPrice',
      'maxFeeLimit',
      'codeSize',
      'valueCalls',
      'contracts',
      'states',
      'method',
    ),
    fc.constantFrom<unknown>(0n, 1n, 34_000n, 100_000n, 3, [], 'max-factor'),
  );
  const methods = fc.constantFrom('estimate', 'energy-factor', 'across-cycle', 'max-factor');

  test('decide nothing, whether the source or a shared store answers them', async () => {
    await fc.assert(
      fc.asyncProperty(foreign, foreign, foreign, foreign, methods, async (first, second, third, fourth, method) => {
        const clock = createManualClock();
        const cache = createSharedStore(clock);
        const expected = await createFeePlanner({ source: createFakeSource(), clock }).plan(call, { method });
        const planner = () =>
          createFeePlanner({
            source: createFakeSource({
              rules: () => ({ ...first, ...rules }),
              contract: () => ({ ...second, ...state }),
              simulate: () => ({ ...third, codeSize: 0, valueCalls: 0, ...simulation }),
            }),
            cache,
            clock,
            network: 'test',
          });
        expect(await planner().plan(call, { method })).toEqual(expected);
        for (const entry of cache.entries.values()) {
          const { value, ...others } = JSON.parse(entry.value) as { value: Record<string, unknown> };
          const added = JSON.parse(
            JSON.stringify(fourth, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item)),
          ) as Record<string, unknown>;
          entry.value = JSON.stringify({ ...others, value: { ...added, ...value } });
        }
        expect(await planner().plan(call, { method })).toEqual(expected);
      }),
      { numRuns: scaled(25) },
    );
  });
});

describe('a store that does not settle', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());
  const never = () => new Promise<never>(() => {});

  /** What `promise` settles to, and after how many milliseconds of the machine's timer. */
  async function settled<T>(promise: Promise<T>) {
    const started = performance.now();
    let took = 0;
    const timed = promise.finally(() => (took = performance.now() - started));
    await Promise.allSettled([timed, vi.runAllTimersAsync()]);
    return { took, result: await timed };
  }

  test.each(['get', 'set', 'createIfAbsent', 'delete'] as const)(
    'delays a plan by three seconds, and no later plan for half a minute: %s',
    async (operation) => {
      const clock = createManualClock();
      let failures = operation === 'delete' ? 1 : 0;
      const source = createFakeSource({ rules: () => (failures-- > 0 ? Promise.reject(new Error('down')) : rules) });
      let asked = 0;
      const cache = { ...createSharedStore(clock), [operation]: () => (asked++, never()) };
      const planner = createFeePlanner({ source, cache, clock, network: 'test' });
      const first = await settled(operation === 'delete' ? planner.plan(call).catch(String) : planner.plan(call));
      if (operation === 'delete') expect(first.result).toBe('Error: down');
      expect(first.took).toBeGreaterThanOrEqual(3_000);
      expect(first.took).toBeLessThan(3_100);
      for (let plan = 0; plan < 3; plan++) {
        const { took, result } = await settled(planner.plan(call, across));
        expect(result).toMatchObject({ feeLimit: 4_454_900n });
        expect(took).toBeLessThan(100);
      }
      expect(asked).toBe(1);
    },
  );

  test('is asked again half a minute later, and used if it answers', async () => {
    const clock = createManualClock();
    const { get, ...cache } = createSharedStore(clock);
    let settles = false;
    let asked = 0;
    const hanging = { ...cache, get: (key: string) => (asked++, settles ? get(key) : never()) };
    const source = createFakeSource();
    const planner = createFeePlanner({ source, cache: hanging, clock, network: 'test' });
    await settled(planner.plan(call));
    settles = true;
    clock.time += 29_999;
    await settled(planner.plan(call));
    expect(asked).toBe(1);
    clock.time += 1;
    await settled(planner.plan(call));
    expect(asked).toBeGreaterThan(1);
    expect(countOf(source.requests, 'rules')).toBe(3);
    await settled(planner.plan(call));
    expect(countOf(source.requests, 'rules')).toBe(3);
  });

  test('leaves no timer behind an operation that settles', async () => {
    const clock = createManualClock();
    const cache = createSharedStore(clock);
    const planned = createFeePlanner({ source: createFakeSource(), cache, clock, network: 'test' }).plan(call);
    await vi.advanceTimersByTimeAsync(100);
    expect((await planned).feeLimit).toBe(3_710_500n);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a planner without a clock', () => {
  beforeEach(() => void vi.useFakeTimers({ now: NOW }));
  afterEach(() => void vi.useRealTimers());

  test('waits by the system clock for a leader that never answers', async () => {
    const cache = { get: () => undefined, set: () => undefined, createIfAbsent: () => false };
    const planner = createFeePlanner({ source: createFakeSource(), cache, network: 'test', estimate: 'simulation' });
    let planned: FeePlan | undefined;
    void planner.plan(call, { horizonMs: HOUR - 8_000 }).then((plan) => (planned = plan));
    await vi.advanceTimersByTimeAsync(9_900);
    expect(planned).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    // The parameters and the factor take five seconds each; the first bring the maintenance within the horizon.
    expect(planned).toMatchObject({ method: 'across-cycle', validUntil: NOW + 7 * HOUR - 3_000 });
  });
});

describe('cache entries', () => {
  const createFilledCache = async () => {
    const clock = createManualClock();
    const cache = createSharedStore(clock);
    await createFeePlanner({ source: createFakeSource(), cache, clock, network: 'test' }).plan(call, across);
    return { clock, cache };
  };
  const findKey = (cache: ReturnType<typeof createSharedStore>, what: string) =>
    [...cache.entries.keys()].find((key) => key.includes(what)) ?? '';

  test('are strings under keys with a version, for as long as they are valid', async () => {
    const { cache } = await createFilledCache();
    for (const [key, { value }] of cache.entries) {
      expect(key).toMatch(/^coin-fee\/1\//);
      expect(typeof value).toBe('string');
    }
    expect(cache.entries.get(findKey(cache, 'rules'))?.until).toBe(NOW + HOUR);
    expect(cache.entries.get(findKey(cache, 'contract'))?.until).toBe(NOW + 2 * HOUR);
  });

  test('are used if they are valid', async () => {
    const { clock, cache } = await createFilledCache();
    const source = createFakeSource();
    await createFeePlanner({ source, cache, clock, network: 'test' }).plan(call, across);
    expect(source.requests).toEqual(['simulate']);
    expect(clock.time).toBe(NOW);
  });

  const forge =
    (change: (entry: { key: string; until: number; value: Record<string, unknown> }) => unknown) => (text: string) => {
      const entry = JSON.parse(text) as { key: string; until: number; value: Record<string, unknown> };
      return JSON.stringify(change(entry) ?? entry);
    };
  test.each<[string, (text: string) => unknown]>([
    ['malformed JSON', () => '{'],
    ['an empty string', () => ''],
    ['null', () => 'null'],
    ['a number', () => 7],
    ['an object', (text) => JSON.parse(text)],
    ['without a price', forge(({ value }) => void delete value['energyPrice'])],
    ['with a price of 0', forge(({ value }) => void (value['energyPrice'] = '0n'))],
    ['with a price as a number', forge(({ value }) => void (value['energyPrice'] = 1))],
    ['with a fractional price', forge(({ value }) => void (value['energyPrice'] = '1.5n'))],
    ['with a time that is a string', forge(({ value }) => void (value['nextMaintenance'] = 'soon'))],
    ['under the wrong key', forge((entry) => void (entry.key = 'coin-fee/1/test/contract'))],
    ['that have expired', forge((entry) => void (entry.until = NOW))],
    ['that claim to be valid for more than 25 hours', forge((entry) => void (entry.until = NOW + 25 * HOUR + 1))],
  ])('are ignored: %s', async (_, corrupt) => {
    const { clock, cache } = await createFilledCache();
    const key = findKey(cache, 'rules');
    const entry = cache.entries.get(key);
    cache.entries.set(key, { value: corrupt(entry?.value ?? '') as string, until: Infinity });
    const source = createFakeSource();
    const plan = await createFeePlanner({ source, cache, clock, network: 'test' }).plan(call);
    expect(plan.feeLimit).toBe(3_710_500n);
    expect(countOf(source.requests, 'rules')).toBe(1);
  });

  test('are used if they are valid for at most 25 hours', async () => {
    const { clock, cache } = await createFilledCache();
    const key = findKey(cache, 'rules');
    const value = forge((entry) => void (entry.until = NOW + 25 * HOUR))(cache.entries.get(key)?.value ?? '');
    cache.entries.set(key, { value, until: Infinity });
    const source = createFakeSource();
    await createFeePlanner({ source, cache, clock, network: 'test' }).plan(call);
    expect(countOf(source.requests, 'rules')).toBe(0);
  });

  test('are read from the network if the store fails', async () => {
    const broken = () => Promise.reject(new Error('store down'));
    const cache: PlanStore = { get: broken, set: broken, createIfAbsent: broken, delete: broken };
    const source = createFakeSource();
    const planner = createFeePlanner({ source, cache, clock: createManualClock(), network: 'test' });
    expect((await planner.plan(call)).feeLimit).toBe(3_710_500n);
    expect((await planner.plan(call)).feeLimit).toBe(3_710_500n);
    expect(countOf(source.requests, 'rules')).toBe(2);
  });
});
