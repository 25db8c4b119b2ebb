import { loadCost } from '@coin/fee/resources';
import { describe, expect, test } from 'vitest';
import { readAddress } from '../src/playground/address/address-state.ts';
import { csvOf, readingAt, tableOf } from '../src/playground/chart/chart-data.ts';
import { logScale } from '../src/playground/resources/log-scale.ts';
import { compareResources, type ResourceCosts, type WayToPay } from '../src/playground/resources/model.ts';
import {
  resourcesCharts,
  resourcesFields,
  resourcesInput,
  resourcesText,
  stakeScale,
  volumeScale,
  waysTable,
} from '../src/playground/resources/view.ts';

const compared = (query: string) =>
  compareResources(resourcesInput(readAddress(resourcesFields, query)), () => undefined);

function wayOf({ ways }: ResourceCosts, name: WayToPay['way']): WayToPay {
  const way = ways.find((one) => one.way === name);
  if (way === undefined) throw new Error(`There is no way ${name}.`);
  return way;
}

test('each way costs the sum of its parts, and no way is cheaper than the cheapest mix', () => {
  const costs = compared('?transactions=100&stake=200000');
  const cheapest = wayOf(costs, 'cheapest');
  for (const { burned, rent, stakeCost, total } of costs.ways) {
    expect(total).toBe(burned + rent + stakeCost);
    expect(total).toBeGreaterThanOrEqual(cheapest.total);
  }
  expect(wayOf(costs, 'rent').energyStake).toBe(0n);
  expect(wayOf(costs, 'stake').rent).toBe(0n);
  expect(wayOf(costs, 'burn').stakeCost).toBe(0n);
});

test('charges the stake of the address call by call, for thirty days', () => {
  const costs = compared('?transactions=24&energy=50000&stake=20000&yearly=1000');
  const network = {
    energy: { limit: 180_000_000_000n, weight: 19_000_000_000n },
    bandwidth: { limit: 43_200_000_000n, weight: 26_500_000_000n },
    freeBandwidth: 600,
    prices: { energy: 100n, bandwidth: 1_000n },
  };
  const load = {
    kinds: { call: { size: 345, energy: 50_000n } },
    transactions: { from: 0, hours: 720, perHour: [{ call: 1 }] },
  };
  const { burned } = loadCost({ load, network, mix: { energyStake: 20_000_000_000n } });
  expect(burned.energy).toBeGreaterThan(0n);
  const own = wayOf(costs, 'own-stake');
  expect(own.burned).toBe(burned.total);
  // 20,000 coin at 10 % a year, for 30 of 365 days.
  expect(own.stakeCost).toBe(164_383_561n);
  expect(costs.own.total).toBe(burned.energy + 164_383_561n);
});

test('calls within an hour need more stake than calls over the day, and no return makes stake free', () => {
  const stakeOf = (query: string) => wayOf(compared(`?transactions=100${query}`), 'stake').energyStake;
  expect(stakeOf('&sent=hour')).toBeGreaterThan((stakeOf('') * 15n) / 10n);
  expect(wayOf(compared('?transactions=100&yearly=0&stake=1000000'), 'own-stake').stakeCost).toBe(0n);
});

test('rent is taken up to the price that a rented unit saves: once in a burst, up to twice over the day', () => {
  const rentOf = (query: string) => wayOf(compared(`?transactions=100${query}`), 'rent').rent;
  expect(rentOf('&sent=hour&rental=80')).toBeGreaterThan(0n);
  expect(rentOf('&sent=hour&rental=130')).toBe(0n);
  expect(rentOf('&sent=day&rental=130')).toBeGreaterThan(0n);
  expect(rentOf('&sent=day&rental=250')).toBe(0n);
});

test('the charts hold the curve and the reader’s stake in order, and the table writes both', () => {
  const costs = compared('?transactions=100&stake=123000');
  const charts = resourcesCharts(costs);
  const [cost, breakEven] = charts;
  expect(cost.x).toEqual([...cost.x].sort((one, other) => one - other));
  const at = cost.x.indexOf(123_000);
  expect(cost.series[1]?.values.map((value) => value !== undefined)).toEqual(cost.x.map((x) => x === 123_000));
  expect(readingAt(cost, at)).toMatch(/^Stake for energy in coin 123,000: .*Your stake, nothing rented [\d,.]+$/);
  expect(cost.levels?.[0]?.value).toBe(costs.burnedEnergy);
  expect(breakEven.levels).toEqual([{ name: 'Alternative yield: 4 %', value: 400n }]);
  // A stake pays off exactly while its break-even is above the alternative yield.
  const none = costs.curve[0]?.total ?? 0n;
  for (const { breakEvenBps, total } of costs.curve.slice(1)) {
    if ((breakEvenBps ?? 0n) > 401n) expect(total).toBeLessThan(none);
    if ((breakEvenBps ?? 0n) < 399n) expect(total).toBeGreaterThan(none);
  }
  const { head, rows } = tableOf(charts);
  expect(head).toEqual([
    'Stake for energy in coin',
    'Best with this stake',
    'Your stake, nothing rented',
    'Break-even',
  ]);
  expect(rows[at]?.[0]).toBe('123,000');
  expect(csvOf({ head, rows }).split('\r\n')[at + 1]).toMatch(/^123000,/);
});

test('the table and the text say what each way costs', () => {
  const costs = compared('?transactions=10&energy=10000&stake=0');
  const { head, rows } = waysTable(costs);
  expect(head.at(-1)).toBe('Total');
  expect(rows.map(([name]) => name)).toEqual([
    'Burn everything',
    'Your stake, burn the rest',
    'Rent, burn the rest',
    'Stake, burn the rest',
    'Stake, rent and burn',
  ]);
  expect(rows[1]?.at(-1)).toBe(rows[0]?.at(-1));
  expect(resourcesText(costs)).toMatch(
    /^The cheapest mix costs [\d,.]+ coin for 30 days, \d+ % less than burning everything\. Your stake saves 0 coin/,
  );
  expect(resourcesText(compared('?transactions=10&energy=1&stake=100000000'))).toContain('Your stake loses ');
});

test('an address with values out of bounds shows the initial ones', () => {
  const state = readAddress(resourcesFields, '?transactions=9&energy=1.5&sent=never&stake=-1&rental=0&yearly=99999');
  expect(state).toEqual(readAddress(resourcesFields, ''));
});

describe('the scale of a slider', () => {
  test.each([
    ['calls', volumeScale, 10, 10_000],
    ['stakes', stakeScale, 0, 100_000_000],
  ])('for %s has whole values that rise from end to end, each with its own position', (_, scale, first, last) => {
    const values = Array.from({ length: scale.positions + 1 }, (__, position) => scale.valueAt(position));
    expect([values[0], values.at(-1)]).toEqual([first, last]);
    expect(values).toEqual([...new Set(values)].sort((one, other) => one - other));
    expect(values.every(Number.isInteger)).toBe(true);
    expect(values.map((value) => scale.positionOf(value))).toEqual(values.map((__, position) => position));
  });

  test('puts values outside at its ends', () => {
    const scale = logScale({ min: 1_000, max: 100_000, hasZero: true });
    expect([0, 499, 501, 1_000_000].map(scale.positionOf)).toEqual([0, 0, 1, scale.positions]);
    expect(logScale({ min: 10, max: 100, hasZero: false }).positionOf(0)).toBe(0);
  });
});
