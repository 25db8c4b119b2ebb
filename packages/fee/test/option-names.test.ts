import * as fee from '@coin/fee';
import { createBatchPlanner } from '@coin/fee/batch';
import { createEnergyHistory, createFeePlanner, type RecordedCall } from '@coin/fee/planner';
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

function recordCall(given: RecordedCall): string {
  const history = createEnergyHistory();
  history.record(given);
  return history.dump();
}

/** What takes an object, with a valid one and a name that it does not use. */
const functions: readonly [name: string, run: (given: never) => unknown, given: object, name: string][] = [
  ['feeLimitFromEstimate', fee.feeLimitFromEstimate, { energy: 1n, ...prices }, 'margin'],
  ['clampFeeLimit', fee.clampFeeLimit, { energy: 1n, ...prices }, 'maximumFeeLimit'],
  [
    'feeLimitFromEnergyFactor',
    fee.feeLimitFromEnergyFactor,
    { basicEnergy: 1n, energyFactor: 0n, ...prices },
    'codesize',
  ],
  ['feeLimitFromMaxFactor', fee.feeLimitFromMaxFactor, { basicEnergy: 1n, maxFactor: 0n, ...prices }, 'valueCall'],
  [
    'feeLimitAcrossCycle',
    fee.feeLimitAcrossCycle,
    { basicEnergy: 1n, contracts: [state], ...rules, ...prices },
    'cycle',
  ],
  ['energyForFeeLimit', fee.energyForFeeLimit, { feeLimit: 1n, ...prices }, 'limit'],
  ['energyWithFactor', fee.energyWithFactor, { basicEnergy: 1n, energyFactor: 0n }, 'valuecalls'],
  ['nextEnergyFactor', fee.nextEnergyFactor, { energyFactor: 0n, ...rules, threshold: 1n }, 'usage'],
  ['highestFactorNextCycle', fee.highestFactorNextCycle, { energyFactor: 0n, ...rules }, 'updateCycles'],
  ['expectedFee', fee.expectedFee, fees, 'sowner'],
  ['expectedFee', (transaction) => fee.expectedFee({ ...fees, transaction }), fees.transaction, 'memo'],
  ['expectedFee', (given) => fee.expectedFee({ ...fees, prices: given }), fees.prices, 'multisign'],
  ['expectedFee', (owner) => fee.expectedFee({ ...fees, owner }), {}, 'free'],
  ['maxTransfer', fee.maxTransfer, { balance: 1n, prices: { bandwidth: 1n } }, 'memo'],
  ['maxTransfer', (transaction) => fee.maxTransfer({ balance: 1n, ...fees, transaction }), { memoSize: 0 }, 'memo'],
  ['transactionSize', fee.transactionSize, { kind: 'call', dataSize: 4, feeLimit: 1n }, 'memo'],
  ['splitReward', fee.splitReward, { reward: 1n }, 'brokerage'],
  ['shareVotingReward', fee.shareVotingReward, { votes: [1n] }, 'reward'],
  ['blockRewards', fee.blockRewards, { witnesses: [{ votes: 1n }], producer: 0 }, 'blockreward'],
  ['supplyChange', fee.supplyChange, { blocks: 1 }, 'burn'],
  ['plan', (given) => createTestPlanner().plan(given), call, 'originEnergyLimit'],
  ['createEnergyHistory', (options) => createEnergyHistory(options).dump(), {}, 'maxFunction'],
  ['record', recordCall, { ...call, energy: 1n }, 'penalty'],
  [
    'planBatch',
    (given) => createBatchPlanner({ source: createFakeSource({ accounts: ['TOld'] }) }).planBatch([given]),
    transfer,
    'createAccount',
  ],
  ['resourcesAt', resourcesAt, { account: {}, network, time: 0 }, 'times'],
  ['resourcesAt', (account) => resourcesAt({ account, network, time: 0 }), {}, 'energies'],
  ['resourcesAt', (energy) => resourcesAt({ account: { energy }, network, time: 0 }), {}, 'stakes'],
  ['resourcesAt', (given) => resourcesAt({ account: {}, network: given, time: 0 }), network, 'windows'],
  [
    'applyResourceEvent',
    (ledger) => applyResourceEvent(ledger, staking as never),
    { network, accounts: {} },
    'account',
  ],
  ['applyResourceEvent', (event) => applyResourceEvent({ network, accounts: {} }, event), staking, 'amounts'],
  ['loadCost', loadCost, { load, network }, 'mixture'],
  ['loadCost', (given) => loadCost({ load: given, network }), load, 'kind'],
  ['loadCost', (mix) => loadCost({ load, network, mix }), {}, 'energyStakes'],
  ['loadCost', (call) => loadCost({ load: { ...load, kinds: { call } }, network }), { size: 1 }, 'contracts'],
  ['loadCost', (given) => loadCost({ load, network, mix: { rentals: [given] } }), rental, 'prices'],
  ['loadCost', (given) => loadCost({ load, network, factors: given }), factors, 'maintenanceInterval'],
  [
    'loadCost',
    (token) => loadCost({ load, network, factors, contracts: { token } }),
    { energyFactor: 1n },
    'othersPerCycles',
  ],
  [
    'loadCost',
    (hourly) => loadCost({ load: { kinds: {}, transactions: hourly }, network }),
    { from: 1, hours: 0, perHour: [{}] },
    'hour',
  ],
  ['explainFee', explainFee, { info }, 'plans'],
  ['explainFee', (transaction) => explainFee({ info, transaction }), { size: 1 }, 'memosize'],
  ['cheapestMix', cheapestMix, { load: { ...load, kinds: {} }, network, stakeCostBps: 1n }, 'maxStakes'],
  [
    'cheapestMix',
    (offer) => cheapestMix({ load: { ...load, kinds: {} }, network, stakeCostBps: 1n, offers: [offer] }),
    { resource: 'ENERGY', amount: 1_000_000n, durationMs: 60_000, price: 1n, lots: 1 },
    'duration',
  ],
  ['scheduleDelegations', scheduleDelegations, schedule, 'newStake'],
  [
    'scheduleDelegations',
    (wallet) => scheduleDelegations({ ...schedule, wallets: { B: wallet } }),
    { load },
    'accounts',
  ],
  ['scheduleDelegations', (lock) => scheduleDelegations({ ...schedule, lock }), {}, 'block'],
  [
    'scheduleDelegations',
    (given) => scheduleDelegations({ ...schedule, ...delegated, delegations: [given] }),
    { to: 'B', amount: 1n },
    'lockUntil',
  ],
  [
    'scheduleDelegations',
    (given) => scheduleDelegations({ ...schedule, pendingUnstakes: [given] }),
    { amount: 1n, expireTime: 1 },
    'expire',
  ],
  ['whatIf', whatIf, { load, network }, 'proposal'],
  [
    'whatIf',
    (given) => whatIf({ load, network, proposals: [given] }),
    { proposalId: 1, parameters: {}, expirationTime: 1 },
    'expiration',
  ],
  ['mixSensitivity', mixSensitivity, { load: { ...load, kinds: {} }, network, stakeCostBps: 1n }, 'changeBps'],
];

/** What plans, with valid options, a misspelt one, and the known one that it is like. */
const planners: readonly [
  name: string,
  run: (given: never) => unknown,
  given: object,
  option: string,
  meant: string,
][] = [
  ['createFeePlanner', createFeePlanner, { source }, 'margin', 'marginBps'],
  ['plan', (options) => createTestPlanner().plan(call, options), {}, 'horizon', 'horizonMs'],
  ['createBatchPlanner', createBatchPlanner, { source }, 'networks', 'network'],
  ['planBatch', (options) => createBatchPlanner({ source }).planBatch([], options), {}, 'interval', 'intervalMs'],
];

test.each(functions)('%s ignores a name that it does not use', async (_, run, given, name) => {
  const result: unknown = await run(given as never);
  const withOther: unknown = await run({ ...given, [name]: 'of another answer' } as never);
  if (typeof result === 'object') expect(withOther).toMatchObject(result as object);
  else expect(withOther).toBe(result);
});

test.each(planners)(
  '%s rejects an unknown option with the closest known name',
  async (_, run, given, option, meant) => {
    const attempt = async (extra: object) => run({ ...given, ...extra } as never);
    await attempt({});
    await expect(attempt({ [option]: 1n })).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      shortMessage: `Unknown option "${option}". Did you mean ${meant}?`,
      context: { argument: option },
    });
  },
);
