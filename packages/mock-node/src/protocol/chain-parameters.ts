import { MAX_INT64, MIN_INT64 } from './java/long.ts';

/**
 * Names of the chain parameters in the order in which the node lists them.
 *
 * Source: docs/protocol/chain-parameters.md.
 */
export const chainParameterNames = [
  'getMaintenanceTimeInterval',
  'getAccountUpgradeCost',
  'getCreateAccountFee',
  'getTransactionFee',
  'getAssetIssueFee',
  'getWitnessPayPerBlock',
  'getWitnessStandbyAllowance',
  'getCreateNewAccountFeeInSystemContract',
  'getCreateNewAccountBandwidthRate',
  'getAllowCreationOfContracts',
  'getRemoveThePowerOfTheGr',
  'getEnergyFee',
  'getExchangeCreateFee',
  'getMaxCpuTimeOfOneTx',
  'getAllowUpdateAccountName',
  'getAllowSameTokenName',
  'getAllowDelegateResource',
  'getTotalEnergyLimit',
  'getAllowTvmTransferTrc10',
  'getTotalEnergyCurrentLimit',
  'getAllowMultiSign',
  'getAllowAdaptiveEnergy',
  'getTotalEnergyTargetLimit',
  'getTotalEnergyAverageUsage',
  'getUpdateAccountPermissionFee',
  'getMultiSignFee',
  'getAllowAccountStateRoot',
  'getAllowProtoFilterNum',
  'getAllowTvmConstantinople',
  'getAllowTvmSolidity059',
  'getAllowTvmIstanbul',
  'getAllowShieldedTRC20Transaction',
  'getForbidTransferToContract',
  'getAdaptiveResourceLimitTargetRatio',
  'getAdaptiveResourceLimitMultiplier',
  'getChangeDelegation',
  'getWitness127PayPerBlock',
  'getAllowMarketTransaction',
  'getMarketSellFee',
  'getMarketCancelFee',
  'getAllowPBFT',
  'getAllowTransactionFeePool',
  'getMaxFeeLimit',
  'getAllowOptimizeBlackHole',
  'getAllowNewResourceModel',
  'getAllowTvmFreeze',
  'getAllowTvmVote',
  'getAllowTvmLondon',
  'getAllowTvmCompatibleEvm',
  'getAllowAccountAssetOptimization',
  'getFreeNetLimit',
  'getTotalNetLimit',
  'getAllowHigherLimitForMaxCpuTimeOfOneTx',
  'getAllowAssetOptimization',
  'getAllowNewReward',
  'getMemoFee',
  'getAllowDelegateOptimization',
  'getUnfreezeDelayDays',
  'getAllowOptimizedReturnValueOfChainId',
  'getAllowDynamicEnergy',
  'getDynamicEnergyThreshold',
  'getDynamicEnergyIncreaseFactor',
  'getDynamicEnergyMaxFactor',
  'getAllowTvmShangHai',
  'getAllowCancelAllUnfreezeV2',
  'getMaxDelegateLockPeriod',
  'getAllowOldRewardOpt',
  'getAllowEnergyAdjustment',
  'getMaxCreateAccountTxSize',
  'getAllowStrictMath',
  'getConsensusLogicOptimization',
  'getAllowTvmCancun',
  'getAllowTvmBlob',
] as const;

interface ParameterRange {
  readonly min: bigint;
  readonly max: bigint;
}

const int64Range: ParameterRange = { min: MIN_INT64, max: MAX_INT64 };

/** Parameters that the ledger divides by, or from which it computes times. */
const ranges: ReadonlyMap<string, ParameterRange> = /* @__PURE__ */ new Map([
  ['getMaintenanceTimeInterval', { min: 1n, max: 31_536_000_000n }],
  ['getUnfreezeDelayDays', { min: 0n, max: 36_500n }],
  ['getAdaptiveResourceLimitTargetRatio', { min: 1n, max: MAX_INT64 }],
]);

/**
 * The values with which a ledger works, of a parameter that is set from outside. Proposals have ranges of their own.
 *
 * Decision: an interval of a year and a delay of a hundred at most, so that times stay exact.
 */
export function parameterRange(name: string): ParameterRange {
  return ranges.get(name) ?? int64Range;
}

/** What parameters switch on that this node does not model: it refuses a network that has it. */
export const notModelledSwitches: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['getAllowShieldedTRC20Transaction', 'shielded transfers'],
  ['getAllowAccountStateRoot', 'account state roots'],
  ['getAllowProtoFilterNum', 'filters of unknown fields'],
  ['getAllowPBFT', 'PBFT'],
]);

/** What a caller's value of a parameter would have to be; undefined for a value that is allowed. */
export function parameterRequirement(name: string, value: bigint): string | undefined {
  const notModelled = notModelledSwitches.get(name);
  if (notModelled !== undefined && value !== 0n) return `0, because @coin/mock-node does not model ${notModelled}`;
  const { min, max } = parameterRange(name);
  return value < min || value > max ? `from ${min} to ${max}` : undefined;
}

/** A chain parameter of java-tron 4.8.0 by its name in getchainparameters. Other software may list others. */
export type ChainParameterName = (typeof chainParameterNames)[number];
