import {
  cheapestMix,
  type Load,
  loadCost,
  type ResourceNetwork,
  whatIf,
  type WhatIfOptions,
} from '@coin/fee/resources';
import { expect, test } from 'vitest';

const COIN = 1_000_000n;
const HOUR = 3_600_000;
const START = 1_700_000_001_000 - (1_700_000_001_000 % HOUR);

const network: ResourceNetwork = {
  energy: { limit: 180_000_000_000n, weight: 1_000_000n },
  bandwidth: { limit: 43_200_000_000n, weight: 100_000_000n },
  freeBandwidth: 600,
  prices: { energy: 100n, bandwidth: 1_000n, memo: COIN },
};
const load: Load = {
  kinds: { call: { size: 345, energy: 50_000n, contract: 'token' }, memo: { size: 300, memoSize: 5 } },
  transactions: [
    { kind: 'call', time: START },
    { kind: 'memo', time: START + 1_000 },
    { kind: 'call', time: START + 2_000 },
  ],
};
const factors = { threshold: 1_000_000n, increaseFactor: 2_000n, maxFactor: 34_000n, nextMaintenance: START + HOUR };
const contracts = { token: { energyFactor: 1_000n } };
const options: WhatIfOptions = { load, network, contracts, factors };

const proposal = (proposalId: number, parameters: Record<string, bigint>, more: object = {}) => ({
  proposalId,
  parameters,
  expirationTime: START + proposalId * HOUR,
  ...more,
});

const rowOf = (parameters: Record<string, bigint>, given: WhatIfOptions = options) => {
  const { rows } = whatIf({ ...given, proposals: [proposal(1, parameters)] });
  return rows.find(({ change }) => change.kind === 'proposal');
};

test('rows are in the order of their earliest times, and closed proposals have none', () => {
  const { rows, burned } = whatIf({
    ...options,
    proposals: [
      proposal(9, { energyFee: 210n }, { status: 'PENDING', proposer: 'T', createTime: 1, approvals: [] }),
      proposal(2, { freeNetLimit: 0n }),
      proposal(3, { energyFee: 1n }, { status: 'CANCELED' }),
    ],
    cycles: 2,
  });
  expect(rows.map(({ change, from }) => [change.kind, (from - START) / HOUR])).toEqual([
    ['highest-factors', 1],
    ['lowest-factors', 1],
    ['proposal', 2],
    ['highest-factors', 7],
    ['lowest-factors', 7],
    ['proposal', 9],
  ]);
  expect(burned).toBe(loadCost(options).burned.total);
  for (const row of rows) {
    expect(row.burned - burned).toBe(row.difference);
    expect(loadCost({ load, ...row.after }).burned.total).toBe(row.burned);
  }
});

test.each<[string, Record<string, bigint>, bigint]>([
  ['energyFee', { energyFee: 210n }, 110_000n * 110n],
  ['getEnergyFee', { getEnergyFee: 210n }, 110_000n * 110n],
  ['freeNetLimit', { freeNetLimit: 0n }, 345_000n],
  ['transactionFee', { transactionFee: 2_000n }, 645_000n],
  ['memoFee', { memoFee: 3n * COIN }, 2n * COIN],
  ['allowDynamicEnergy', { allowDynamicEnergy: 0n }, -1_000_000n],
  ['two parameters', { energyFee: 99n, memoFee: 0n }, -110_000n - COIN],
  ['parameters that do not matter to the load', { totalEnergyLimit: 1n, witnessPayPerBlock: 1n }, 0n],
])('a proposal about %s changes what the load burns by its effect', (_, parameters, difference) => {
  expect(rowOf(parameters)?.difference).toBe(difference);
});

test('a proposal about factors changes the factors that the load causes', () => {
  const later: Load = {
    ...load,
    transactions: [...(load.transactions as []), { kind: 'call', time: START + 2 * HOUR }],
  };
  const given = { ...options, load: later };
  // The two calls before the maintenance are now above the threshold, and the third has the increase.
  expect(rowOf({ dynamicEnergyThreshold: 99_999n }, given)?.difference).toBe(1_375_000n);
  expect(rowOf({ dynamicEnergyThreshold: 99_999n, dynamicEnergyMaxFactor: 1_000n }, given)?.difference).toBe(275_000n);
  expect(rowOf({ maintenanceTimeInterval: 60_000n }, given)?.difference).toBeLessThan(0n);
});

test('factors are bounds: of much use by others, and of none', () => {
  const { rows } = whatIf({ ...options, cycles: 2 });
  expect(rows.map(({ change }) => change)).toEqual([
    { kind: 'highest-factors', cycles: 1, energyFactors: { token: 3_200n } },
    { kind: 'lowest-factors', cycles: 1, energyFactors: { token: 450n } },
    { kind: 'highest-factors', cycles: 2, energyFactors: { token: 5_840n } },
    { kind: 'lowest-factors', cycles: 2, energyFactors: { token: 0n } },
  ]);
  expect(rows.map(({ difference }) => difference)).toEqual([2_200_000n, -550_000n, 4_840_000n, -1_000_000n]);
  // Use that is above the threshold already increases even the lowest factor.
  const used = { token: { energyFactor: 1_000n, energyUsage: 1_000_001n } };
  expect(whatIf({ ...options, contracts: used, cycles: 1 }).rows[1]?.change).toMatchObject({
    energyFactors: { token: 3_200n },
  });
});

test('a contract is unused at the beginning of the cycle in which it has other factors', () => {
  const later: Load = {
    ...load,
    transactions: [...(load.transactions as []), { kind: 'call', time: START + 2 * HOUR }],
  };
  const used = { token: { energyFactor: 1_000n, energyUsage: 1_000_001n } };
  const { rows } = whatIf({ ...options, load: later, contracts: used, cycles: 1 });
  const fresh = { token: { energyFactor: 3_200n } };
  expect(rows.map(({ burned }) => burned)).toEqual(
    [1, 2].map(() => loadCost({ ...options, load: later, contracts: fresh }).burned.total),
  );
});

test.each<[string, Record<string, bigint>]>([
  ['totalEnergyCurrentLimit', { totalEnergyCurrentLimit: 40_000_000_000n }],
  ['totalNetLimit', { totalNetLimit: 4_000_000_000n }],
])('a proposal about %s changes what stake pays', (name, parameters) => {
  const limits = {
    energy: { limit: 80_000_000_000n, weight: 1_000_000n },
    bandwidth: { limit: 43_200_000_000n, weight: 70_000_000n },
  };
  const staked = {
    ...options,
    network: { ...network, ...limits, freeBandwidth: 0 },
    mix: { energyStake: COIN, bandwidthStake: COIN },
  };
  const row = rowOf(parameters, staked);
  expect(row?.difference).toBeGreaterThan(0n);
  const { limit } = row?.after.network[name === 'totalNetLimit' ? 'bandwidth' : 'energy'] ?? {};
  expect(limit).toBe(parameters[name]);
});

test('the rules of a row are options of the search for the cheapest mix', () => {
  const row = rowOf({ energyFee: 1_000n });
  const mixUnder = (given: object) =>
    cheapestMix({ load, stakeCostBps: 1_000_000n, network, contracts, factors, ...given });
  expect(mixUnder(row?.after ?? {}).burnAll).toBe(row?.burned);
  expect(mixUnder({}).burnAll).toBe(loadCost(options).burned.total);
});

test('the mix is kept, and a load without contracts has rows of proposals only', () => {
  const plain = { load: { ...load, kinds: { ...load.kinds, call: { size: 345, energy: 50_000n } } }, network };
  const staked = { ...plain, mix: { energyStake: COIN } };
  const { rows } = whatIf({ ...staked, proposals: [proposal(1, { energyFee: 210n })] });
  expect(rows).toHaveLength(1);
  // A coin pays for all energy.
  expect(rows[0]?.difference).toBe(0n);
});
