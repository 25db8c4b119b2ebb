import { type Address, type Hex, type Milliseconds, type Slot } from '../../protocol/primitives.ts';

/** Dynamic properties that are not chain parameters. */
export interface Properties {
  readonly nextMaintenanceTime: Milliseconds;
  /** The head block was a maintenance block, and two slots are skipped after it. */
  readonly headWasMaintenance: boolean;
  readonly cycle: number;
  /** Cycle from which rewards follow the vi algorithm; absent if none does. */
  readonly newRewardAlgorithmFromCycle?: number;
  readonly activeWitnesses: readonly Address[];
  readonly solidifiedNumber: number;
  /** Blocks up to this one have left the node's memory for its database. docs/protocol/http.md, getaccount details. */
  readonly flushedNumber: number;
  /** Which active witnesses have produced a block of the current version, by their index in the active list. */
  readonly versionVotes: readonly boolean[];
  /**
   * The current block version has passed for good, which allows proposals for its parameters. docs/protocol/blocks.md.
   */
  readonly versionPassed: boolean;
  /** Whole coins. */
  readonly totalNetWeight: bigint;
  readonly totalEnergyWeight: bigint;
  readonly totalTronPowerWeight: bigint;
  readonly publicNetUsage: bigint;
  readonly publicNetTime: Slot;
  /** Small units that blocks have minted so far. */
  readonly minted: bigint;
  /** Reward pools' receipts for voters, minus the amounts credited to voters. */
  readonly unpaidRewards: bigint;
  /** Small units burned so far (the counter; 0 if a black-hole account is credited). */
  readonly burned: bigint;
  /** Genesis account that receives burned coin if `getAllowOptimizeBlackHole` is off. */
  readonly blackhole: Address;
  /** Fees kept for block producers if `getAllowTransactionFeePool` is on. */
  readonly transactionFeePool: bigint;
  /** `<time>:<price>,…` as the node prints them. */
  readonly energyPriceHistory: string;
  readonly bandwidthPriceHistory: string;
  readonly memoFeeHistory: string;
  /** Bitmaps of contract types, 32 bytes. */
  readonly availableContractTypes: Hex;
  readonly activeDefaultOperations: Hex;
  readonly latestProposalId: number;
  readonly blockEnergyUsage: bigint;
  readonly totalEnergyAverageUsage: bigint;
  readonly totalEnergyAverageTime: Slot;
}
