// The state of an account's resources, and what changes it
export {
  type AppliedEvent,
  applyResourceEvent,
  type DelegationEvent,
  type ResourceEvent,
  type StakeEvent,
  type TransactionEvent,
} from './apply-resource-event.ts';
export {
  type NetworkResource,
  type ResourceAccount,
  type ResourceLedger,
  type ResourceNetwork,
  type StakedResource,
  type StakedResourceName,
} from './resource-ledger.ts';
export { type ResourcesAt, resourcesAt, type StakedResourceAt } from './resources-at.ts';

// What a load costs
export {
  type FactorSchedule,
  type HourlyTransactions,
  type InstructionCharge,
  type Load,
  type LoadedContract,
  type LoadKind,
  type LoadTransaction,
  type Rental,
  type ResourceMix,
} from './load.ts';
export { type LoadCost, loadCost, type LoadCostOptions, type LoadHour, type LoadSum } from './load-cost.ts';

// What a load would cost under other rules
export {
  type OpenProposal,
  type PossibleChange,
  whatIf,
  type WhatIf,
  type WhatIfOptions,
  type WhatIfRow,
} from './what-if.ts';

// Why a transaction cost what it did
export {
  explainFee,
  type ExpectedCost,
  type ExplainFeeOptions,
  type FeeExplanation,
  type FeeInfo,
  type FeeLine,
  type UnexpectedPart,
} from './explain-fee.ts';

// The cheapest way to pay for a load
export { cheapestMix, type CheapestMixOptions } from './mix/cheapest-mix.ts';
export {
  mixSensitivity,
  type MixSensitivity,
  type MixSensitivityOptions,
  type SensitivityRow,
} from './mix/mix-sensitivity.ts';
export { type CheapestMix, type CurvePoint, type MixCost, type RentalOffer } from './mix/mix.ts';

// Energy for several wallets from one staking account
export { scheduleDelegations } from './schedule/schedule-delegations.ts';
export {
  type DelegationLock,
  type DelegationSchedule,
  type PendingUnstake,
  type ScheduleDelegationsOptions,
  type ScheduleStep,
  type StakingIntent,
  type StandingDelegation,
  type SuppliedWallet,
  type SupplyPeriod,
} from './schedule/delegation-schedule.ts';
