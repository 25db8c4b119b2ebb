import {
  cheapestMix,
  type Load,
  loadCost,
  type RentalOffer,
  type ResourceMix,
  type ResourceNetwork,
} from '@coin/fee/resources';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const COIN = 1_000_000n;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = 1_700_000_001_000 - (1_700_000_001_000 % HOUR);
const YEAR = 31_536_000_000n;

/** A coin yields some thousand units of energy and some hundred bytes. */
const network: ResourceNetwork = {
  energy: { limit: 180_000_000_000n, weight: 9_000_000n },
  bandwidth: { limit: 43_200_000_000n, weight: 90_000_000n },
  freeBandwidth: 600,
  prices: { energy: 100n, bandwidth: 1_000n, accountCreation: 100_000n, accountCreationInContract: COIN, memo: COIN },
};
const kinds = {
  call: { size: 345, energy: 14_285n },
  coin: { size: 267, memoSize: 3 },
  account: { size: 280, createsAccount: true },
};

const smallLoads: fc.Arbitrary<Load> = fc.record({
  kinds: fc.constant(kinds),
  transactions: fc.array(
    fc.record({
      kind: fc.constantFrom('call', 'call', 'coin', 'account'),
      time: fc.nat(57_600).map((slot) => START + slot * 3_000),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});
const offersOf = (lots: number) =>
  fc.array(
    fc.record<RentalOffer>({
      resource: fc.constantFrom('ENERGY', 'BANDWIDTH'),
      amount: fc.bigInt(COIN, 3n * COIN),
      durationMs: fc.constantFrom(DAY, 2 * DAY),
      price: fc.bigInt(0n, 3n * COIN),
      lots: fc.constant(lots),
    }),
    { maxLength: 1 },
  );

const durationOf = ({ transactions }: Load): bigint => {
  const times = (transactions as readonly { time: number }[]).map(({ time }) => time);
  return BigInt(Math.max(1, Math.max(...times) - Math.min(...times)));
};
const stakeCost = (coins: bigint, bps: bigint, duration: bigint) =>
  (coins * COIN * bps * duration + 10_000n * YEAR - 1n) / (10_000n * YEAR);

/** Every way to take the lots of an offer in its periods. */
function rentalsOf(offer: RentalOffer | undefined, load: Load): ResourceMix['rentals'][] {
  if (offer === undefined) return [[]];
  const from = Math.min(...(load.transactions as readonly { time: number }[]).map(({ time }) => time));
  const periods = Math.ceil(Number(durationOf(load)) / offer.durationMs);
  let all: NonNullable<ResourceMix['rentals']>[] = [[]];
  for (let index = 0; index < periods; index++) {
    const begin = from + index * offer.durationMs;
    const { resource, amount, price, durationMs } = offer;
    const rental = { resource, amount, price, from: begin, until: begin + durationMs };
    all = all.flatMap((rentals) => [rentals, [...rentals, rental]]);
  }
  return all;
}

test('no mix of whole coins and lots is cheaper for a small load, to the unit', () =>
  fc.assert(
    fc.property(
      smallLoads,
      offersOf(1),
      // Staking is dear, so it is not always best.
      fc.bigInt(0n, 1_000_000n),
      fc.option(fc.bigInt(0n, 6n), { nil: undefined }),
      (load, offers, stakeCostBps, maxCoins) => {
        const limits = maxCoins === undefined ? {} : { maxStake: maxCoins * COIN };
        const found = cheapestMix({ load, network, offers, stakeCostBps, ...limits });
        expect(found.method).toBe('exact');
        const duration = durationOf(load);
        const most = maxCoins ?? 12n;
        let least: bigint | undefined;
        for (const rentals of rentalsOf(offers[0], load)) {
          for (let energy = 0n; energy <= most; energy++) {
            for (let bandwidth = 0n; bandwidth <= (maxCoins === undefined ? 6n : most - energy); bandwidth++) {
              const mix = { energyStake: energy * COIN, bandwidthStake: bandwidth * COIN, rentals: rentals ?? [] };
              const { burned, rent } = loadCost({ load, network, mix });
              const total =
                burned.total +
                rent +
                stakeCost(energy, stakeCostBps, duration) +
                stakeCost(bandwidth, stakeCostBps, duration);
              if (least === undefined || total < least) least = total;
            }
          }
        }
        expect(found.cost.total).toBe(least);
        const { burned, rent } = loadCost({ load, network, mix: found.mix });
        expect(found.cost).toMatchObject({ burned: burned.total, rent });
        expect(found.burnAll).toBe(loadCost({ load, network }).burned.total);
      },
    ),
    { numRuns: 25 },
  ));

const hourly = (perHour: readonly number[], days: number): Load => ({
  kinds,
  transactions: { from: START, hours: 24 * days, perHour: perHour.map((count) => ({ call: count, coin: count >> 2 })) },
});
const evenly = hourly([60], 4);
const office = hourly([0, 0, 0, 0, 0, 0, 0, 20, 60, 120, 200, 240, 150, 200, 180, 120, 60, 20, 0, 0, 0, 0, 0, 0], 4);
const wide: ResourceNetwork = {
  ...network,
  energy: { limit: 180_000_000_000n, weight: 190_000_000n },
  bandwidth: { limit: 43_200_000_000n, weight: 265_000_000n },
};
const YEARLY_BPS = 20_000n;

test.each([
  ['spread over the day', evenly],
  ['in office hours', office],
  ['of a few transactions an hour', hourly([4], 4)],
])('no stake is more than one percent cheaper for a load %s', (_, load) => {
  const { mix, cost, method } = cheapestMix({ load, network: wide, stakeCostBps: YEARLY_BPS });
  expect(method).toBe('approximate');
  const totalOf = (energyStake: bigint, bandwidthStake: bigint) =>
    loadCost({ load, network: wide, mix: { energyStake, bandwidthStake } }).burned.total +
    stakeCost((energyStake + bandwidthStake) / COIN, YEARLY_BPS, BigInt(4 * DAY));
  const found = totalOf(mix.energyStake, mix.bandwidthStake);
  const percent = (part: bigint, of: bigint) => (Number(part) / Number(of)) * 100;
  expect(Math.abs(percent(cost.total - found, found))).toBeLessThan(2);
  for (const share of [0n, 50n, 80n, 90n, 94n, 97n, 99n, 101n, 103n, 106n, 110n, 120n, 200n]) {
    expect(percent(totalOf((mix.energyStake * share) / 100n, mix.bandwidthStake), found)).toBeGreaterThan(99);
    expect(percent(totalOf(mix.energyStake, (mix.bandwidthStake * share) / 100n), found)).toBeGreaterThan(99);
  }
});

test('rents at the hours in which that is cheaper than stake and coin', () => {
  const offer = { resource: 'ENERGY', amount: 5_000n * COIN, durationMs: HOUR, price: 20n * COIN, lots: 5 } as const;
  const options = { load: office, network: wide, stakeCostBps: 1_000_000n };
  const without = cheapestMix(options);
  const { mix, cost } = cheapestMix({ ...options, offers: [offer] });
  expect(mix.rentals.length).toBeGreaterThan(10);
  expect(mix.rentals.every(({ from, until }) => until - from === HOUR && (from - START) % HOUR === 0)).toBe(true);
  expect(cost.rent).toBe(mix.rentals.reduce((sum, { price = 0n }) => sum + price, 0n));
  const { burned, rent } = loadCost({ load: office, network: wide, mix });
  const total = burned.total + rent + cost.stakeCost;
  expect(total).toBeLessThan(without.cost.total);
  expect(Number(total) / Number(cost.total)).toBeGreaterThan(0.97);
  expect(Number(total) / Number(cost.total)).toBeLessThan(1.03);
  // At a price above what it saves, nothing is rented.
  expect(cheapestMix({ ...options, offers: [{ ...offer, price: 10_000n * COIN }] }).mix.rentals).toEqual([]);
});

test('the cheapest mix covers everything with free stake, and nothing with stake that is too expensive', () => {
  const free = cheapestMix({ load: evenly, network: wide, stakeCostBps: 300n, votingRewardBps: 400n });
  expect(free.cost).toMatchObject({ rent: 0n, stakeCost: 0n });
  expect(loadCost({ load: evenly, network: wide, mix: free.mix }).burned.energy).toBe(0n);
  const dear = cheapestMix({
    load: hourly([2], 20),
    network: { ...wide, prices: { ...wide.prices, energy: 1n, bandwidth: 1n } },
    stakeCostBps: 1_000_000n,
  });
  expect(dear.mix).toEqual({ energyStake: 0n, bandwidthStake: 0n, rentals: [] });
  expect(dear.cost.total).toBe(dear.burnAll);
});

test('the curves lead from burning over the best stake to more than is needed', () => {
  const { energyCurve, bandwidthCurve, mix } = cheapestMix({ load: office, network: wide, stakeCostBps: YEARLY_BPS });
  for (const [curve, stake] of [
    [energyCurve, mix.energyStake],
    [bandwidthCurve, mix.bandwidthStake],
  ] as const) {
    const stakes = curve.map((point) => point.stake);
    expect(stakes[0]).toBe(0n);
    expect(stakes).toEqual([...stakes].sort((one, other) => Number(one - other)));
    const least = curve.reduce((best, point) => (point.total < best.total ? point : best));
    expect(least.stake).toBe(stake);
    expect(stakes.at(-1)).toBeGreaterThan(stake);
  }
});

test('a sparse load gets stake for whole transactions, even if no stakes are compared to the unit', () => {
  const load = hourly([1], 15);
  const options = { load, network: wide, stakeCostBps: 400n };
  const { mix, cost } = cheapestMix({ ...options, maxStake: 10n ** 15n });
  const { burned } = loadCost({ load, network: wide, mix });
  const total = burned.total + cost.stakeCost;
  const compared = cheapestMix(options).cost.total;
  expect(Number(total) / Number(compared)).toBeLessThan(1.02);
});

test('a limit of stake is kept', () => {
  const { mix } = cheapestMix({ load: office, network: wide, stakeCostBps: 100n, maxStake: 5_000n * COIN });
  expect(mix.energyStake + mix.bandwidthStake).toBeLessThanOrEqual(5_000n * COIN);
  expect(mix.energyStake).toBeGreaterThan(0n);
});

test('a large load needs prices for the resources that it burns', () => {
  const { energy: _, ...prices } = wide.prices ?? {};
  expect(() => cheapestMix({ load: evenly, network: { ...wide, prices }, stakeCostBps: 1n })).toThrow(/prices\.energy/);
});

test('a load without transactions needs nothing', () => {
  const empty = cheapestMix({ load: { kinds, transactions: [] }, network, stakeCostBps: 100n });
  expect(empty).toMatchObject({ mix: { energyStake: 0n, bandwidthStake: 0n, rentals: [] }, cost: { total: 0n } });
});
