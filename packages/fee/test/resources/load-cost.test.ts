import { nextEnergyFactor } from '@coin/fee';
import {
  applyResourceEvent,
  type Load,
  loadCost,
  type LoadCostOptions,
  type ResourceEvent,
  type ResourceLedger,
  type ResourceNetwork,
} from '@coin/fee/resources';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const COIN = 1_000_000n;
const HOUR = 3_600_000;
const START = 1_700_000_001_000 - (1_700_000_001_000 % HOUR);

const network: ResourceNetwork = {
  energy: { limit: 180_000_000_000n, weight: 8_001n },
  bandwidth: { limit: 43_200_000_000n, weight: 12_202n },
  freeBandwidth: 600,
  prices: {
    energy: 100n,
    bandwidth: 1_000n,
    accountCreation: 100_000n,
    accountCreationInContract: COIN,
    memo: COIN,
    multiSign: COIN,
  },
};
const kinds = {
  call: { size: 345, energy: 64_285n },
  coin: { size: 267, memoSize: 5 },
  account: { size: 280, createsAccount: true, signatures: 2 },
};

const loads: fc.Arbitrary<Load> = fc.record({
  kinds: fc.constant(kinds),
  transactions: fc.array(
    fc.record({
      kind: fc.constantFrom('call', 'coin', 'account'),
      time: fc.nat(90_000).map((slot) => START + slot * 3_000),
    }),
    { minLength: 1, maxLength: 30 },
  ),
});
const mixes = fc.record({
  energyStake: fc.constantFrom(0n, 1_500n, COIN, 3n * COIN),
  bandwidthStake: fc.constantFrom(0n, COIN),
  rentals: fc.array(
    fc.record({
      resource: fc.constantFrom('ENERGY' as const, 'BANDWIDTH' as const),
      amount: fc.bigInt(COIN, 5n * COIN),
      from: fc.nat(80_000).map((slot) => START + slot * 3_000),
      until: fc.nat(80_000).map((slot) => START + 270_000_000 + slot * 3_000),
      price: fc.bigInt(0n, COIN),
    }),
    { maxLength: 2 },
  ),
});

/** The same as events, one by one. */
function applyLoad({ load, mix: { energyStake = 0n, bandwidthStake = 0n, rentals = [] } = {} }: LoadCostOptions) {
  let ledger: ResourceLedger = { network, accounts: {} };
  let [total, energy] = [0n, 0n];
  const staked = [
    ['ENERGY', energyStake],
    ['BANDWIDTH', bandwidthStake],
  ] as const;
  const events: ResourceEvent[] = staked.flatMap(([resource, amount]) =>
    amount < COIN ? [] : { kind: 'stake', owner: 'A', resource, amount },
  );
  const timed: (ResourceEvent & { time: number })[] = rentals.flatMap(({ resource, amount, from, until }) => {
    const loan = { owner: 'TLender', receiver: 'A', resource, amount };
    return [
      { kind: 'undelegate', ...loan, time: until },
      { kind: 'delegate', ...loan, time: from },
    ] as const;
  });
  for (const { kind, time } of load.transactions as { kind: keyof typeof kinds; time: number }[])
    timed.push({ kind: 'transaction', owner: 'A', time, ...kinds[kind] });
  for (const event of [...events, ...timed.sort((one, other) => one.time - other.time)]) {
    const applied = applyResourceEvent(ledger, event);
    ledger = applied.ledger;
    total += applied.fee?.total ?? 0n;
    energy += applied.fee?.energy ?? 0n;
  }
  return { total, energy, account: ledger.accounts['A'] };
}

test('a load burns as much as its transactions one by one, under any mix', () =>
  fc.assert(
    fc.property(loads, mixes, (load, mix) => {
      // Less than a coin can't be staked by a transaction, but an account may have it.
      const account = mix.energyStake === 1_500n ? { energy: { stake: 1_500n } } : {};
      const staked = mix.energyStake === 1_500n ? { ...mix, energyStake: 0n } : mix;
      const cost = loadCost({ load, mix: staked, network });
      const { total, energy, account: after } = applyLoad({ load, mix: staked, network });
      expect(cost.burned).toMatchObject({ total, energy });
      expect(cost.account).toEqual(after);
      expect(cost.rent).toBe(mix.rentals.reduce((sum, { price }) => sum + price, 0n));
      // A fraction of a coin is worth nothing to calls.
      expect(loadCost({ load, mix, network, account }).burned).toEqual(cost.burned);
    }),
  ));

test('the hours of a load add up to its sum', () =>
  fc.assert(
    fc.property(loads, mixes, (load, mix) => {
      const { hours, ...cost } = loadCost({ load, mix, network });
      const sumOf = (pick: (hour: (typeof hours)[number]) => bigint) =>
        hours.reduce((sum, hour) => sum + pick(hour), 0n);
      expect(sumOf((hour) => hour.burned.total)).toBe(cost.burned.total);
      expect(sumOf((hour) => hour.burned.energy)).toBe(cost.burned.energy);
      expect(sumOf((hour) => hour.stakedEnergy)).toBe(cost.stakedEnergy);
      expect(sumOf((hour) => hour.stakedBandwidth + hour.freeBandwidth)).toBe(
        cost.stakedBandwidth + cost.freeBandwidth,
      );
      expect(sumOf((hour) => BigInt(hour.transactions))).toBe(BigInt(cost.transactions));
      expect(hours.map(({ time }) => time)).toEqual(hours.map(({ time }) => time).sort((a, b) => a - b));
    }),
  ));

test('transactions per hour are spread over it evenly, and hours repeat', () => {
  const transactions = { from: START, hours: 5, perHour: [{ call: 2 }, {}, { coin: 3 }] };
  const times = [0, 0.5, 3, 3.5].map((hour) => ({ kind: 'call', time: START + hour * HOUR }));
  for (let index = 0; index < 3; index++) times.push({ kind: 'coin', time: START + 2 * HOUR + index * 1_200_000 });
  const spread = loadCost({ load: { kinds, transactions }, network, mix: { energyStake: COIN } });
  expect(spread).toEqual(loadCost({ load: { kinds, transactions: times }, network, mix: { energyStake: COIN } }));
  expect(spread.hours.map(({ time, transactions: count }) => [(time - START) / HOUR, count])).toEqual([
    [0, 2],
    [2, 3],
    [3, 2],
  ]);
});

test('a load that is spread over the day gets twice its daily limit from stake', () => {
  // Recovered usage is replaced immediately, over a window of half a day.
  const wide = { ...network, energy: { limit: 180_000_000_000n, weight: 19_000_000_000n } };
  const load = { kinds, transactions: { from: START, hours: 24 * 6, perHour: [{ call: 40 }] } };
  const perDay = 24n * 40n * 64_285n;
  const coins = (perDay * 19n) / 180n;
  const burnedLastDay = (stake: bigint) =>
    loadCost({ load, network: wide, mix: { energyStake: stake * COIN } })
      .hours.slice(-24)
      .reduce((sum, { burned }) => sum + burned.energy, 0n);
  expect(burnedLastDay((coins * 52n) / 100n)).toBe(0n);
  expect(burnedLastDay((coins * 48n) / 100n)).toBeGreaterThan(0n);
  expect(burnedLastDay((coins * 48n) / 100n)).toBeLessThan((perDay * 100n * 6n) / 100n);
});

const rules = { threshold: 1_000_000n, increaseFactor: 2_000n, maxFactor: 34_000n };
const factors = {
  ...rules,
  nextMaintenance: START + HOUR,
  maintenanceIntervalMs: HOUR,
};

test('the factor of a contract follows its usage, cycle by cycle', () => {
  const load = {
    kinds: { call: { size: 345, energy: 60_000n, contract: 'token', charges: [{ energy: 3n, count: 20_000 }] } },
    transactions: { from: START, hours: 6, perHour: [{ call: 20 }, { call: 1 }, { call: 20 }, {}, {}, { call: 1 }] },
  };
  const { hours, contracts } = loadCost({ load, network, factors, contracts: { token: { energyFactor: 0n } } });
  // 3 units of energy have a penalty of 0 under 0.2, of 1 under 0.34 and more, and of 0 under 0.14.
  const factorAfter = (energyFactor: bigint, energyUsage: bigint, cycles: number) =>
    nextEnergyFactor({ energyFactor, energyUsage, cycles, ...rules });
  let factor = 0n;
  const expected = [20n * 60_000n];
  for (const [count, used, cycles] of [
    [1n, 1_200_000n, 1],
    [20n, 60_000n, 1],
    [1n, 1_200_000n, 3],
  ] as const) {
    factor = factorAfter(factor, used, cycles);
    expected.push(count * (60_000n + 20_000n * ((3n * factor) / 10_000n)));
  }
  expect(hours.map(({ burned }) => burned.energy)).toEqual(expected.map((energy) => energy * 100n));
  expect(contracts).toEqual({ token: { energyFactor: factor, energyUsage: 60_000n } });
});

test('a call in the block after a maintenance has the factor of the new cycle', () => {
  const energyAt = (time: number) =>
    loadCost({
      load: {
        kinds: { call: { size: 345, energy: 60_000n, contract: 'token' } },
        transactions: [{ kind: 'call', time }],
      },
      network,
      factors,
      contracts: { token: { energyFactor: 0n, energyUsage: 1_000_001n } },
    }).burned.energy;
  expect(energyAt(factors.nextMaintenance - 3_000)).toBe(6_000_000n);
  expect(energyAt(factors.nextMaintenance)).toBe(7_200_000n);
});

test('a factor also follows the usage of others', () => {
  const load = {
    kinds: { call: { size: 345, energy: 60_001n, contract: 'token' } },
    transactions: [2.5, 3.5].map((hour) => ({ kind: 'call', time: START + hour * HOUR })),
  };
  const token = { energyFactor: 34_000n, energyUsage: 0n, othersPerCycle: 900_000n };
  const idle = loadCost({ load, network, factors, contracts: { token } });
  // 34000 31800 29710 27724: one decrease after the other.
  expect(idle.contracts['token']?.energyFactor).toBe(27_724n);
  // Rounded up, without charges.
  const energy = [29_710n, 27_724n].reduce(
    (sum, factor) => sum + (60_001n * (10_000n + factor) + 9_999n) / 10_000n,
    0n,
  );
  expect(idle.burned.energy).toBe(energy * 100n);
  const busy = { ...token, othersPerCycle: 1_000_001n, energyFactor: 0n };
  expect(loadCost({ load, network, factors, contracts: { token: busy } }).contracts['token']).toEqual({
    energyFactor: 4_400n + 2_880n,
    energyUsage: 1_000_001n + 60_001n,
  });
});

const oneCall = {
  kinds: { call: { size: 345, energy: 60_001n, contract: 'token' } },
  transactions: [{ kind: 'call', time: START }],
};

test('the use of others changes a factor over any number of cycles as it does cycle by cycle', () => {
  const uses = fc.bigInt(0n, 2_000_000n);
  fc.assert(
    fc.property(
      fc.record({ energyFactor: fc.bigInt(0n, 34_000n), energyUsage: uses, othersPerCycle: fc.bigInt(1n, 2_000_000n) }),
      fc.nat(60),
      (token, cycles) => {
        const schedule = { ...rules, nextMaintenance: START - HOUR * cycles, maintenanceIntervalMs: HOUR };
        let { energyFactor } = token;
        let energyUsage = token.energyUsage + token.othersPerCycle;
        for (let cycle = 0; cycle <= cycles; cycle++) {
          energyFactor = nextEnergyFactor({ ...rules, energyFactor, energyUsage });
          energyUsage = token.othersPerCycle;
        }
        const walked = { energyFactor, energyUsage: energyUsage + 60_001n };
        const { contracts } = loadCost({ load: oneCall, network, factors: schedule, contracts: { token } });
        expect(contracts['token']).toEqual(walked);
      },
    ),
  );
});

test.each([1_000_001n, 1_000_000n])('counts a maintenance per millisecond since 1970 with a use of %d', (others) => {
  const token = { energyFactor: 5_000n, othersPerCycle: others };
  const [nextMaintenance, maintenanceIntervalMs] = [0, 1];
  const schedule = { ...rules, nextMaintenance, maintenanceIntervalMs };
  const { contracts } = loadCost({ load: oneCall, network, factors: schedule, contracts: { token } });
  expect(contracts['token']?.energyFactor).toBe(others > rules.threshold ? rules.maxFactor : 0n);
});

test('reads the time between maintenances once', () => {
  const token = { energyFactor: 5_000n, othersPerCycle: 1n };
  const intervals = [HOUR];
  const schedule = {
    ...rules,
    nextMaintenance: START - 5 * HOUR,
    get maintenanceIntervalMs() {
      return intervals.pop() ?? 0;
    },
  };
  const cost = (given: typeof factors) =>
    loadCost({ load: oneCall, network, factors: given, contracts: { token } }).burned;
  expect(cost(schedule)).toEqual(cost({ ...factors, nextMaintenance: START - 5 * HOUR }));
});

test.each<[string, Partial<LoadCostOptions>]>([
  ['a kind that does not exist', { load: { kinds, transactions: [{ kind: 'calls', time: START }] } }],
  [
    'a contract that does not exist',
    { load: { kinds: { call: { size: 1, contract: 'x' } }, transactions: [{ kind: 'call', time: 1 }] } },
  ],
  ['no hours to repeat', { load: { kinds, transactions: { from: START, hours: 5, perHour: [] } } }],
  [
    'more transactions than memory has room for',
    { load: { kinds, transactions: { from: 0, hours: 2, perHour: [{ call: 6_000_000 }] } } },
  ],
  [
    'a rental that ends before it begins',
    { mix: { rentals: [{ resource: 'ENERGY', amount: COIN, from: 2, until: 1 }] } },
  ],
  [
    'a rental of less than a coin',
    { mix: { rentals: [{ resource: 'ENERGY', amount: COIN - 1n, from: 1, until: 2 }] } },
  ],
  ['contracts without rules of their factors', { contracts: { token: { energyFactor: 0n } } }],
  ['a network without a price that is needed', { network: { ...network, prices: {} } }],
])('a load with %s is rejected', (_, options) => {
  const load = { kinds, transactions: [{ kind: 'call', time: START }] };
  expect(() => loadCost({ load, network, ...options })).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
});
