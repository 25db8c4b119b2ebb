import * as fee from '@coin/fee';
import { createBatchPlanner } from '@coin/fee/batch';
import { createEnergyHistory, createFeePlanner } from '@coin/fee/planner';
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
import { call, createFakeSource, createTestPlanner, state } from './support/fake-source.ts';

const source = createFakeSource();
const prices = { energyPrice: 100n };
const rules = { increaseFactor: 2_000n, maxFactor: 34_000n };
const transfer = { kind: 'transfer', owner: 'TOwner', to: 'TOld', amount: 1n };
const quota = { limit: 1n, weight: 1n };
const network = { energy: quota, bandwidth: quota, freeBandwidth: 600 };
const staking = { kind: 'stake', owner: 'A', resource: 'ENERGY', amount: 1_000_000n };
const load = { kinds: { call: { size: 1 } }, transactions: [] };
const factors = { ...rules, threshold: 1n, nextMaintenance: 1 };
const rental = { resource: 'ENERGY', amount: 1_000_000n, from: 1, until: 2 };
const receipt = { energyTotal: 1n, energyPenalty: 0n, energyFromStake: 1n, energyFromDeployer: 0n, energyFee: 0n };
const info = { fee: 0n, receipt: { ...receipt, bandwidth: 0n, bandwidthFee: 0n } };
const schedule = { owner: 'A', account: {}, wallets: { B: { load } }, network, from: 1 };
const delegated = {
  account: { energy: { delegated: 1n } },
  wallets: { B: { load, account: { energy: { received: 1n } } } },
};
const fees = { transaction: { size: 267 }, prices: { bandwidth: 1n } };

/** What takes an object: with a valid one, a misspelt option, and what is meant. */
const functions: readonly [
  name: string,
  run: (given: never) => unknown,
  given: object,
  option: string,
  meant: string,
][] = [
  ['feeLimitFromEstimate', fee.feeLimitFromEstimate, { energy: 1n, ...prices }, 'margin', 'marginBps'],
  ['clampFeeLimit', fee.clampFeeLimit, { energy: 1n, ...prices }, 'maximumFeeLimit', 'maxFeeLimit'],
  [
    'feeLimitFromEnergyFactor',
    fee.feeLimitFromEnergyFactor,
    { basicEnergy: 1n, energyFactor: 0n, ...prices },
    'codesize',
    'codeSize',
  ],
  [
    'feeLimitFromMaxFactor',
    fee.feeLimitFromMaxFactor,
    { basicEnergy: 1n, maxFactor: 0n, ...prices },
    'valueCall',
    'valueCalls',
  ],
  [
    'feeLimitAcrossCycle',
    fee.feeLimitAcrossCycle,
    { basicEnergy: 1n, contracts: [state], ...rules, ...prices },
    'cycle',
    'cycles',
  ],
  ['energyForFeeLimit', fee.energyForFeeLimit, { feeLimit: 1n, ...prices }, 'limit', 'feeLimit'],
  ['energyWithFactor', fee.energyWithFactor, { basicEnergy: 1n, energyFactor: 0n }, 'valuecalls', 'valueCalls'],
  ['nextEnergyFactor', fee.nextEnergyFactor, { energyFactor: 0n, ...rules, threshold: 1n }, 'usage', 'energyUsage'],
  ['highestFactorNextCycle', fee.highestFactorNextCycle, { energyFactor: 0n, ...rules }, 'updateCycles', 'updateCycle'],
  ['expectedFee', fee.expectedFee, fees, 'sowner', 'owner'],
  ['expectedFee', (transaction) => fee.expectedFee({ ...fees, transaction }), fees.transaction, 'memo', 'memoSize'],
  ['expectedFee', (given) => fee.expectedFee({ ...fees, prices: given }), fees.prices, 'multisign', 'multiSign'],
  ['expectedFee', (owner) => fee.expectedFee({ ...fees, owner }), {}, 'free', 'freeBandwidth'],
  ['transactionSize', fee.transactionSize, { kind: 'call', dataSize: 4, feeLimit: 1n }, 'memo', 'memoSize'],
  ['splitReward', fee.splitReward, { reward: 1n }, 'brokerage', 'brokeragePercent'],
  ['shareVotingReward', fee.shareVotingReward, { votes: [1n] }, 'reward', 'votingReward'],
  ['blockRewards', fee.blockRewards, { witnesses: [{ votes: 1n }], producer: 0 }, 'blockreward', 'blockReward'],
  ['supplyChange', fee.supplyChange, { blocks: 1 }, 'burn', 'burned'],
  ['createFeePlanner', createFeePlanner, { source }, 'margin', 'marginBps'],
  ['plan', (options) => createTestPlanner().plan(call, options), {}, 'horizon', 'horizonMs'],
  ['plan', (given) => createTestPlanner().plan(given), call, 'originEnergyLimit', 'deployerEnergyLimit'],
  ['createEnergyHistory', createEnergyHistory, {}, 'maxFunction', 'maxFunctions'],
  ['record', (given) => createEnergyHistory().record(given), { ...call, energy: 1n }, 'penalty', 'energyPenalty'],
  ['createBatchPlanner', createBatchPlanner, { source }, 'networks', 'network'],
  ['planBatch', (options) => createBatchPlanner({ source }).planBatch([], options), {}, 'interval', 'intervalMs'],
  [
    'planBatch',
    (given) => createBatchPlanner({ source: createFakeSource({ accounts: ['TOld'] }) }).planBatch([given]),
    transfer,
    'createAccount',
    'createsAccount',
  ],
  ['resourcesAt', resourcesAt, { account: {}, network, time: 0 }, 'times', 'time'],
  ['resourcesAt', (account) => resourcesAt({ account, network, time: 0 }), {}, 'energies', 'energy'],
  ['resourcesAt', (energy) => resourcesAt({ account: { energy }, network, time: 0 }), {}, 'stakes', 'stake'],
  ['resourcesAt', (given) => resourcesAt({ account: {}, network: given, time: 0 }), network, 'windows', 'windowUnit'],
  [
    'applyResourceEvent',
    (ledger) => applyResourceEvent(ledger, staking as never),
    { network, accounts: {} },
    'account',
    'accounts',
  ],
  ['applyResourceEvent', (event) => applyResourceEvent({ network, accounts: {} }, event), staking, 'amounts', 'amount'],
  ['loadCost', loadCost, { load, network }, 'mixture', 'mix'],
  ['loadCost', (given) => loadCost({ load: given, network }), load, 'kind', 'kinds'],
  ['loadCost', (mix) => loadCost({ load, network, mix }), {}, 'energyStakes', 'energyStake'],
  [
    'loadCost',
    (call) => loadCost({ load: { ...load, kinds: { call } }, network }),
    { size: 1 },
    'contracts',
    'contract',
  ],
  ['loadCost', (given) => loadCost({ load, network, mix: { rentals: [given] } }), rental, 'prices', 'price'],
  [
    'loadCost',
    (given) => loadCost({ load, network, factors: given }),
    factors,
    'maintenanceInterval',
    'maintenanceIntervalMs',
  ],
  [
    'loadCost',
    (token) => loadCost({ load, network, factors, contracts: { token } }),
    { energyFactor: 1n },
    'othersPerCycles',
    'othersPerCycle',
  ],
  [
    'loadCost',
    (hourly) => loadCost({ load: { kinds: {}, transactions: hourly }, network }),
    { from: 1, hours: 0, perHour: [{}] },
    'hour',
    'hours',
  ],
  ['explainFee', explainFee, { info }, 'plans', 'plan'],
  ['explainFee', (transaction) => explainFee({ info, transaction }), { size: 1 }, 'memosize', 'memoSize'],
  ['cheapestMix', cheapestMix, { load: { ...load, kinds: {} }, network, stakeCostBps: 1n }, 'maxStakes', 'maxStake'],
  [
    'cheapestMix',
    (offer) => cheapestMix({ load: { ...load, kinds: {} }, network, stakeCostBps: 1n, offers: [offer] }),
    { resource: 'ENERGY', amount: 1_000_000n, durationMs: 60_000, price: 1n, lots: 1 },
    'duration',
    'durationMs',
  ],
  ['scheduleDelegations', scheduleDelegations, schedule, 'newStake', 'maxNewStake'],
  [
    'scheduleDelegations',
    (wallet) => scheduleDelegations({ ...schedule, wallets: { B: wallet } }),
    { load },
    'accounts',
    'account',
  ],
  ['scheduleDelegations', (lock) => scheduleDelegations({ ...schedule, lock }), {}, 'block', 'blocks'],
  [
    'scheduleDelegations',
    (given) => scheduleDelegations({ ...schedule, ...delegated, delegations: [given] }),
    { receiver: 'B', amount: 1n },
    'lockUntil',
    'lockedUntil',
  ],
  [
    'scheduleDelegations',
    (given) => scheduleDelegations({ ...schedule, pendingUnstakes: [given] }),
    { amount: 1n, expires: 1 },
    'expire',
    'expires',
  ],
  ['whatIf', whatIf, { load, network }, 'proposal', 'proposals'],
  [
    'whatIf',
    (given) => whatIf({ load, network, proposals: [given] }),
    { proposalId: 1, parameters: {}, expirationTime: 1 },
    'expiration',
    'expirationTime',
  ],
  [
    'mixSensitivity',
    mixSensitivity,
    { load: { ...load, kinds: {} }, network, stakeCostBps: 1n },
    'changeBps',
    'changesBps',
  ],
];

test.each(functions)(
  '%s rejects an unknown option with the closest known name',
  async (_, run, given, option, meant) => {
    const attempt = async (extra: object) => run({ ...given, ...extra } as never);
    await attempt({});
    await expect(attempt({ [option]: 1n })).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      shortMessage: `Unknown option "${option}". Did you mean ${meant}?`,
      context: { argument: option, value: '1' },
    });
  },
);

test.each<[string, unknown]>([
  ['without a sleep', { now: () => 0 }],
  ['whose sleep is no function', { now: () => 0, sleep: 1_000 }],
  ['that tells the time later', { now: async () => 0, sleep: async () => {} }],
  ['that tells no time', { now: () => Number.NaN, sleep: async () => {} }],
  ['that is none', 5],
])('a planner rejects a clock %s when it is created', (_, clock) => {
  for (const create of [createFeePlanner, createBatchPlanner])
    expect(() => create({ source, clock: clock as never })).toThrow(/^Invalid clock/);
});
