import { type Map } from 'immutable';
import { type Address, type Hex, type Milliseconds, type Slot } from '../../protocol/primitives.ts';
import { type AssetUse, type FrozenSupply, type TokenId } from './asset.ts';
import { type ForkUnknown } from './fork-unknown.ts';
import { type Permission } from './permission.ts';
import { type Vote } from './vote.ts';

export type Resource = 'BANDWIDTH' | 'ENERGY' | 'TRON_POWER';

/**
 * Usage of a staked resource as of `time`, which recovers over `window`. docs/protocol/staking.md, Resource arithmetic.
 */
export interface ResourceUse {
  readonly usage: bigint;
  readonly time: Slot;
  /** Slots, or thousandths of a slot if `windowOptimized`. 0 means never written: 28,800 slots. */
  readonly window: bigint;
  readonly windowOptimized: boolean;
  /** On a fork, the rounded answer from which the usage was reconstructed, until it has recovered. */
  readonly rounded?: ForkUnknown;
}

/** Small units staked for each resource. */
export interface Stake {
  readonly bandwidth: bigint;
  readonly energy: bigint;
}

export interface Unfreezing {
  readonly resource: Resource;
  readonly amount: bigint;
  readonly expireTime: Milliseconds;
}

export interface Account {
  readonly address: Address;
  readonly type: 'Normal' | 'AssetIssue' | 'Contract';
  readonly name: Hex;
  /** The id that the account gave itself, in its original case. */
  readonly accountId?: Hex;
  /** Small units, without staked, unfreezing and delegated amounts. */
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
  /** As in {@link ResourceUse}, of the free quota. */
  readonly freeNetRounded?: ForkUnknown;
  readonly net: ResourceUse;
  readonly energy: ResourceUse;
  /** frozenV2: own stake that is not delegated. A missing resource has never been staked. */
  readonly frozen: Partial<Record<Resource, bigint>>;
  readonly unfreezing: readonly Unfreezing[];
  /** It has entries of version 1 without a stake, which SELFDESTRUCT writes under proposals 52 and 94. */
  readonly hasEmptyStakeV1?: boolean;
  /** Own stake that is delegated to others. */
  readonly delegated: Stake;
  /** Stake of others that is delegated to this account. */
  readonly acquired: Stake;
  readonly ownerPermission?: Permission;
  readonly witnessPermission?: Permission;
  readonly activePermissions: readonly Permission[];
  /** Balances of TRC-10 tokens, read and written by state/accessors/assets.ts. Some balances of 0 are kept. */
  readonly assets?: Map<TokenId, bigint>;
  /** Its use of the free bandwidth that tokens grant to each of their senders. */
  readonly assetUse?: Map<TokenId, AssetUse>;
  /** The token that it issued. An account issues at most one. */
  readonly issuedAsset?: { readonly id: TokenId; readonly name: Hex };
  /** The remaining frozen supply of its token. */
  readonly frozenSupply?: readonly FrozenSupply[];
  /** Number of the block in which it was last written, maintained by `putAccount`. */
  readonly writtenIn: number;
  /**
   * The flag as of the last write, maintained by `putAccount` and read through `isAssetOptimized`.
   * docs/protocol/http.md, getaccount details.
   */
  readonly assetOptimized: boolean;
}
