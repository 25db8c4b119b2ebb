import { type ChainParameterName } from '../../protocol/chain-parameters.ts';
import { type State } from '../../state/root.ts';
import {
  accountCreationSize,
  cpuTime,
  dynamicEnergyRequiresDelegation,
  feeRange,
  inNamedRange,
  inRange,
  longRange,
  longerLockPeriod,
  marketFee,
  maxFeeLimit,
  newRewardNotValid,
  notExecutedBefore,
  notRepeated,
  mustBeOne,
  notSetTo,
  oneOrZero,
  proposalExpireTime,
  requires,
  requiresContracts,
  requiresMarket,
  requiresNewRewardFormula,
  requiresShanghai,
  requiresStakingV2,
  zeroOrOne,
  type Check,
} from './parameter-checks.ts';
import {
  allowTypes,
  appendTo,
  once,
  startAdaptiveEnergy,
  startBlockHistory,
  startNewRewards,
  store,
  storeAndUpdateTarget,
  storeTotalEnergyLimit,
  type Effect,
} from './parameter-effects.ts';
import { proposalName } from './proposal-name.ts';

/** A parameter that the committee can change. */
export interface ProposalParameter {
  readonly parameter: ChainParameterName;
  /** Block version that must pass before the parameter may be proposed; 0 if it always may. */
  readonly sinceVersion: number;
  /** Block version after which it may not be proposed any more. */
  readonly untilVersion: number | undefined;
  /** Rules for a proposed value in the node's order. */
  readonly checks: readonly Check[];
  /** How an approved value takes effect. */
  readonly effect: Effect;
}

type Row = readonly [
  id: number,
  sinceVersion: number | readonly [since: number, until: number],
  parameter: ChainParameterName,
  checks: readonly Check[],
  effect?: Effect,
];

/** Source: docs/protocol/governance.md, Parameter checks and Processing proposals. */
const rows: readonly Row[] = /* @__PURE__ */ [
  [0, 0, 'getMaintenanceTimeInterval', [inRange(81_000n, 86_400_000n, '[3 * 27 * 1000,24 * 3600 * 1000]')]],
  [1, 0, 'getAccountUpgradeCost', [longRange]],
  [2, 0, 'getCreateAccountFee', [longRange]],
  [3, 0, 'getTransactionFee', [longRange], appendTo('bandwidthPriceHistory')],
  [4, 0, 'getAssetIssueFee', [longRange]],
  [5, 0, 'getWitnessPayPerBlock', [longRange]],
  [6, 0, 'getWitnessStandbyAllowance', [longRange]],
  [7, 0, 'getCreateNewAccountFeeInSystemContract', [longRange]],
  [8, 0, 'getCreateNewAccountBandwidthRate', [longRange]],
  [9, 0, 'getAllowCreationOfContracts', [mustBeOne]],
  [10, 0, 'getRemoveThePowerOfTheGr', [notExecutedBefore, mustBeOne], once()],
  [11, 0, 'getEnergyFee', [], appendTo('energyPriceHistory')],
  [12, 0, 'getExchangeCreateFee', []],
  [13, 0, 'getMaxCpuTimeOfOneTx', [cpuTime]],
  [14, 0, 'getAllowUpdateAccountName', [mustBeOne]],
  [15, 0, 'getAllowSameTokenName', [mustBeOne]],
  [16, 0, 'getAllowDelegateResource', [mustBeOne]],
  [17, [0, 6], 'getTotalEnergyLimit', [longRange], storeAndUpdateTarget],
  [18, 0, 'getAllowTvmTransferTrc10', [mustBeOne, requires('getAllowSameTokenName')]],
  [19, 6, 'getTotalEnergyCurrentLimit', [longRange], storeTotalEnergyLimit],
  [20, 7, 'getAllowMultiSign', [mustBeOne], once()],
  [21, 7, 'getAllowAdaptiveEnergy', [mustBeOne], once(startAdaptiveEnergy)],
  [22, 7, 'getUpdateAccountPermissionFee', [feeRange]],
  [23, 7, 'getMultiSignFee', [feeRange]],
  [24, 8, 'getAllowProtoFilterNum', [oneOrZero]],
  [25, 8, 'getAllowAccountStateRoot', [oneOrZero]],
  [
    26,
    8,
    'getAllowTvmConstantinople',
    [mustBeOne, requires('getAllowTvmTransferTrc10')],
    allowTypes('ClearABIContract'),
  ],
  [29, 9, 'getAdaptiveResourceLimitMultiplier', [inRange(1n, 10_000n, '[1,10_000]')]],
  [30, 9, 'getChangeDelegation', [oneOrZero], allowTypes('UpdateBrokerageContract')],
  [31, 9, 'getWitness127PayPerBlock', [longRange]],
  [32, 9, 'getAllowTvmSolidity059', [mustBeOne, requiresContracts]],
  [33, 9, 'getAdaptiveResourceLimitTargetRatio', [inRange(1n, 1000n, '[1,1_000]')], storeAndUpdateTarget],
  [35, 10, 'getForbidTransferToContract', [mustBeOne, requiresContracts]],
  [39, 17, 'getAllowShieldedTRC20Transaction', [oneOrZero]],
  [40, 19, 'getAllowPBFT', [mustBeOne]],
  [41, 19, 'getAllowTvmIstanbul', [mustBeOne]],
  [
    44,
    [19, 34],
    'getAllowMarketTransaction',
    [mustBeOne],
    once(allowTypes('MarketSellAssetContract', 'MarketCancelOrderContract')),
  ],
  [45, 19, 'getMarketSellFee', [requiresMarket('Sell'), marketFee]],
  [46, 19, 'getMarketCancelFee', [requiresMarket('Cancel'), marketFee]],
  [47, 20, 'getMaxFeeLimit', [maxFeeLimit]],
  [48, 20, 'getAllowTransactionFeePool', [oneOrZero]],
  [49, 20, 'getAllowOptimizeBlackHole', [oneOrZero]],
  [51, 21, 'getAllowNewResourceModel', [mustBeOne]],
  [
    52,
    21,
    'getAllowTvmFreeze',
    [
      mustBeOne,
      requires('getAllowDelegateResource'),
      requires('getAllowMultiSign'),
      requires('getAllowTvmConstantinople'),
      requires('getAllowTvmSolidity059'),
    ],
  ],
  [53, 22, 'getAllowAccountAssetOptimization', [mustBeOne]],
  [59, 22, 'getAllowTvmVote', [mustBeOne, requires('getChangeDelegation')], startNewRewards],
  [60, 23, 'getAllowTvmCompatibleEvm', [mustBeOne]],
  [61, 22, 'getFreeNetLimit', [inRange(0n, 100_000n, '[0,100_000]')]],
  [62, 22, 'getTotalNetLimit', [inRange(0n, 10n ** 12n, '[0, 1_000_000_000_000L]')]],
  [63, 23, 'getAllowTvmLondon', [mustBeOne]],
  [65, 24, 'getAllowHigherLimitForMaxCpuTimeOfOneTx', [mustBeOne]],
  [66, 24, 'getAllowAssetOptimization', [mustBeOne]],
  [67, 25, 'getAllowNewReward', [newRewardNotValid, mustBeOne], startNewRewards],
  [68, 25, 'getMemoFee', [inNamedRange(0n, 10n ** 9n, '0-1000_000_000')], appendTo('memoFeeHistory')],
  [69, 25, 'getAllowDelegateOptimization', [mustBeOne]],
  [
    70,
    26,
    'getUnfreezeDelayDays',
    [inNamedRange(1n, 365n, '1-365')],
    allowTypes(
      'FreezeBalanceV2Contract',
      'UnfreezeBalanceV2Contract',
      'WithdrawExpireUnfreezeContract',
      'DelegateResourceContract',
      'UnDelegateResourceContract',
    ),
  ],
  [71, 26, 'getAllowOptimizedReturnValueOfChainId', [mustBeOne]],
  [72, 26, 'getAllowDynamicEnergy', [inNamedRange(0n, 1n, '0-1'), dynamicEnergyRequiresDelegation]],
  [73, 26, 'getDynamicEnergyThreshold', [longRange]],
  [74, 26, 'getDynamicEnergyIncreaseFactor', [inNamedRange(0n, 10_000n, '0-10000')]],
  [75, 26, 'getDynamicEnergyMaxFactor', [inNamedRange(0n, 100_000n, '0-100000')]],
  [76, 28, 'getAllowTvmShangHai', [mustBeOne]],
  [
    77,
    28,
    'getAllowCancelAllUnfreezeV2',
    [mustBeOne, requiresStakingV2],
    once(allowTypes('CancelAllUnfreezeV2Contract')),
  ],
  [78, 28, 'getMaxDelegateLockPeriod', [longerLockPeriod, requiresStakingV2]],
  [79, 29, 'getAllowOldRewardOpt', [notRepeated, mustBeOne, requiresNewRewardFormula]],
  [81, 30, 'getAllowEnergyAdjustment', [notRepeated, mustBeOne]],
  [82, 30, 'getMaxCreateAccountTxSize', [accountCreationSize]],
  [83, 32, 'getAllowTvmCancun', [notRepeated, mustBeOne]],
  [87, 31, 'getAllowStrictMath', [notRepeated, mustBeOne]],
  [88, 32, 'getConsensusLogicOptimization', [notRepeated, mustBeOne]],
  [89, 32, 'getAllowTvmBlob', [notRepeated, mustBeOne]],
  [92, 34, 'getProposalExpireTime', [proposalExpireTime]],
  [94, 34, 'getAllowTvmSelfdestructRestriction', [notRepeated, mustBeOne]],
  [95, 36, 'getAllowTvmPrague', [requiresShanghai, notRepeated, mustBeOne], startBlockHistory],
  [96, 36, 'getAllowTvmOsaka', [notRepeated, mustBeOne]],
  [97, 36, 'getAllowHardenResourceCalculation', [notRepeated, mustBeOne]],
  [98, 36, 'getAllowHardenExchangeCalculation', [zeroOrOne, notSetTo]],
];

/** Every parameter that can be proposed, by its id. */
export const proposalParameters: ReadonlyMap<number, ProposalParameter> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ rows.map(([id, versions, parameter, checks, effect = store]) => {
    const [sinceVersion, untilVersion] = typeof versions === 'number' ? [versions] : versions;
    return [id, { sinceVersion, untilVersion, parameter, checks, effect }];
  }),
);

/** Only some messages name the parameter: those for version 7, and all since version 17. */
function notNow({ parameter, sinceVersion }: ProposalParameter): string {
  const name = proposalName(parameter);
  if (sinceVersion === 7) return `Bad chain parameter id: ${name}`;
  return sinceVersion < 17 ? 'Bad chain parameter id' : `Bad chain parameter id [${name}]`;
}

/**
 * Checks a proposed value against the rules for its parameter.
 *
 * Source: docs/protocol/governance.md, Parameter checks.
 *
 * @param hasPassed - whether a block version has passed on this network
 * @returns the node's error message, or undefined.
 */
export function checkProposedValue(
  state: State,
  { key, value }: { readonly key: bigint; readonly value: bigint },
  hasPassed: (version: number) => boolean,
): string | undefined {
  const proposed = proposalParameters.get(Number(key));
  if (proposed === undefined) return `Does not support code : ${key}`;
  const { parameter, sinceVersion, untilVersion } = proposed;
  if (sinceVersion > 0 && !hasPassed(sinceVersion)) return notNow(proposed);
  if (untilVersion !== undefined && hasPassed(untilVersion)) return notNow(proposed);
  for (const check of proposed.checks) {
    const problem = check({ state, parameter, name: proposalName(parameter), value });
    if (problem !== undefined) return problem;
  }
  return undefined;
}
