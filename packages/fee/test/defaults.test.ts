import {
  blockRewards,
  energyWithFactor,
  expectedFee,
  feeLimitAcrossCycle,
  feeLimitFromEstimate,
  nextEnergyFactor,
  splitReward,
  supplyChange,
  transactionSize,
} from '@coin/fee';
import { createBatchPlanner } from '@coin/fee/batch';
import { createEnergyHistory, createFeePlanner, type AccountFunds } from '@coin/fee/planner';
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
import { describeDefaults } from '@coin/test-kit/defaults';
import { afterEach, expect, vi } from 'vitest';
import { errorCodeOf } from './support/error-code.ts';
import {
  call,
  createFakeSource,
  createManualClock,
  NOW,
  rules,
  simulation,
  state,
  type Answers,
} from './support/fake-source.ts';

afterEach(() => void vi.useRealTimers());

const COIN = 1_000_000n;
const prices = { accountCreation: 100_000n, accountCreationInContract: COIN, memo: 7n, multiSign: 9n };
const rich: AccountFunds = { balance: 10_000n * COIN, energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 };
const answers: Answers = {
  rules: () => ({ ...rules, prices }),
  funds: { TOwner: rich, TDeployer: { ...rich, energy: 50_000n } },
  accounts: ['TOwner', 'TOld'],
};
const dynamic = { threshold: 5_000_000_000n, increaseFactor: 2_000n, maxFactor: 34_000n };
const deployment = { owner: 'TOwner', data: '6001600055' };

/** What a planner answers about a call; its options, the call and the source's answers may differ. */
function planOf(options: object, { item = call, source = {} }: { item?: object; source?: Answers } = {}) {
  const planner = createFeePlanner({
    source: createFakeSource({ ...answers, ...source }),
    clock: createManualClock(),
    ...options,
  });
  return planner.plan(item as typeof call);
}

const stated = (parts: object): Answers => ({ contract: () => ({ ...state, deployer: 'TDeployer', ...parts }) });
const deployed = { simulate: () => ({ ...simulation, codeSize: 2 }) };

const prepaid = {
  accountCreation: 100n,
  accountCreationInContract: 1_000n,
  bandwidth: 10n,
  energy: 100n,
  memo: 7n,
  multiSign: 9n,
};
const feeOf = (transaction: object, owner: object = {}, further: object = {}) =>
  expectedFee({ transaction: { size: 267, ...transaction }, prices: { ...prepaid, ...further }, owner });

const batchOf = (items: readonly object[], options: object = {}, source: Answers = {}) =>
  createBatchPlanner({ source: createFakeSource({ ...answers, ...source }), clock: createManualClock() }).planBatch(
    items as [],
    options,
  );

const callSize = (options: object) => transactionSize({ kind: 'call', dataSize: 68, feeLimit: 1n, ...options });
const deploymentSize = (options: object) =>
  transactionSize({ kind: 'deployment', bytecodeSize: 100, feeLimit: 1n, ...options });
const transferSize = (options: object) => transactionSize({ kind: 'transfer', amount: 1n, ...options });

describeDefaults(`${import.meta.dirname}/..`, {
  'FeeLimitOptions.marginBps': {
    observe: (options) => feeLimitFromEstimate({ energy: 100_000n, energyPrice: 100n, ...options }),
  },
  'FeeLimitOptions.maxFeeLimit': {
    observe: (options, maximum: bigint) =>
      [maximum, maximum + 1n].map((energy) =>
        errorCodeOf(() => feeLimitFromEstimate({ energy, valueCalls: 0, energyPrice: 1n, ...options })),
      ),
  },
  'ValueCallOptions.valueCalls': () => {
    const withCalls = (options: object) =>
      energyWithFactor({ basicEnergy: 100_000n, energyFactor: 3_400n, ...options });
    expect(withCalls({})).toBe(withCalls({ valueCalls: 14 }));
    expect(withCalls({})).not.toBe(withCalls({ valueCalls: 13 }));
  },
  'BasicEnergyOptions.codeSize': {
    observe: (options) => energyWithFactor({ basicEnergy: 100_000n, energyFactor: 3_400n, ...options }),
  },
  'AcrossCycleOptions.cycles': {
    observe: (options) =>
      feeLimitAcrossCycle({
        basicEnergy: 27_704n,
        contracts: [{ energyFactor: 3_400n }],
        energyPrice: 100n,
        ...dynamic,
        ...options,
      }),
  },
  'ContractFactorState.energyUsage': {
    other: dynamic.threshold + 1n,
    observe: (options) => nextEnergyFactor({ energyFactor: 3_400n, ...dynamic, ...options }),
  },
  'ContractFactorState.updateCycle': () => {
    const next = (options: object) =>
      nextEnergyFactor({ energyFactor: 3_400n, energyUsage: 0n, ...dynamic, ...options });
    for (const updateCycle of [1, 2, 1000]) expect(next({})).toBe(next({ updateCycle }));
    expect(next({})).not.toBe(next({ updateCycle: 0 }));
  },
  'FeePrices.accountCreationBandwidthRate': {
    observe: (options) => feeOf({ createsAccount: true }, { stakedBandwidth: 267 }, options),
  },
  'FeeTransaction.energy': { observe: (options) => feeOf(options) },
  'FeeTransaction.createsAccount': { observe: (options) => feeOf(options) },
  'FeeTransaction.memoSize': { observe: (options) => feeOf(options) },
  'FeeTransaction.signatures': { observe: (options) => feeOf(options) },
  'OwnerResources.energy': { observe: (options) => feeOf({ energy: 10n }, options) },
  'OwnerResources.stakedBandwidth': { other: 267, observe: (options) => feeOf({}, options) },
  'OwnerResources.freeBandwidth': { other: 267, observe: (options) => feeOf({}, options) },
  'RewardRules.blockReward': { observe: (options) => rewardsOf(options) },
  'RewardRules.votingReward': { observe: (options) => rewardsOf(options) },
  'Witness.brokeragePercent': {
    observe: (options) => [splitReward({ reward: 10_000n, ...options }), rewardsOf({}, options)],
  },
  'TransactionEnvelope.signatures': {
    async observe(options) {
      const { plans } = await batchOf([{ kind: 'transfer', owner: 'TOwner', to: 'TOld', amount: 1n, ...options }]);
      return [transferSize(options), callSize(options), deploymentSize(options), plans];
    },
  },
  'TransactionEnvelope.memoSize': {
    async observe(options) {
      const { plans } = await batchOf([{ kind: 'transfer', owner: 'TOwner', to: 'TOld', amount: 1n, ...options }]);
      return [transferSize(options), plans];
    },
  },
  'TransactionEnvelope.permissionId': {
    other: 2,
    async observe(options) {
      const { plans } = await batchOf([{ kind: 'transfer', owner: 'TOwner', to: 'TOld', amount: 1n, ...options }]);
      return [transferSize(options), plans];
    },
  },
  'TransactionEnvelope.timestamp': () => sizesOfTimes('timestamp'),
  'TransactionEnvelope.expiration': () => sizesOfTimes('expiration'),
  'ContractTransaction.callValue': { observe: (options) => [callSize(options), deploymentSize(options)] },
  'ContractTransaction.callTokenValue': { observe: (options) => [callSize(options), deploymentSize(options)] },
  'ContractTransaction.tokenId': { observe: (options) => [callSize(options), deploymentSize(options)] },
  'DeploymentTransaction.abi': () => {
    expect(deploymentSize({})).toBe(deploymentSize({ abi: [] }));
    expect(deploymentSize({})).toBeLessThan(deploymentSize({ abi: [{ type: 'fallback' }] }));
  },
  'DeploymentTransaction.callerPercent': { other: 0, observe: deploymentSize },
  'DeploymentTransaction.deployerEnergyLimit': { other: 1n, observe: deploymentSize },
  'PlanOptions.method': { other: 'max-factor', observe: (options) => planOf(options) },
  'PlanOptions.horizonMs': {
    // The tolerance for clocks is three seconds: a maintenance just beyond both does not count.
    observe: (options, horizonMs: number) =>
      planOf(options, { source: { rules: () => ({ ...rules, prices, nextMaintenance: NOW + horizonMs + 3_001 }) } }),
  },
  'PlanOptions.marginBps': { other: 100n, observe: (options) => planOf(options) },
  'PlanOptions.estimate': {
    other: 'simulation',
    async observe(options) {
      const source = createFakeSource({ ...answers, ...stated({ observesEnergy: true }) });
      let searches = 0;
      const estimate = async () => {
        searches++;
        return { kind: 'search', energy: 74_210n, touched: [] } as const;
      };
      await createFeePlanner({ source: { ...source, estimate }, clock: createManualClock(), ...options }).plan(call);
      return searches > 0;
    },
  },
  'FeePlannerOptions.cache': async () => {
    const source = createFakeSource(answers);
    const planner = createFeePlanner({ source, clock: createManualClock() });
    await planner.plan(call);
    const { length } = source.requests.filter((request) => request === 'rules');
    await planner.plan(call);
    expect(source.requests.filter((request) => request === 'rules')).toHaveLength(length);
    await createFeePlanner({ source, clock: createManualClock() }).plan(call);
    expect(source.requests.filter((request) => request === 'rules')).toHaveLength(2 * length);
  },
  'FeePlannerOptions.network': async () => {
    const keys: string[] = [];
    const cache = { get: async (key: string) => void keys.push(key), set: async () => {}, delete: async () => {} };
    const source = { ...createFakeSource(answers), genesisId: async () => 'the-first-block' };
    await createFeePlanner({ source, cache, clock: createManualClock() }).plan(call);
    expect(keys.every((key) => key.includes('the-first-block'))).toBe(true);
    expect(errorCodeOf(() => createFeePlanner({ source: createFakeSource(answers), cache }))).toBe('ARGUMENT_INVALID');
    expect(await planOf({})).toMatchObject({ method: 'estimate' });
  },
  'FeePlannerOptions.history': async () => {
    const refused: Answers = {
      simulate: () => Promise.reject(Object.assign(new Error('no estimates'), { retryable: true })),
    };
    await expect(planOf({}, { source: refused })).rejects.toThrow('no estimates');
    const history = createEnergyHistory();
    history.record({ ...call, energy: 27_704n, touched: ['TToken'] });
    expect(await planOf({ history }, { source: refused })).toMatchObject({ estimateKind: 'history' });
  },
  'FeePlannerOptions.clock': async () => {
    vi.useFakeTimers({ now: NOW + 5 });
    const planner = createFeePlanner({ source: createFakeSource(answers) });
    expect(await planner.plan(call)).toMatchObject(await planOf({ clock: createManualClock(NOW + 5) }));
  },
  'BatchOptions.intervalMs': {
    other: 3_600_000,
    observe: (options) =>
      batchOf([call, call], options, {
        funds: { TOwner: { ...rich, quotas: quotas(), energy: 40_000n, freeBandwidth: 600, stakedBandwidth: 0 } },
      }),
  },
  'BatchOptions.concurrency': {
    async observe(options, limit: number) {
      let [reading, most] = [0, 0];
      const simulate = async () => {
        most = Math.max(most, ++reading);
        for (let turn = 0; turn < 10; turn++) await Promise.resolve();
        reading--;
        return simulation;
      };
      const calls = Array.from({ length: 3 * limit }, (_, index) => ({
        ...call,
        parameter: `${index}`.padStart(64, '0'),
      }));
      await batchOf(calls, options, { simulate });
      return most;
    },
  },
  'CoinTransfer.createsAccount': async () => {
    for (const to of ['TOld', 'TNew']) {
      const [asked, given] = await Promise.all([
        batchOf([{ kind: 'transfer', owner: 'TOwner', to, amount: 1n }]),
        batchOf([{ kind: 'transfer', owner: 'TOwner', to, amount: 1n, createsAccount: to === 'TNew' }]),
      ]);
      expect(asked).toEqual(given);
    }
  },
  'ContractCall.callValue': { other: COIN, observe: (options) => planOf({}, { item: { ...call, ...options } }) },
  'ContractCall.abi': async () => {
    const bare = await planOf({}, { item: deployment, source: deployed });
    const published = { ...deployment, abi: [{ type: 'fallback' }] };
    expect(bare).toEqual(await planOf({}, { item: { ...deployment, abi: [] }, source: deployed }));
    expect(bare).not.toEqual(await planOf({}, { item: published, source: deployed }));
  },
  'ContractCall.name': async () => {
    const bare = await planOf({}, { item: deployment, source: deployed });
    expect(bare).toEqual(await planOf({}, { item: { ...deployment, name: '' }, source: deployed }));
    expect(bare).not.toEqual(await planOf({}, { item: { ...deployment, name: 'a' }, source: deployed }));
  },
  'ContractCall.callerPercent': {
    other: 0,
    observe: (options) => planOf({}, { item: { ...deployment, ...options }, source: deployed }),
  },
  'ContractCall.deployerEnergyLimit': {
    other: 1n,
    observe: (options) => planOf({}, { item: { ...deployment, ...options }, source: deployed }),
  },
  'Simulation.valueCalls': () => asManyAsPossible('valueCalls', 'hiddenValueCalls'),
  'Simulation.hiddenValueCalls': () => asManyAsPossible('hiddenValueCalls', 'valueCalls'),
  'ContractEnergyState.callerPercent': {
    other: 99,
    observe: (options) => planOf({}, { source: stated({ deployerEnergyLimit: 50_000n, ...options }) }),
  },
  'ContractEnergyState.deployerEnergyLimit': {
    observe: (options) => planOf({}, { source: stated({ callerPercent: 0, ...options }) }),
  },
  'EnergyRules.maintenanceIntervalMs': {
    observe(options, interval: number) {
      const { maintenanceIntervalMs: _, ...bare } = rules;
      const source = { rules: () => ({ ...bare, prices, nextMaintenance: NOW + interval - 3_001, ...options }) };
      return planOf({ horizonMs: 2 * interval }, { source });
    },
  },
  'createEnergyHistory.maxFunctions': {
    observe(options, limit: number) {
      const history = createEnergyHistory(options);
      const functions = Array.from({ length: limit + 2 }, (_, index) => ({ ...call, functionSelector: `f${index}()` }));
      for (const each of functions) history.record({ ...each, energy: 1n });
      return functions.filter((each) => history.get(each) !== undefined).length;
    },
  },
  'RecordedCall.energyPenalty': { observe: recorded },
  'RecordedCall.valueCalls': { observe: recorded },
  'StakedResource.stake': { observe: accountWith },
  'StakedResource.delegated': { observe: (options) => releasedWeight(options) },
  'StakedResource.received': { observe: accountWith },
  'StakedResource.used': { observe: accountWith },
  'StakedResource.windowMs': { other: 60_000_000, observe: (options) => accountWith({ used: 1_000_000n, ...options }) },
  'ResourceNetwork.windowUnit': { other: 'slots', observe: (options) => usedTwice(options) },
  'ResourceNetwork.genesisTime': { other: NOW - 4_000, observe: (options) => usedTwice(options) },
  'TransactionEvent.failed': { observe: (options) => usedTwice({}, options) },
  'LoadKind.energy': { observe: (options) => costOf({}, { kind: { energy: undefined, ...options } }) },
  'LoadedContract.energyUsage': {
    other: 6_000_000_000n,
    observe: (options) => costOf({}, { contract: options }),
  },
  'LoadedContract.othersPerCycle': {
    other: 6_000_000_000n,
    observe: (options) => costOf({}, { contract: options }),
  },
  'FactorSchedule.maintenanceIntervalMs': {
    other: 2_000_000,
    observe: (options) => costOf({}, { contract: { energyFactor: 34_000n }, factors: options }),
  },
  'ResourceMix.energyStake': { other: COIN, observe: (options) => costOf({ mix: options }) },
  'ResourceMix.bandwidthStake': { other: COIN, observe: (options) => costOf({ mix: options }) },
  'Rental.price': { observe: (options) => costOf({ mix: { rentals: [{ ...rental, ...options }] } }) },
  'LoadCostOptions.mix': () => {
    expect(costOf({})).toEqual(costOf({ mix: {} }));
    expect(costOf({})).not.toEqual(costOf({ mix: { energyStake: COIN } }));
  },
  'LoadCostOptions.account': () => {
    expect(costOf({})).toEqual(costOf({ account: {} }));
    expect(costOf({})).not.toEqual(costOf({ account: { energy: { stake: COIN } } }));
  },
  'ExpectedCost.energy': { observe: (options) => explained(options) },
  'ExpectedCost.basicEnergy': () => {
    expect(explained({ energy: 100n })).toEqual(explained({ energy: 100n, basicEnergy: 75n }));
    expect(explained({ energy: 100n })).not.toEqual(explained({ energy: 100n, basicEnergy: 100n }));
  },
  'CheapestMixOptions.votingRewardBps': { other: 100_000n, observe: (options) => mixOf(options) },
  'CheapestMixOptions.offers': () => {
    const offer = { resource: 'ENERGY', amount: COIN, durationMs: 100_000, price: 0n, lots: 1 } as const;
    expect(mixOf({})).toEqual(mixOf({ offers: [] }));
    expect(mixOf({})).not.toEqual(mixOf({ offers: [offer] }));
  },
  'CheapestMixOptions.maxStake': () => {
    expect(mixOf({})).toEqual(mixOf({ maxStake: 100n * COIN }));
    expect(mixOf({})).not.toEqual(mixOf({ maxStake: 0n }));
  },
  'MixSensitivityOptions.changesBps': () => {
    const changesBps = [-5_000n, -2_000n, 2_000n, 5_000n, 10_000n];
    expect(mixSensitivity(mixOptions())).toEqual(mixSensitivity({ ...mixOptions(), changesBps }));
    expect(mixSensitivity(mixOptions())).not.toEqual(mixSensitivity({ ...mixOptions(), changesBps: [1n] }));
  },
  'OpenProposal.status': {
    other: 'APPROVED',
    observe: (options) => {
      const proposal = { proposalId: 1, parameters: { energyFee: 1n }, expirationTime: NOW, ...options };
      return whatIf({ ...loadOptions(), proposals: [proposal] });
    },
  },
  'WhatIfOptions.proposals': () => {
    const proposals = [{ proposalId: 1, parameters: {}, expirationTime: NOW }];
    expect(whatIf(loadOptions())).toEqual(whatIf({ ...loadOptions(), proposals: [] }));
    expect(whatIf(loadOptions())).not.toEqual(whatIf({ ...loadOptions(), proposals }));
  },
  'WhatIfOptions.cycles': { other: 1, observe: (options) => whatIf({ ...loadOptions(), ...options }) },
  'SuppliedWallet.account': () => {
    expect(scheduleOf({}, {})).toEqual(scheduleOf({}, { account: {} }));
    expect(scheduleOf({}, {})).not.toEqual(scheduleOf({}, { account: { energy: { stake: COIN } } }));
  },
  'ScheduleDelegationsOptions.delegations': () => {
    const received = { account: { energy: { received: COIN } } };
    expect(scheduleOf({}, received)).toEqual(scheduleOf({ delegations: [] }, received));
    const delegations = [{ receiver: 'B', amount: COIN }];
    expect(scheduleOf({}, received)).not.toEqual(scheduleOf({ delegations }, received));
  },
  'ScheduleDelegationsOptions.pendingUnstakes': () => {
    const pendingUnstakes = [{ amount: 1n, expires: NOW }];
    expect(scheduleOf({})).toEqual(scheduleOf({ pendingUnstakes: [] }));
    expect(scheduleOf({})).not.toEqual(scheduleOf({ pendingUnstakes }));
  },
  'ScheduleDelegationsOptions.periodMs': { other: 3_600_000, observe: (options) => scheduleOf(options) },
  'ScheduleDelegationsOptions.settleMs': { other: 3_000, observe: (options) => scheduleOf(options) },
  'ScheduleDelegationsOptions.lock': () => {
    const { steps } = scheduleOf({});
    expect(steps.some(({ intent }) => intent.kind === 'delegate' && intent.lockBlocks === undefined)).toBe(true);
    expect(scheduleOf({})).not.toEqual(scheduleOf({ lock: {} }));
  },
  'ScheduleDelegationsOptions.maxNewStake': { other: 1_000n * COIN, observe: (options) => scheduleOf(options) },
  'ScheduleDelegationsOptions.idleStake': { other: 'unstake', observe: (options) => scheduleOf(options) },
  'DelegationLock.blocks': {
    other: 100_000,
    observe: (options) => scheduleOf({ lock: { maxBlocks: 864_000, ...options } }),
  },
  'DelegationLock.maxBlocks': { other: 864_000, observe: (options) => scheduleOf({ lock: { blocks: 1, ...options } }) },
});

/** Two calls two days apart, for the first of which there is too little stake. */
function scheduleOf(options: object, wallet: object = {}) {
  const kinds = { small: { size: 300, energy: 10_000_000n }, large: { size: 300, energy: 60_000_000n } };
  const transactions = [
    { kind: 'large', time: NOW + 120_000 },
    { kind: 'small', time: NOW + 172_800_000 },
  ];
  return scheduleDelegations({
    owner: 'A',
    account: { energy: { stake: 2n * COIN, delegated: COIN } },
    wallets: { B: { load: { kinds, transactions }, ...wallet } },
    network: resourceNetwork,
    from: NOW,
    ...options,
  });
}

const rental = { resource: 'ENERGY', amount: COIN, from: NOW, until: NOW + 1 } as const;

/** What calls cost before and after several maintenances; some parts of it may differ. */
function costOf(options: object, parts: { kind?: object; contract?: object; factors?: object } = {}) {
  return loadCost({ ...loadOptions(parts), ...options });
}

function loadOptions(parts: { kind?: object; contract?: object; factors?: object } = {}) {
  return {
    load: {
      kinds: { call: { size: 300, contract: 'token', energy: 10_000n, ...parts.kind } },
      transactions: [NOW, NOW + 40_000_000].map((time) => ({ kind: 'call', time })),
    },
    network: resourceNetwork,
    contracts: { token: { energyFactor: 0n, ...parts.contract } },
    factors: { ...dynamic, nextMaintenance: NOW + 1_000, ...parts.factors },
  };
}

const resourceNetwork = {
  energy: { limit: 180_000_000_000n, weight: 8_001n },
  bandwidth: { limit: 43_200_000_000n, weight: 2_000n },
  freeBandwidth: 600,
  prices: { energy: 100n, bandwidth: 1_000n },
};

function accountWith(options: object) {
  const account = { energy: { time: NOW, ...options } };
  return resourcesAt({ account, network: resourceNetwork, time: NOW + 30_000 });
}

/** Two units stay: what was staked may have had a fraction of a coin that counted with what is delegated. */
function releasedWeight(options: object) {
  const ledger = { network: resourceNetwork, accounts: { A: { energy: { stake: COIN, ...options } } } };
  const event = { kind: 'stake', owner: 'A', resource: 'ENERGY', amount: 2n * COIN - 1n } as const;
  return applyResourceEvent(ledger, event).ledger.network.energy.weight;
}

/** The use of energy after a call, and one a while later. */
function usedTwice(network: object, event: object = {}) {
  const call = { kind: 'transaction', owner: 'A', size: 300, energy: 41_372n, ...event } as const;
  const ledger = {
    network: { ...resourceNetwork, ...network },
    accounts: { A: { energy: { stake: 10n * COIN, used: 77_681n, time: NOW, windowMs: 83_215_107 } } },
  };
  return applyResourceEvent(ledger, { ...call, time: NOW + 2_311 * 3_000 }).ledger.accounts['A']?.energy;
}

/** Without this count, a plan allows for the four calls that 27,704 units have room for. */
async function asManyAsPossible(count: string, other: string): Promise<void> {
  const { valueCalls: _, hiddenValueCalls: __, ...counted } = { ...simulation, valueCalls: 0, hiddenValueCalls: 0 };
  const limitWith = async (counts: object) => {
    const source = { simulate: () => ({ ...counted, [other]: 0, ...counts }), contract: () => calling };
    return (await planOf({ method: 'max-factor', estimate: 'simulation' }, { source })).feeLimit;
  };
  const calling = { ...state, mayCallWithValue: true, observesEnergy: false };
  expect(await limitWith({})).toBe(await limitWith({ [count]: 4 }));
  expect(await limitWith({})).not.toBe(await limitWith({ [count]: 3 }));
}

function rewardsOf(options: object, witness: object = {}) {
  const witnesses = [{ votes: 3n, ...witness }];
  return [blockRewards({ witnesses, producer: 0, ...options }), supplyChange({ blocks: 1, ...options })];
}

function sizesOfTimes(name: string): void {
  for (const year of [2005, 2026, 2108]) expect(transferSize({})).toBe(transferSize({ [name]: Date.UTC(year) }));
  expect(transferSize({})).not.toBe(transferSize({ [name]: 0 }));
}

function recorded(options: object) {
  const history = createEnergyHistory();
  history.record({ ...call, energy: 20_000n, ...options });
  return history.get(call);
}

function quotas() {
  return {
    energy: { used: 60_000n, limit: 100_000n },
    stakedBandwidth: { used: 0n, limit: 0n },
    freeBandwidth: { used: 0n, limit: 600n },
  };
}

/** The explanation of a call whose plan expected no fee. */
function explained(plan: object) {
  const receipt = { energyTotal: 200n, energyPenalty: 50n, energyFromStake: 0n, energyFromDeployer: 0n };
  const expected = { energy: 0n, bandwidth: 0n, accountCreation: 0n, memo: 0n, multiSign: 0n, total: 0n };
  const info = { fee: 20_000n, receipt: { ...receipt, energyFee: 20_000n, bandwidth: 0n, bandwidthFee: 0n } };
  return explainFee({ info, plan: { expectedFee: expected, ...plan } });
}

/** The cheapest mix of two calls, for which a coin of stake is enough. */
function mixOf(options: object) {
  return cheapestMix({ ...mixOptions(), ...options });
}

function mixOptions() {
  const kinds = { call: { size: 300, energy: 10_000n } };
  const transactions = [NOW, NOW + 60_000].map((time) => ({ kind: 'call', time }));
  return { load: { kinds, transactions }, network: resourceNetwork, stakeCostBps: 200_000n };
}
