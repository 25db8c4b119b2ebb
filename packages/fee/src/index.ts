// The three methods, and the limits they keep
export {
  clampFeeLimit,
  type ClampedFeeLimit,
  DEFAULT_FEE_LIMIT,
  DEFAULT_MAX_FEE_LIMIT,
  energyForFeeLimit,
  type EstimateOptions,
  feeLimitFromEnergyFactor,
  feeLimitFromEstimate,
  feeLimitFromMaxFactor,
  type FeeLimitOptions,
} from './fee-limit.ts';

// Energy and its factor
export {
  basicEnergy,
  type BasicEnergyOptions,
  CODE_DEPOSIT_PER_BYTE,
  energyWithFactor,
  type InnerCall,
  parseEnergyFactor,
  type ValueCallOptions,
} from './energy-factor.ts';
export {
  type AcrossCycleOptions,
  type AcrossCycleRules,
  type ContractFactorState,
  type DynamicEnergyRules,
  feeLimitAcrossCycle,
  highestFactorNextCycle,
  nextEnergyFactor,
} from './dynamic-energy.ts';

// The coin that a transaction burns
export { expectedFee, type FeeBreakdown, type FeeTransaction } from './expected-fee.ts';
export { maxTransfer, type MaxTransfer, type MaxTransferTransaction } from './max-transfer.ts';
export {
  type CallTransaction,
  type ContractTransaction,
  type DeploymentTransaction,
  type EncodedTransaction,
  type TransactionEnvelope,
  type SizedTransaction,
  transactionSize,
  type TransferTransaction,
} from './bandwidth.ts';

// The coin that blocks mint
export {
  blockRewards,
  type RewardRules,
  type RewardSplit,
  shareVotingReward,
  splitReward,
  supplyChange,
  type Witness,
} from './minting.ts';

// Types of units that these functions take, and errors
export type {
  AbiEntry,
  AbiParameter,
  DeployerShare,
  Energy,
  EnergyFactor,
  EnergyPrice,
  FeePrices,
  OwnerResources,
  SmallUnits,
} from '@coin/units';
export { FeeError, type FeeErrorCode, type FeeErrorContexts, isFeeError } from './errors.ts';
