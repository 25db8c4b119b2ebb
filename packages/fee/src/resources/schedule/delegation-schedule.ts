import { type SmallUnits, type Address } from '@coin/units';
import { type FactorSchedule, type Load, type LoadedContract } from '../load.ts';
import { type ResourceAccount, type ResourceNetwork } from '../resource-ledger.ts';

/** An account that sends a load and pays for it with delegated energy. */
export interface SuppliedWallet {
  /** Its calls. Their bandwidth does not matter here. */
  readonly load: Load;
  /** Its stake and use at the start, including delegations; by default, an account without resources. */
  readonly account?: ResourceAccount;
}

/** Stake that the staking account has delegated to a wallet, as `getDelegations` of `@coin/rpc` lists it. */
export interface StandingDelegation {
  /** The wallet. */
  readonly to: Address;
  /** Small units. */
  readonly amount: SmallUnits;
  /** The time when its lock ends, in milliseconds since 1970; absent if it can return at any time. */
  readonly lockedUntil?: number;
  /** `ENERGY` by default. Other delegations are ignored. */
  readonly resource?: 'BANDWIDTH' | 'ENERGY';
  /** 1 for stake of the first version, which stays where it is and is ignored. */
  readonly version?: 1;
}

/** Stake that waits to be paid out, as `getAccount` of `@coin/rpc` lists it. */
export interface PendingUnstake {
  /** Small units. */
  readonly amount: SmallUnits;
  /** The time from which it can be withdrawn, in milliseconds since 1970. */
  readonly expireTime: number;
}

/** The blocks of three seconds for which delegations cannot return. */
export interface DelegationLock {
  /** 86,400 by default, which is three days. */
  readonly blocks?: number;
  /** `getMaxDelegateLockPeriod`. Defaults to 86,400; every lock then lasts that long. */
  readonly maxBlocks?: number;
}

/** A staking account, the wallets that it supplies, and the rules of the schedule. */
export interface ScheduleDelegationsOptions {
  /** The staking account. It makes no calls itself. */
  readonly owner: Address;
  /** Its stake and use at the start. */
  readonly account: ResourceAccount;
  /** The wallets by address. If energy is scarce, the first ones are supplied first. */
  readonly wallets: Readonly<Record<Address, SuppliedWallet>>;
  /** The network, with the price of energy if coin may have to be burned for energy. */
  readonly network: ResourceNetwork;
  /** The contracts that kinds of transactions name. */
  readonly contracts?: Readonly<Record<string, LoadedContract>>;
  /** The rules by which the factors of these contracts change. */
  readonly factors?: FactorSchedule;
  /** The staking account's delegations to the wallets at the start; none by default. */
  readonly delegations?: readonly StandingDelegation[];
  /** Its stake that waits to be paid out at the start; none by default. */
  readonly pendingUnstakes?: readonly PendingUnstake[];
  /** The time of the first step, in milliseconds since 1970, not after the first transaction. */
  readonly from: number;
  /** The length of a period, at whose start stake may move, in milliseconds; 6 hours by default. */
  readonly periodMs?: number;
  /** The time from an undelegation to the delegations that need it, in milliseconds; a minute by default. */
  readonly settleMs?: number;
  /** Locks each new delegation; by default none is locked, and each can return at any time. */
  readonly lock?: DelegationLock;
  /** The most coin that steps may stake, in small units; 0 by default. */
  readonly maxNewStake?: SmallUnits;
  /** `unstake` releases stake that no later step needs; `keep`, the default, keeps it. */
  readonly idleStake?: 'keep' | 'unstake';
}

/**
 * The transaction of a step, with the argument names of `stake`, `unstake`, `delegateResource` and `undelegateResource`
 * of `@coin/rpc`.
 */
export type StakingIntent =
  | {
      readonly kind: 'stake' | 'unstake';
      readonly owner: Address;
      readonly resource: 'ENERGY';
      readonly amount: SmallUnits;
    }
  | {
      readonly kind: 'delegate';
      readonly owner: Address;
      readonly receiver: Address;
      readonly resource: 'ENERGY';
      readonly amount: SmallUnits;
      readonly lockBlocks?: number;
    }
  | {
      readonly kind: 'undelegate';
      readonly owner: Address;
      readonly receiver: Address;
      readonly resource: 'ENERGY';
      readonly amount: SmallUnits;
    };

/** A transaction of the staking account. */
export interface ScheduleStep {
  /** The time of the block before the step's, in milliseconds since 1970. Execute steps of the same time in order. */
  readonly time: number;
  readonly intent: StakingIntent;
}

/** A wallet's supply in a period. */
export interface SupplyPeriod {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  /** The stake that the staking account delegates to it after the steps of the period, in small units. */
  readonly delegated: SmallUnits;
  /** The coin that it burns for energy, in small units: 0 if it is supplied. */
  readonly burned: SmallUnits;
}

/** Steps that supply wallets with energy, and the supply that they achieve. */
export interface DelegationSchedule {
  readonly steps: readonly ScheduleStep[];
  /** The periods of each wallet. */
  readonly supply: Readonly<Record<Address, readonly SupplyPeriod[]>>;
  /** The coin that all wallets burn for energy, in small units. */
  readonly burned: SmallUnits;
  /** The state after the last transaction, from which the next schedule can start. */
  readonly after: {
    readonly network: ResourceNetwork;
    readonly account: ResourceAccount;
    /** The accounts of the wallets. */
    readonly accounts: Readonly<Record<Address, ResourceAccount>>;
    readonly delegations: readonly StandingDelegation[];
    readonly pendingUnstakes: readonly PendingUnstake[];
  };
}
