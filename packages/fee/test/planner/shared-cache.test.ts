import { createFeePlanner, type PlanStore } from '@coin/fee/planner';
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

describe('planners of one store', () => {
  test('read each parameter and factor once per cycle', async () => {
    const clock = createManualClock();
    let cycle = 0;
    const source = createFakeSource({
      rules: () => ({ ...rules, nextMaintenance: NOW + HOUR + cycle * 6 * HOUR }),
      simulate: (call) => ({ ...simulation, touched: [call.contract ?? ''] }),
    });
    const cache = createSharedStore(clock);
    const planAll = async () => {
      for (let index = 0; index < 12; index++) {
        const planner = createFeePlanner({ source, cache, clock, network: 'test' });
        await planner.plan({ ...call, contract: `T${index % 3}` }, { method: 'energy-factor' });
      }
    };
    await planAll();
    expect(countOf(source.requests, 'rules')).toBe(1);
    expect(countOf(source.requests, 'contract')).toBe(3);
    cycle = 1;
    clock.time = NOW + HOUR;
    await planAll();
    expect(countOf(source.requests, 'rules')).toBe(2);
    expect(countOf(source.requests, 'contract')).toBe(6);
  });

  test('read for themselves until the store has an answer', async () => {
    const clock = createManualClock();
    const cache = createSharedStore(clock);
    const source = createFakeSource();
    const planners = Array.from({ length: 4 }, () => createFeePlanner({ source, cache, clock, network: 'test' }));
    for (let round = 0; round < 2; round++) await Promise.all(planners.map((planner) => planner.plan(call)));
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

describe('a store that never answers', () => {
  const never = () => new Promise<never>(() => {});

  test.each(['get', 'set'] as const)('holds up a plan until its signal aborts: %s', async (operation) => {
    const clock = createManualClock();
    const cache = { ...createSharedStore(clock), [operation]: never };
    const controller = new AbortController();
    const planned = createFeePlanner({ source: createFakeSource(), cache, clock, network: 'test' }).plan(call, {
      signal: controller.signal,
    });
    await pause(5);
    controller.abort('cancelled by the caller');
    await expect(planned).rejects.toBe('cancelled by the caller');
  });
});

describe('a planner without a clock', () => {
  beforeEach(() => void vi.useFakeTimers({ now: NOW }));
  afterEach(() => void vi.useRealTimers());

  test('takes the time of the system', async () => {
    const planner = createFeePlanner({ source: createFakeSource() });
    expect(await planner.plan(call, { horizonMs: HOUR - 3_001 })).toMatchObject({ method: 'estimate' });
    vi.setSystemTime(NOW + 1);
    expect(await planner.plan(call, { horizonMs: HOUR - 3_001 })).toMatchObject({ method: 'across-cycle' });
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
    const cache: PlanStore = { get: broken, set: broken };
    const source = createFakeSource();
    const planner = createFeePlanner({ source, cache, clock: createManualClock(), network: 'test' });
    expect((await planner.plan(call)).feeLimit).toBe(3_710_500n);
    expect((await planner.plan(call)).feeLimit).toBe(3_710_500n);
    expect(countOf(source.requests, 'rules')).toBe(2);
  });
});
