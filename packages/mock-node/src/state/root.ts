import type { List, Map } from 'immutable';
import type { Address, Hex, Milliseconds, Slot } from '../protocol/primitives.ts';

export type Resource = 'BANDWIDTH' | 'ENERGY' | 'TRON_POWER';

export interface Vote {
  readonly witness: Address;
  readonly count: bigint;
}

/** Use of a staked resource, as it was at `time`; it recovers over `window`. docs/protocol/staking.md, Resource arithmetic. */
export interface ResourceUse {
  readonly usage: bigint;
  readonly time: Slot;
  /** Slots, or thousandths of a slot once `windowOptimized`; 0: never written, 28,800 slots. */
  readonly window: bigint;
  readonly windowOptimized: boolean;
}

export interface Stake {
  readonly bandwidth: bigint;
  readonly energy: bigint;
}

export interface Unfreezing {
  readonly resource: Resource;
  readonly amount: bigint;
  readonly expireTime: Milliseconds;
}

export interface PermissionKey {
  readonly address: Address;
  readonly weight: bigint;
}

export interface Permission {
  readonly type: 'Owner' | 'Witness' | 'Active';
  readonly id: number;
  readonly name: string;
  readonly threshold: bigint;
  readonly parentId: number;
  /** 32 bytes, a bit a contract type; empty for owner and witness permissions. */
  readonly operations: Hex;
  readonly keys: readonly PermissionKey[];
}

export interface Account {
  readonly address: Address;
  readonly type: 'Normal' | 'AssetIssue' | 'Contract';
  readonly name: Hex;
  /** Small units; what is staked, unstaking or lent is not in it. */
  readonly balance: bigint;
  readonly votes: readonly Vote[];
  readonly createTime: Milliseconds;
  readonly latestOperationTime: Milliseconds;
  /** Rewards not yet withdrawn. */
  readonly allowance: bigint;
  readonly latestWithdrawTime: Milliseconds;
  readonly isWitness: boolean;
  readonly freeNetUsage: bigint;
  readonly latestConsumeFreeTime: Slot;
  readonly net: ResourceUse;
  readonly energy: ResourceUse;
  /** frozenV2: own stake that is not lent. A missing resource has never been staked. */
  readonly frozen: Partial<Record<Resource, bigint>>;
  readonly unfreezing: readonly Unfreezing[];
  readonly delegated: Stake;
  readonly acquired: Stake;
  readonly ownerPermission?: Permission;
  readonly witnessPermission?: Permission;
  readonly activePermissions: readonly Permission[];
  /** Number of the block in which it was last written; kept by `putAccount`. */
  readonly writtenIn: number;
  /** The flag as the row had it when last written; kept by `putAccount`, asked through `isAssetOptimized`. docs/protocol/http.md, getaccount details. */
  readonly assetOptimized: boolean;
}

/** What a contract was deployed with. Settings change by transactions of their own. */
export interface Contract {
  readonly address: Address;
  readonly origin: Address;
  readonly name: string;
  /** The ABI as its protobuf message; empty after clearabi and for contracts made by contracts. */
  readonly abi: Hex;
  /** Creation code with its arguments. */
  readonly bytecode: Hex;
  readonly callValue: bigint;
  /** Share that the caller pays, 0 to 100. */
  readonly consumeUserResourcePercent: bigint;
  readonly originEnergyLimit: bigint;
  /** Empty where the node writes none: contracts made by contracts. */
  readonly codeHash: Hex;
  readonly transactionHash: Hex;
  readonly version: number;
}

/** Runtime code and its keccak-256 hash, as the virtual machine wants it: the same object for as long as the code stands. */
export interface Code {
  readonly bytes: Uint8Array;
  readonly hash: Uint8Array;
}

/** The dynamic energy model's record of a contract. docs/protocol/dynamic-energy.md. */
export interface ContractEnergyState {
  /** Energy used in the cycle of `updateCycle`, before penalties. */
  readonly energyUsage: bigint;
  /** Ten-thousandths. */
  readonly energyFactor: bigint;
  /** Maintenance cycle the two other numbers belong to. */
  readonly updateCycle: bigint;
}

export interface Witness {
  readonly address: Address;
  readonly url: string;
  readonly voteCount: bigint;
  readonly totalProduced: number;
  readonly totalMissed: number;
  readonly latestBlockNumber: number;
  readonly latestSlot: Slot;
  readonly isActive: boolean;
}

/** One direction of lending between two accounts, locked or not. Amounts in small units, expiry in milliseconds (0: none). */
export interface Delegation {
  readonly bandwidth: bigint;
  readonly energy: bigint;
  readonly bandwidthExpire: Milliseconds;
  readonly energyExpire: Milliseconds;
}

export interface Proposal {
  readonly id: number;
  readonly proposer: Address;
  readonly parameters: readonly { readonly key: number; readonly value: bigint }[];
  readonly expirationTime: Milliseconds;
  readonly createTime: Milliseconds;
  readonly approvals: readonly Address[];
  readonly state: 'PENDING' | 'DISAPPROVED' | 'APPROVED' | 'CANCELED';
  /** Number of the block in which it was last written; kept by `putProposal`. */
  readonly writtenIn: number;
}

/** Dynamic properties that no chain parameter shows. */
export interface Properties {
  readonly nextMaintenanceTime: Milliseconds;
  /** The head block was a maintenance block: two slots are skipped after it. */
  readonly headWasMaintenance: boolean;
  readonly cycle: number;
  /** Cycle from which rewards follow the vi algorithm; absent: never. */
  readonly newRewardAlgorithmFromCycle?: number;
  readonly activeWitnesses: readonly Address[];
  readonly solidifiedNumber: number;
  /** Blocks up to this one have left the node's memory for its database. docs/protocol/http.md, getaccount details. */
  readonly flushedNumber: number;
  /** Which active witnesses have produced a block of the current version, by their place in the active list. */
  readonly versionVotes: readonly boolean[];
  /** The current block version has passed for good: gates of proposals are open. docs/protocol/blocks.md. */
  readonly versionPassed: boolean;
  /** Whole coins. */
  readonly totalNetWeight: bigint;
  readonly totalEnergyWeight: bigint;
  readonly totalTronPowerWeight: bigint;
  readonly publicNetUsage: bigint;
  readonly publicNetTime: Slot;
  /** Small units burned so far (the counter; 0 where a black-hole account is credited). */
  readonly burned: bigint;
  /** Genesis account that is credited with burned coin where `getAllowOptimizeBlackHole` is off. */
  readonly blackhole: Address;
  /** Fees kept for block producers where `getAllowTransactionFeePool` is on. */
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

/**
 * The whole ledger at a moment. Everything in it is immutable and shares structure with its predecessors: keeping a root is a snapshot, setting
 * it is a revert, and an older root (a solid block's) can be read beside the newest.
 */
export interface Root {
  readonly parameters: Map<string, bigint>;
  readonly properties: Properties;
  readonly accounts: Map<Address, Account>;
  /** Account name → address. */
  readonly names: Map<Hex, Address>;
  readonly contracts: Map<Address, Contract>;
  readonly code: Map<Address, Code>;
  /** Contract → row key (32 bytes) → word (32 bytes, never changed in place). Rows of zero do not exist. */
  readonly storage: Map<Address, Map<Hex, Uint8Array>>;
  readonly contractStates: Map<Address, ContractEnergyState>;
  readonly witnesses: Map<Address, Witness>;
  /** Votes changed since the last maintenance. */
  readonly pendingVotes: Map<Address, { readonly before: readonly Vote[]; readonly after: readonly Vote[] }>;
  /** `<from><to>` → the unlocked and the locked part, and when the pair last lent. */
  readonly delegations: Map<
    string,
    { readonly unlocked?: Delegation; readonly locked?: Delegation; readonly indexedAt?: Milliseconds }
  >;
  /** Reward records by the node's own keys. docs/protocol/rewards.md, Delegation store. */
  readonly rewards: Map<string, bigint>;
  /** Voters' votes at the start of a cycle, by `<cycle>-<address>`. */
  readonly voterSnapshots: Map<string, readonly Vote[]>;
  readonly proposals: Map<number, Proposal>;
  /** By number, genesis first. A block's id begins with its number, so no index by id is needed. */
  readonly blocks: List<StoredBlock>;
  /** Transaction id → where it stands. */
  readonly transactions: Map<Hex, { readonly block: number; readonly index: number }>;
}

/** A block as it stands in the chain. Messages are the protocol's (src/protocol), encoded. */
export interface StoredBlock {
  readonly id: Hex;
  readonly number: number;
  readonly timestamp: Milliseconds;
  /** `BlockHeader.raw`. */
  readonly header: Uint8Array;
  /** The witness signature of an imported block. A block made here is signed when somebody asks for it. */
  readonly signature?: Hex;
  /** `Transaction` with its `ret`. */
  readonly transactions: readonly StoredTransaction[];
  /** `TransactionInfo`, in the order of the transactions; none in the genesis block. */
  readonly infos: readonly Uint8Array[];
}

export interface StoredTransaction {
  readonly id: Hex;
  readonly bytes: Uint8Array;
}
