import { cheapestMix, type Load, loadCost, mixSensitivity, type ResourceNetwork } from '@coin/fee/resources';
import { expect, test } from 'vitest';

const HOUR = 3_600_000;
const START = 1_700_000_001_000 - (1_700_000_001_000 % HOUR);
const YEAR = 31_536_000_000n;

const network: ResourceNetwork = {
  energy: { limit: 180_000_000_000n, weight: 190_000_000n },
  bandwidth: { limit: 43_200_000_000n, weight: 265_000_000n },
  freeBandwidth: 600,
  prices: { energy: 100n, bandwidth: 1_000n },
};
const kinds = { call: { size: 345, energy: 14_285n, contract: 'token' } };
const hourly = (count: number, days: number): Load => ({
  kinds,
  transactions: { from: START, hours: 24 * days, perHour: [{ call: count }] },
});
const rules = {
  contracts: { token: { energyFactor: 3_000n, othersPerCycle: 10n ** 10n } },
  factors: { threshold: 10n ** 9n, increaseFactor: 0n, maxFactor: 34_000n, nextMaintenance: START },
};
const optionsOf = (load: Load) => ({ load, network, stakeCostBps: 2_000n, ...rules });
const small = optionsOf(hourly(4, 3));
const large = optionsOf(hourly(60, 4));
const calls = [0, 20, 60, 120, 200, 240, 150, 200, 180, 120, 60, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const office: Load = { kinds, transactions: { from: START, hours: 96, perHour: calls.map((call) => ({ call })) } };

const scarce = { ...optionsOf(office), network: { ...network, energy: { limit: 60_000_000n, weight: 20_000n } } };

test.each([
  ['compared to the unit', small],
  ['searched as a flow', large],
  // Its stake is a large part of the total, and pays for a part of the energy.
  ['searched as a flow, in a small network', { ...scarce, stakeCostBps: 300_000n }],
])('without a change, nothing costs more than the mix that is cheapest, for a load that is %s', (_, options) => {
  const { rows, ...found } = mixSensitivity({ ...options, changesBps: [0n] });
  expect(found).toEqual(cheapestMix(options));
  expect(rows.map(({ kind }) => kind)).toEqual(['energy-price', 'total-stake', 'factor']);
  for (const { kept, best } of rows) {
    expect(best).toEqual({ mix: found.mix, cost: found.cost });
    expect(Number(kept) / Number(found.cost.total)).toBeCloseTo(1, 6);
  }
});

test.each([
  ['compared to the unit', small, 1.000_01],
  ['searched as a flow', large, 1.02],
])('a kept mix costs what the load costs with it, for a load that is %s', (_, options, most) => {
  const { rows, mix } = mixSensitivity({ ...options, changesBps: [-5_000n, 10_000n] });
  const stakeCost =
    ((mix.energyStake + mix.bandwidthStake) * 2_000n * BigInt(options === small ? 72 : 96) * BigInt(HOUR)) /
    (10_000n * YEAR);
  for (const { kind, changeBps, kept, best } of rows) {
    const share = (value: bigint) => (value * (10_000n + changeBps)) / 10_000n;
    const weighed = ({ limit, weight }: ResourceNetwork['energy']) => ({ limit, weight: share(weight) });
    const changed = {
      'energy-price': { network: { ...network, prices: { ...network.prices, energy: share(100n) } } },
      'total-stake': {
        network: { ...network, energy: weighed(network.energy), bandwidth: weighed(network.bandwidth) },
      },
      factor: { contracts: { token: { ...rules.contracts.token, energyFactor: share(3_000n) } } },
    }[kind];
    const { load, network: same, contracts, factors } = { ...options, ...changed };
    const { burned } = loadCost({ load, network: same, contracts, factors, mix });
    const ratio = Number(kept) / Number(burned.total + stakeCost);
    expect(ratio, `${kind} ${changeBps}`).toBeLessThan(most);
    expect(ratio, `${kind} ${changeBps}`).toBeGreaterThan(1 / most);
    // The best mix is searched on a grid.
    expect(Number(kept) / Number(best.cost.total)).toBeGreaterThan(0.99);
  }
});

test('a higher price of energy makes more stake worthwhile, and more total stake makes each coin yield less', () => {
  const dear = { ...large, load: office, stakeCostBps: 200_000n };
  const { rows, cost } = mixSensitivity({ ...dear, changesBps: [10_000n] });
  const [price, total, factor] = rows;
  expect(price?.best.mix.energyStake).toBeGreaterThan(cheapestMix(dear).mix.energyStake);
  for (const row of [price, total, factor]) expect(row?.best.cost.total).toBeGreaterThan(cost.total);
});

test('a load without contracts has no factors, and one without a price of energy none of its changes', () => {
  const plain: Load = {
    kinds: { coin: { size: 267 } },
    transactions: { from: START, hours: 5, perHour: [{ coin: 3 }] },
  };
  const { rows } = mixSensitivity({
    load: plain,
    network: { ...network, prices: { bandwidth: 1_000n } },
    stakeCostBps: 400n,
    changesBps: [5_000n],
  });
  expect(rows.map(({ kind }) => kind)).toEqual(['energy-price', 'total-stake']);
  expect(rows[0]?.best.cost).toEqual(cheapestMix({ load: plain, network, stakeCostBps: 400n }).cost);
});

test('a stake costs as much as none at the yearly cost that its point of the curve states', () => {
  const { energyCurve, bandwidthCurve } = cheapestMix(large);
  for (const curve of [energyCurve, bandwidthCurve]) {
    expect(curve[0]?.breakEvenBps).toBeUndefined();
    expect(curve.length).toBeGreaterThan(10);
    for (const { stake, total, breakEvenBps = 0n } of curve.slice(1)) {
      const more = ((breakEvenBps - 2_000n) * stake * BigInt(96 * HOUR)) / (10_000n * YEAR);
      const none = curve[0]?.total ?? 0n;
      // To a basis point.
      expect(Number(none - (total + more))).toBeLessThanOrEqual(
        Number((stake * BigInt(96 * HOUR)) / (10_000n * YEAR)) + 2,
      );
      expect(none - (total + more)).toBeGreaterThanOrEqual(-2n);
    }
  }
});

test('rejects a change that leaves nothing', () => {
  expect(() => mixSensitivity({ ...small, changesBps: [-10_000n] })).toThrow(/changesBps/);
});
