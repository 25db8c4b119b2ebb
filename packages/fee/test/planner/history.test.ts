import { createEnergyHistory } from '@coin/fee/planner';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call } from '../support/fake-source.ts';

const energies = fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 200 });
const createHistory = (values: bigint[]) => {
  const history = createEnergyHistory();
  for (const energy of values) history.record({ ...call, energy });
  return history;
};

describe('EnergyHistory', () => {
  test('reports count, minimum and maximum of all calls, and the median of the last 64', () => {
    fc.assert(
      fc.property(energies, (values) => {
        const ascending = (amounts: bigint[]) => amounts.toSorted((a, b) => (a < b ? -1 : 1));
        const sorted = ascending(values);
        const last = ascending(values.slice(-64));
        expect(createHistory(values).get(call)).toMatchObject({
          count: values.length,
          min: sorted[0],
          max: sorted.at(-1),
          median: last[Math.floor(last.length / 2)],
        });
      }),
    );
  });

  test('reports a median that at least half of the last calls did not exceed', () => {
    expect(createHistory([1n, 1n, 100n]).get(call)?.median).toBe(1n);
    expect(createHistory([1n, 3n]).get(call)?.median).toBe(3n);
  });

  test('bounds its size in values and in functions', () => {
    const history = createEnergyHistory({ maxFunctions: 3 });
    for (let energy = 1n; energy < 10n ** 15n; energy = energy * 2n + 1n) {
      for (let i = 0; i < 20; i++) history.record({ ...call, energy: energy + BigInt(i) * (energy / 20n) });
    }
    expect(history.dump().length).toBeLessThan(2_000);
    for (const functionSelector of ['a()', 'b()', 'c()']) history.record({ ...call, functionSelector, energy: 1n });
    expect(history.get(call)).toBeUndefined();
    expect(history.get({ ...call, functionSelector: 'c()' })?.count).toBe(1);
  });

  test('drops the function that was not recorded for the longest time first', () => {
    const history = createEnergyHistory({ maxFunctions: 2 });
    const known = (functionSelector: string) => history.get({ ...call, functionSelector })?.count;
    for (const functionSelector of ['a()', 'b()', 'a()', 'c()'])
      history.record({ ...call, functionSelector, energy: 1n });
    expect(['a()', 'b()', 'c()'].map(known)).toEqual([2, undefined, 1]);
  });

  test('distinguishes functions by contract and selector, and data by its first four bytes', () => {
    const history = createEnergyHistory();
    const { owner, contract } = call;
    history.record({ contract, data: `0xA9059CBB${'00'.repeat(64)}`, energy: 5n });
    expect(history.get({ owner, contract, data: `a9059cbb${'11'.repeat(64)}` })?.max).toBe(5n);
    expect(history.get({ owner, contract: 'TOther', data: 'a9059cbb' })).toBeUndefined();
    expect(history.get({ owner, contract, data: '095ea7b3' })).toBeUndefined();
    expect(history.get({ owner, data: 'a9059cbb' })).toBeUndefined();
  });

  test('subtracts the penalty, adds stipends, and rejects a penalty above the energy', () => {
    const history = createEnergyHistory();
    history.record({ ...call, energy: 37_105n, energyPenalty: 9_401n });
    expect(history.get(call)?.max).toBe(27_704n);
    history.record({ ...call, energy: 30_000n, valueCalls: 1 });
    expect(history.get(call)?.max).toBe(32_300n);
    expect(() => history.record({ ...call, energy: 5n, energyPenalty: 6n })).toThrow(
      'Invalid energyPenalty "6": it must be a bigint from 0 to 5 units of energy.',
    );
  });

  test('reports the contracts that ran only if they are known for every call', () => {
    const history = createEnergyHistory();
    history.record({ ...call, energy: 1n, touched: ['TToken'] });
    history.record({ ...call, energy: 1n, touched: ['TToken', 'TOther'] });
    expect(history.get(call)?.touched).toEqual(['TToken', 'TOther']);
    history.record({ ...call, energy: 1n });
    history.record({ ...call, energy: 1n, touched: ['TToken'] });
    expect(history.get(call)?.touched).toEqual([]);
  });

  test('reports the contracts that ran if they are at most 32', () => {
    const contracts = Array.from({ length: 33 }, (_, index) => `T${index}`);
    const touchedOf = (touched: string[]) => {
      const history = createEnergyHistory();
      history.record({ ...call, energy: 1n, touched });
      return history.get(call)?.touched;
    };
    expect(touchedOf(contracts.slice(1))).toEqual(contracts.slice(1));
    expect(touchedOf(contracts)).toEqual([]);
  });

  test('records no deployments, which have no function', () => {
    const history = createEnergyHistory();
    history.record({ data: '60', energy: 1n });
    expect(history.get({ owner: call.owner, data: '60' })).toBeUndefined();
    expect(history.dump()).toBe(createEnergyHistory().dump());
  });

  test('takes an empty list of contracts as unknown, because at least the called contract ran', () => {
    for (const order of [[['TToken'], []], [[], ['TToken']], [[]]]) {
      const history = createEnergyHistory();
      for (const touched of order) history.record({ ...call, energy: 1n, touched });
      expect(history.get(call)?.touched).toEqual([]);
    }
  });
});

describe('dump', () => {
  test('restores everything', () => {
    fc.assert(
      fc.property(energies, energies, (before, after) => {
        const first = createHistory(before);
        const second = createEnergyHistory({ restored: first.dump() });
        for (const energy of after) for (const history of [first, second]) history.record({ ...call, energy });
        expect(second.get(call)).toEqual(first.get(call));
        expect(second.dump()).toBe(first.dump());
      }),
      { numRuns: scaled(50) },
    );
  });

  test('restores addresses that look like amounts', () => {
    const history = createEnergyHistory();
    const touched = ['T1n', '1nT', '-n', '1.5n'];
    history.record({ ...call, energy: 1n, touched });
    expect(createEnergyHistory({ restored: history.dump() }).get(call)?.touched).toEqual(touched);
  });

  test.each(['', '{', 'null', '[]', '{"version":1,"functions":[]}', '7'])(
    'is ignored by createEnergyHistory if it is %j',
    (restored) => {
      const history = createEnergyHistory({ restored });
      expect(history.get(call)).toBeUndefined();
      history.record({ ...call, energy: 1n });
      expect(history.get(call)?.count).toBe(1);
    },
  );
});
