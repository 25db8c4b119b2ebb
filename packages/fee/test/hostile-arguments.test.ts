import {
  callableExports,
  expectOwnErrors,
  isCallerError,
  missingMethods,
  type Samples,
} from '@coin/examples/hostile-arguments';
import * as fee from '@coin/fee';
import { createBatchPlanner } from '@coin/fee/batch';
import { createEnergyHistory, createFeePlanner, type FeePlan, type FeePlannerOptions } from '@coin/fee/planner';
import {
  applyResourceEvent,
  cheapestMix,
  explainFee,
  loadCost,
  mixSensitivity,
  resourcesAt,
  scheduleDelegations,
  whatIf,
} from '@coin/fee/resources';
import { expect, test } from 'vitest';
import { call, createFakeSource, createManualClock, createTestPlanner, HOUR, rules } from './support/fake-source.ts';

const plan: FeePlan = await createTestPlanner().plan(call);
const limit = { energyPrice: 100n, marginBps: 5n, maxFeeLimit: 10n ** 12n };
const factors = { increaseFactor: 2_000n, maxFactor: 34_000n };
const state = { energyFactor: 2_000n, energyUsage: 6n, updateCycle: 7 };
const resources = { balance: 5n, energy: 5n, stakedBandwidth: 5, freeBandwidth: 5 };
const entry = { type: 'function', name: 'f', inputs: [{ name: 'x', type: 'uint256', indexed: true }], outputs: [] };
const deployment = { kind: 'deployment', feeLimit: 5n, bytecodeSize: 5, abi: [entry], name: 'x', callerPercent: 5 };
const recorded = { ...call, energy: 13_000n, energyPenalty: 5n, valueCalls: 1, touched: ['TToken'] };
const history = () => {
  const created = createEnergyHistory();
  created.record(recorded);
  return created;
};

/** All that a planner takes; a horizon of hours needs factors, so every read is made. */
const plannerOptions = (): FeePlannerOptions => ({
  source: {
    ...createFakeSource({
      rules: () => ({
        ...rules,
        prices: { accountCreation: 5n, accountCreationInContract: 5n, memo: 5n, multiSign: 5n },
      }),
      accounts: ['TOwner'],
    }),
    funds: async () => resources,
    estimate: async () => ({ kind: 'search', energy: 37_105n, touched: [] }),
    genesisId: async () => 'ab',
  },
  cache: { get: () => undefined, set: () => {}, createIfAbsent: () => true, delete: () => {} },
  history: history(),
  clock: createManualClock(),
  method: 'auto',
  horizonMs: HOUR,
  marginBps: 5n,
  estimate: 'auto',
});
const { signal } = new AbortController();
const planOptions = () => ({
  method: 'across-cycle',
  horizonMs: 6 * HOUR,
  marginBps: 5n,
  estimate: 'simulation',
  signal,
});
const batchOptions = () => ({ horizonMs: HOUR, intervalMs: 3_000, concurrency: 2, signal });
const transfer = {
  kind: 'transfer',
  owner: 'TOwner',
  to: 'TNew',
  amount: 5n,
  createsAccount: true,
  signatures: 2,
  memoSize: 5,
};

const quota = { limit: 180_000_000_000n, weight: 19_000_000_000n };
const prices = {
  energy: 1n,
  bandwidth: 1n,
  accountCreation: 1n,
  accountCreationInContract: 1n,
  memo: 1n,
  multiSign: 1n,
};
const network = () => ({
  energy: quota,
  bandwidth: quota,
  freeBandwidth: 600,
  prices,
  windowUnit: 'thousandths' as const,
  genesisTime: 3,
});
const staked = {
  stake: 9_000_000n,
  delegated: 8_000_000n,
  received: 7_000_000n,
  used: 6n,
  time: 9_000,
  windowMs: 9_000,
};
const account = () => ({ energy: staked, bandwidth: staked, freeBandwidth: { used: 5n, time: 9_000 } });
const ledger = () => ({ network: network(), accounts: { A: account(), B: account() } });
const deployer = { address: 'B', callerPercent: 5, deployerEnergyLimit: 5n };

const loadOptions = (transactions: object) => ({
  load: {
    kinds: {
      call: {
        size: 345,
        energy: 64_285n,
        createsAccount: true,
        memoSize: 5,
        signatures: 2,
        contract: 'token',
        charges: [{ energy: 3n, count: 5 }],
      },
    },
    transactions,
  },
  mix: {
    energyStake: 5n,
    bandwidthStake: 5n,
    rentals: [{ resource: 'ENERGY', amount: 1_000_000n, from: 9_000, until: 12_000, price: 5n }],
  },
  account: account(),
  network: network(),
  contracts: { token: { energyFactor: 5n, energyUsage: 5n, othersPerCycle: 5n } },
  factors: { ...factors, threshold: 5n, nextMaintenance: 12_000, maintenanceIntervalMs: 60_000 },
});

const mixOptions = (transactions: object) => {
  const { mix: _, ...options } = loadOptions(transactions);
  const offer = { resource: 'ENERGY', amount: 1_000_000n, durationMs: 60_000, price: 5n, lots: 1 };
  return { ...options, stakeCostBps: 5n, votingRewardBps: 3n, offers: [offer], maxStake: 5_000_000n };
};

const samples: Samples = {
  FeeError: { run: () => new fee.FeeError('FEE_LIMIT_TOO_HIGH', { needed: 2n, max: 1n }), args: () => [] },
  basicEnergy: { run: fee.basicEnergy, args: () => [{ energy: 9n, energyPenalty: 5n }] },
  blockRewards: {
    run: fee.blockRewards,
    args: () => [{ witnesses: [{ votes: 2n, brokeragePercent: 5 }], producer: 0, blockReward: 5n, votingReward: 5n }],
  },
  clampFeeLimit: { run: fee.clampFeeLimit, args: () => [{ energy: 5n, valueCalls: 1, ...limit }] },
  parseEnergyFactor: { run: fee.parseEnergyFactor, args: () => ['0.34'] },
  energyForFeeLimit: { run: fee.energyForFeeLimit, args: () => [{ feeLimit: 5n, energyPrice: 1n }] },
  energyWithFactor: {
    run: fee.energyWithFactor,
    args: () => [{ basicEnergy: 900n, codeSize: 2, valueCalls: 1, energyFactor: 5n }],
  },
  expectedFee: {
    run: fee.expectedFee,
    args: () => [
      {
        transaction: { size: 345, energy: 27_704n, createsAccount: true, memoSize: 5, signatures: 2 },
        prices: {
          energy: 1n,
          bandwidth: 1n,
          accountCreation: 1n,
          accountCreationInContract: 1n,
          memo: 1n,
          multiSign: 1n,
        },
        owner: { energy: 5n, stakedBandwidth: 5, freeBandwidth: 5 },
        deployer: { callerPercent: 5, energy: 5n, deployerEnergyLimit: 5n },
      },
    ],
  },
  feeLimitAcrossCycle: {
    run: fee.feeLimitAcrossCycle,
    args: () => [
      { basicEnergy: 900n, codeSize: 1, valueCalls: 1, contracts: [state], ...factors, cycles: 2, ...limit },
    ],
  },
  feeLimitFromEnergyFactor: {
    run: fee.feeLimitFromEnergyFactor,
    args: () => [{ basicEnergy: 900n, codeSize: 1, valueCalls: 1, energyFactor: 5n, ...limit }],
  },
  feeLimitFromEstimate: { run: fee.feeLimitFromEstimate, args: () => [{ energy: 900n, valueCalls: 1, ...limit }] },
  feeLimitFromMaxFactor: {
    run: fee.feeLimitFromMaxFactor,
    args: () => [{ basicEnergy: 900n, codeSize: 1, valueCalls: 1, maxFactor: 5n, ...limit }],
  },
  highestFactorNextCycle: { run: fee.highestFactorNextCycle, args: () => [{ ...state, ...factors, cycles: 2 }] },
  isFeeError: { run: fee.isFeeError, args: () => [new Error('x'), 'FEE_LIMIT_TOO_HIGH'] },
  nextEnergyFactor: { run: fee.nextEnergyFactor, args: () => [{ ...state, ...factors, threshold: 5n, cycles: 2 }] },
  shareVotingReward: { run: fee.shareVotingReward, args: () => [{ votingReward: 5n, votes: [1n, 2n] }] },
  splitReward: { run: fee.splitReward, args: () => [{ reward: 5n, brokeragePercent: 5 }] },
  supplyChange: {
    run: fee.supplyChange,
    args: () => [{ blocks: 5, burned: 5n, votes: [1n], blockReward: 5n, votingReward: 5n }],
  },
  transactionSize: {
    run: fee.transactionSize,
    args: () => [{ ...deployment, callValue: 5n, deployerEnergyLimit: 5n }],
  },
  'transactionSize of a call': {
    run: fee.transactionSize,
    args: () => [{ kind: 'call', dataSize: 68, feeLimit: 5n, callValue: 5n, callTokenValue: 5n, tokenId: 5n }],
  },
  'transactionSize of encoded bytes': {
    run: fee.transactionSize,
    args: () => [{ kind: 'encoded', rawDataSize: 133, signatures: 2 }],
  },
  resourcesAt: { run: resourcesAt, args: () => [{ account: account(), network: network(), time: 12_000 }] },
  applyResourceEvent: {
    run: applyResourceEvent,
    args: () => [
      ledger(),
      {
        kind: 'transaction',
        owner: 'A',
        time: 12_000,
        failed: true,
        feeLimit: 5n,
        deployer,
        size: 345,
        energy: 27_704n,
        createsAccount: true,
        memoSize: 5,
        signatures: 2,
      },
    ],
  },
  'applyResourceEvent of a stake': {
    run: applyResourceEvent,
    args: () => [ledger(), { kind: 'stake', owner: 'A', resource: 'ENERGY', amount: 1_000_000n }],
  },
  'applyResourceEvent of a delegation': {
    run: applyResourceEvent,
    args: () => [
      ledger(),
      { kind: 'undelegate', owner: 'A', receiver: 'B', resource: 'BANDWIDTH', amount: 5n, time: 12_000 },
    ],
  },
  cheapestMix: { run: cheapestMix, args: () => [mixOptions([{ kind: 'call', time: 12_000 }])] },
  'cheapestMix of hours': {
    run: cheapestMix,
    args: () => [mixOptions({ from: 12_000, hours: 2, perHour: [{ call: 200 }] })],
  },
  explainFee: {
    run: explainFee,
    args: () => [
      {
        info: {
          fee: 999_999n,
          receipt: {
            energyTotal: 900n,
            energyPenalty: 100n,
            energyFromStake: 200n,
            energyFromDeployer: 300n,
            energyFee: 400n,
            bandwidth: 300n,
            bandwidthFee: 5n,
          },
        },
        plan,
        transaction: { size: 345, energy: 900n, createsAccount: false, memoSize: 5, signatures: 2 },
        prices,
        owner: { energy: 5n, stakedBandwidth: 5, freeBandwidth: 5 },
      },
    ],
  },
  loadCost: { run: loadCost, args: () => [loadOptions([{ kind: 'call', time: 12_000 }])] },
  'loadCost of hours': {
    run: loadCost,
    args: () => [loadOptions({ from: 12_000, hours: 2, perHour: [{ call: 2 }] })],
  },
  scheduleDelegations: {
    run: scheduleDelegations,
    args: () => [
      {
        owner: 'A',
        account: { energy: { stake: 5_000_000n, delegated: 5n } },
        wallets: {
          B: { load: loadOptions([{ kind: 'call', time: 12_000_000 }]).load, account: { energy: { received: 5n } } },
        },
        network: network(),
        contracts: loadOptions([]).contracts,
        factors: loadOptions([]).factors,
        delegations: [{ receiver: 'B', amount: 5n, lockedUntil: 5 }],
        pendingUnstakes: [{ amount: 5n, expires: 5 }],
        from: 12_000,
        periodMs: 6_000_000,
        settleMs: 60_000,
        lock: { blocks: 5, maxBlocks: 864_000 },
        maxNewStake: 5_000_000n,
        idleStake: 'unstake',
      },
    ],
  },
  whatIf: {
    run: whatIf,
    args: () => [
      {
        ...loadOptions([{ kind: 'call', time: 12_000 }]),
        proposals: [{ proposalId: 5, parameters: { energyFee: 5n }, expirationTime: 12_000, status: 'PENDING' }],
        cycles: 2,
      },
    ],
  },
  mixSensitivity: {
    run: mixSensitivity,
    args: () => [{ ...mixOptions([{ kind: 'call', time: 12_000 }]), changesBps: [5n] }],
  },
  createEnergyHistory: { run: createEnergyHistory, args: () => [{ maxFunctions: 5, restored: history().dump() }] },
  'createEnergyHistory().record': {
    run: (options: object, given: never) => createEnergyHistory(options).record(given),
    args: () => [{ maxFunctions: 5, restored: history().dump() }, recorded],
  },
  'createEnergyHistory().get': {
    run: (options: object, given: never) => createEnergyHistory(options).get(given),
    args: () => [{ maxFunctions: 5, restored: history().dump() }, call],
  },
  'createEnergyHistory().dump': { run: () => history().dump(), args: () => [] },
  createFeePlanner: { run: createFeePlanner, args: () => [plannerOptions()] },
  'createFeePlanner().plan': {
    run: async (options: FeePlannerOptions, given: never, more: never) => createFeePlanner(options).plan(given, more),
    args: () => [plannerOptions(), call, planOptions()],
    passesOn: isCallerError,
  },
  'createFeePlanner().explain': { run: createTestPlanner().explain, args: () => [plan] },
  createBatchPlanner: { run: createBatchPlanner, args: () => [plannerOptions()] },
  'createBatchPlanner().plan': {
    run: (given: never, more: never) => createBatchPlanner(plannerOptions()).plan(given, more),
    args: () => [call, planOptions()],
  },
  'createBatchPlanner().explain': { run: createBatchPlanner(plannerOptions()).explain, args: () => [plan] },
  'createBatchPlanner().planBatch': {
    run: async (options: FeePlannerOptions, calls: never, more: never) =>
      createBatchPlanner(options).planBatch(calls, more),
    args: () => [plannerOptions(), [call, transfer], batchOptions()],
    passesOn: isCallerError,
  },
};

test('every callable export, and every method of its result, has a sample', async () => {
  const exported = await callableExports(new URL('../package.json', import.meta.url).pathname);
  expect(exported.filter((name) => !Object.hasOwn(samples, name))).toEqual([]);
  expect(await missingMethods(samples)).toEqual([]);
});

test.each(Object.entries(samples))('every failure of %s is a FeeError, for any arguments', (name, sample) =>
  expectOwnErrors(name, sample, fee.isFeeError),
);
