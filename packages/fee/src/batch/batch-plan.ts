import { type SmallUnits, type Address, type ContractCall } from '@coin/units';
import { type FeeBreakdown } from '../expected-fee.ts';
import { type FeePlan } from '../planner/fee-plan.ts';
import { type PlannedFields } from '../planner/planned-call.ts';

/** A transfer of coin. */
export interface CoinTransfer {
  readonly kind: 'transfer';
  readonly owner: Address;
  /** The receiver. */
  readonly to: Address;
  /** Small units, at least 0. */
  readonly amount: SmallUnits;
  /** Whether there is no account at `to` yet; by default the source is asked (`accountExists`). */
  readonly createsAccount?: boolean;
}

/** A transaction of a batch: a call, a deployment, or a transfer of coin. */
export type BatchTransaction = (ContractCall | CoinTransfer) & PlannedFields;

/** The cost of a transfer of coin, which has no fee limit. */
export interface TransferPlan {
  readonly kind: 'transfer';
  readonly feeLimit?: undefined;
  /** Whether it is the first transfer to an account that does not exist yet. */
  readonly createsAccount: boolean;
  /** The coin that it burns, in small units: see {@link FeeBreakdown}. */
  readonly expectedFee: FeeBreakdown;
  /** The transaction's bandwidth in bytes. */
  readonly size: number;
  /** The most that it can burn, in small units: the fee if all bytes are paid with coin. */
  readonly maxFee: SmallUnits;
}

/** An owner cannot fund all of its transactions. */
export interface BatchWarning {
  readonly code: 'OWNER_CANNOT_FUND_BATCH';
  readonly owner: Address;
  /** The index of the first transaction that it cannot fund. */
  readonly index: number;
  /** Its coin before that transaction, in small units, at least 0. */
  readonly balance: SmallUnits;
  /** The coin that this transaction sends, in small units. */
  readonly amount: SmallUnits;
  /** The coin that this transaction is expected to burn, in small units. */
  readonly fee: SmallUnits;
  /** How many small units the owner is short of for the whole batch. */
  readonly missing: SmallUnits;
}

/** The plans of a batch. */
export interface BatchPlan {
  /**
   * The plan of each transaction, in order, with the resources that earlier ones leave. The warnings of the batch say
   * whether the owner can fund them.
   */
  readonly plans: readonly (FeePlan | TransferPlan)[];
  /** The coin that all of them burn, in small units. */
  readonly expectedFee: FeeBreakdown;
  /** A warning for each owner that cannot fund all of its transactions. */
  readonly warnings: readonly BatchWarning[];
}
