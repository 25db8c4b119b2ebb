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
  oneOrZero,
  replaced,
  requires,
  requiresContracts,
  requiresMarket,
  requiresNewRewardFormula,
  requiresStakingV2,
  type Check,
} from './parameter-checks.ts';
import {
  allowTypes,
  appendTo,
  once,
  startAdaptiveEnergy,
  startNewRewards,
  store,
  storeAndUpdateTarget,
  storeTotalEnergyLimit,
  type Effect,
} from './parameter-effects.ts';

/** A parameter that the committee can change. */
export interface ProposalParameter {
  /** Name in error messages about proposals. */
  readonly name: string;
  readonly parameter: ChainParameterName;
  /** Block version that must pass before the parameter may be proposed; 0 if it always may. */
  readonly sinceVersion: number;
  /** Rules for a proposed value in the node's order. */
  readonly checks: readonly Check[];
  /** How an approved value takes effect. */
  readonly effect: Effect;
}

type Row = readonly [
  id: number,
  sinceVersion: number,
  name: string,
  parameter: ChainParameterName,
  checks: readonly Check[],
  effect?: Effect,
];

/** Source: docs/protocol/governance.md, Parameter checks and Processing proposals. */
const rows: readonly Row[] = /* @__PURE__ */ [
  [
    0,
    0,
    'MAINTENANCE_TIME_INTERVAL',
    'getMaintenanceTimeInterval',
    [inRange(81_000n, 86_400_000n, '[3 * 27 * 1000,24 * 3600 * 1000]')],
  ],
  [1, 0, 'ACCOUNT_UPGRADE_COST', 'getAccountUpgradeCost', [longRange]],
  [2, 0, 'CREATE_ACCOUNT_FEE', 'getCreateAccountFee', [longRange]],
  [3, 0, 'TRANSACTION_FEE', 'getTransactionFee', [longRange], appendTo('bandwidthPriceHistory')],
  [4, 0, 'ASSET_ISSUE_FEE', 'getAssetIssueFee', [longRange]],
  [5, 0, 'WITNESS_PAY_PER_BLOCK', 'getWitnessPayPerBlock', [longRange]],
  [6, 0, 'WITNESS_STANDBY_ALLOWANCE', 'getWitnessStandbyAllowance', [longRange]],
  [7, 0, 'CREATE_NEW_ACCOUNT_FEE_IN_SYSTEM_CONTRACT', 'getCreateNewAccountFeeInSystemContract', [longRange]],
  [8, 0, 'CREATE_NEW_ACCOUNT_BANDWIDTH_RATE', 'getCreateNewAccountBandwidthRate', [longRange]],
  [9, 0, 'ALLOW_CREATION_OF_CONTRACTS', 'getAllowCreationOfContracts', [mustBeOne]],
  [10, 0, 'REMOVE_THE_POWER_OF_THE_GR', 'getRemoveThePowerOfTheGr', [notExecutedBefore, mustBeOne], once()],
  [11, 0, 'ENERGY_FEE', 'getEnergyFee', [], appendTo('energyPriceHistory')],
  [12, 0, 'EXCHANGE_CREATE_FEE', 'getExchangeCreateFee', []],
  [13, 0, 'MAX_CPU_TIME_OF_ONE_TX', 'getMaxCpuTimeOfOneTx', [cpuTime]],
  [14, 0, 'ALLOW_UPDATE_ACCOUNT_NAME', 'getAllowUpdateAccountName', [mustBeOne]],
  [15, 0, 'ALLOW_SAME_TOKEN_NAME', 'getAllowSameTokenName', [mustBeOne]],
  [16, 0, 'ALLOW_DELEGATE_RESOURCE', 'getAllowDelegateResource', [mustBeOne]],
  [17, 0, 'TOTAL_ENERGY_LIMIT', 'getTotalEnergyLimit', [replaced, longRange], storeAndUpdateTarget],
  [
    18,
    0,
    'ALLOW_TVM_TRANSFER_TRC10',
    'getAllowTvmTransferTrc10',
    [mustBeOne, requires('ALLOW_SAME_TOKEN_NAME', 'getAllowSameTokenName')],
  ],
  [19, 6, 'TOTAL_CURRENT_ENERGY_LIMIT', 'getTotalEnergyCurrentLimit', [longRange], storeTotalEnergyLimit],
  [20, 7, 'ALLOW_MULTI_SIGN', 'getAllowMultiSign', [mustBeOne], once()],
  [21, 7, 'ALLOW_ADAPTIVE_ENERGY', 'getAllowAdaptiveEnergy', [mustBeOne], once(startAdaptiveEnergy)],
  [22, 7, 'UPDATE_ACCOUNT_PERMISSION_FEE', 'getUpdateAccountPermissionFee', [feeRange]],
  [23, 7, 'MULTI_SIGN_FEE', 'getMultiSignFee', [feeRange]],
  [24, 8, 'ALLOW_PROTO_FILTER_NUM', 'getAllowProtoFilterNum', [oneOrZero]],
  [25, 8, 'ALLOW_ACCOUNT_STATE_ROOT', 'getAllowAccountStateRoot', [oneOrZero]],
  [
    26,
    8,
    'ALLOW_TVM_CONSTANTINOPLE',
    'getAllowTvmConstantinople',
    [mustBeOne, requires('ALLOW_TVM_TRANSFER_TRC10', 'getAllowTvmTransferTrc10')],
    allowTypes('ClearABIContract'),
  ],
  [
    29,
    9,
    'ADAPTIVE_RESOURCE_LIMIT_MULTIPLIER',
    'getAdaptiveResourceLimitMultiplier',
    [inRange(1n, 10_000n, '[1,10_000]')],
  ],
  [30, 9, 'ALLOW_CHANGE_DELEGATION', 'getChangeDelegation', [oneOrZero], allowTypes('UpdateBrokerageContract')],
  [31, 9, 'WITNESS_127_PAY_PER_BLOCK', 'getWitness127PayPerBlock', [longRange]],
  [32, 9, 'ALLOW_TVM_SOLIDITY_059', 'getAllowTvmSolidity059', [mustBeOne, requiresContracts]],
  [
    33,
    9,
    'ADAPTIVE_RESOURCE_LIMIT_TARGET_RATIO',
    'getAdaptiveResourceLimitTargetRatio',
    [inRange(1n, 1000n, '[1,1_000]')],
    storeAndUpdateTarget,
  ],
  [35, 10, 'FORBID_TRANSFER_TO_CONTRACT', 'getForbidTransferToContract', [mustBeOne, requiresContracts]],
  [39, 17, 'ALLOW_SHIELDED_TRC20_TRANSACTION', 'getAllowShieldedTRC20Transaction', [oneOrZero]],
  [40, 19, 'ALLOW_PBFT', 'getAllowPBFT', [mustBeOne]],
  [41, 19, 'ALLOW_TVM_ISTANBUL', 'getAllowTvmIstanbul', [mustBeOne]],
  [
    44,
    19,
    'ALLOW_MARKET_TRANSACTION',
    'getAllowMarketTransaction',
    [mustBeOne],
    once(allowTypes('MarketSellAssetContract', 'MarketCancelOrderContract')),
  ],
  [45, 19, 'MARKET_SELL_FEE', 'getMarketSellFee', [requiresMarket('Sell'), marketFee]],
  [46, 19, 'MARKET_CANCEL_FEE', 'getMarketCancelFee', [requiresMarket('Cancel'), marketFee]],
  [47, 20, 'MAX_FEE_LIMIT', 'getMaxFeeLimit', [maxFeeLimit]],
  [48, 20, 'ALLOW_TRANSACTION_FEE_POOL', 'getAllowTransactionFeePool', [oneOrZero]],
  [49, 20, 'ALLOW_REMOVE_BLACKHOLE', 'getAllowOptimizeBlackHole', [oneOrZero]],
  [51, 21, 'ALLOW_NEW_RESOURCE_MODEL', 'getAllowNewResourceModel', [mustBeOne]],
  [
    52,
    21,
    'ALLOW_TVM_FREEZE',
    'getAllowTvmFreeze',
    [
      mustBeOne,
      requires('ALLOW_DELEGATE_RESOURCE', 'getAllowDelegateResource'),
      requires('ALLOW_MULTI_SIGN', 'getAllowMultiSign'),
      requires('ALLOW_TVM_CONSTANTINOPLE', 'getAllowTvmConstantinople'),
      requires('ALLOW_TVM_SOLIDITY_059', 'getAllowTvmSolidity059'),
    ],
  ],
  [53, 22, 'ALLOW_ACCOUNT_ASSET_OPTIMIZATION', 'getAllowAccountAssetOptimization', [mustBeOne]],
  [
    59,
    22,
    'ALLOW_TVM_VOTE',
    'getAllowTvmVote',
    [mustBeOne, requires('ALLOW_CHANGE_DELEGATION', 'getChangeDelegation')],
    startNewRewards,
  ],
  [60, 23, 'ALLOW_TVM_COMPATIBLE_EVM', 'getAllowTvmCompatibleEvm', [mustBeOne]],
  [61, 22, 'FREE_NET_LIMIT', 'getFreeNetLimit', [inRange(0n, 100_000n, '[0,100_000]')]],
  [62, 22, 'TOTAL_NET_LIMIT', 'getTotalNetLimit', [inRange(0n, 10n ** 12n, '[0, 1_000_000_000_000L]')]],
  [63, 23, 'ALLOW_TVM_LONDON', 'getAllowTvmLondon', [mustBeOne]],
  [65, 24, 'ALLOW_HIGHER_LIMIT_FOR_MAX_CPU_TIME_OF_ONE_TX', 'getAllowHigherLimitForMaxCpuTimeOfOneTx', [mustBeOne]],
  [66, 24, 'ALLOW_ASSET_OPTIMIZATION', 'getAllowAssetOptimization', [mustBeOne]],
  [67, 25, 'ALLOW_NEW_REWARD', 'getAllowNewReward', [newRewardNotValid, mustBeOne], startNewRewards],
  [68, 25, 'MEMO_FEE', 'getMemoFee', [inNamedRange(0n, 10n ** 9n, '0-1000_000_000')], appendTo('memoFeeHistory')],
  [69, 25, 'ALLOW_DELEGATE_OPTIMIZATION', 'getAllowDelegateOptimization', [mustBeOne]],
  [
    70,
    26,
    'UNFREEZE_DELAY_DAYS',
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
  [71, 26, 'ALLOW_OPTIMIZED_RETURN_VALUE_OF_CHAIN_ID', 'getAllowOptimizedReturnValueOfChainId', [mustBeOne]],
  [
    72,
    26,
    'ALLOW_DYNAMIC_ENERGY',
    'getAllowDynamicEnergy',
    [inNamedRange(0n, 1n, '0-1'), dynamicEnergyRequiresDelegation],
  ],
  [73, 26, 'DYNAMIC_ENERGY_THRESHOLD', 'getDynamicEnergyThreshold', [longRange]],
  [74, 26, 'DYNAMIC_ENERGY_INCREASE_FACTOR', 'getDynamicEnergyIncreaseFactor', [inNamedRange(0n, 10_000n, '0-10000')]],
  [75, 26, 'DYNAMIC_ENERGY_MAX_FACTOR', 'getDynamicEnergyMaxFactor', [inNamedRange(0n, 100_000n, '0-100000')]],
  [76, 28, 'ALLOW_TVM_SHANGHAI', 'getAllowTvmShangHai', [mustBeOne]],
  [
    77,
    28,
    'ALLOW_CANCEL_ALL_UNFREEZE_V2',
    'getAllowCancelAllUnfreezeV2',
    [mustBeOne, requiresStakingV2],
    once(allowTypes('CancelAllUnfreezeV2Contract')),
  ],
  [78, 28, 'MAX_DELEGATE_LOCK_PERIOD', 'getMaxDelegateLockPeriod', [longerLockPeriod, requiresStakingV2]],
  [79, 29, 'ALLOW_OLD_REWARD_OPT', 'getAllowOldRewardOpt', [notRepeated, mustBeOne, requiresNewRewardFormula]],
  [81, 30, 'ALLOW_ENERGY_ADJUSTMENT', 'getAllowEnergyAdjustment', [notRepeated, mustBeOne]],
  [82, 30, 'MAX_CREATE_ACCOUNT_TX_SIZE', 'getMaxCreateAccountTxSize', [accountCreationSize]],
  [83, 32, 'ALLOW_TVM_CANCUN', 'getAllowTvmCancun', [notRepeated, mustBeOne]],
  [87, 31, 'ALLOW_STRICT_MATH', 'getAllowStrictMath', [notRepeated, mustBeOne]],
  [88, 32, 'CONSENSUS_LOGIC_OPTIMIZATION', 'getConsensusLogicOptimization', [notRepeated, mustBeOne]],
  [89, 32, 'ALLOW_TVM_BLOB', 'getAllowTvmBlob', [notRepeated, mustBeOne]],
];

/** Every parameter that can be proposed, by its id. */
export const proposalParameters: ReadonlyMap<number, ProposalParameter> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ rows.map(([id, sinceVersion, name, parameter, checks, effect = store]) => [
    id,
    { sinceVersion, name, parameter, checks, effect },
  ]),
);

/** Only some messages name the parameter: those for version 7, and all since version 17. */
function tooEarly({ name, sinceVersion }: ProposalParameter): string {
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
  const { name, parameter, sinceVersion } = proposed;
  if (sinceVersion > 0 && !hasPassed(sinceVersion)) return tooEarly(proposed);
  for (const check of proposed.checks) {
    const problem = check({ state, parameter, name, value });
    if (problem !== undefined) return problem;
  }
  return undefined;
}
