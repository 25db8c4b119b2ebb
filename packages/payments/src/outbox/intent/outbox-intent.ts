import {
  type CallInput,
  type CallOptions,
  type CreateTransactionArgs,
  type DelegateResourceArgs,
  type StakeArgs,
  type TransactionFields,
  type TransferAssetArgs,
  type UndelegateResourceArgs,
  type UnstakeArgs,
  type VoteArgs,
  type WithdrawRewardArgs,
  type WithdrawUnstakedArgs,
} from '@coin/rpc';
import { type SmallUnits } from '@coin/units';

/** A transfer of coin: the arguments of `createTransaction`. `memo` is optional. */
export type TransferIntent = { readonly kind: 'transfer' } & CreateTransactionArgs;

/** A transfer of a TRC-10 token: the arguments of `transferAsset`. `memo` is optional. */
export type AssetTransferIntent = { readonly kind: 'transfer-asset' } & TransferAssetArgs;

/**
 * A transfer of a TRC-20 token. Without `feeLimit`, the outbox's `planFeeLimit` chooses a limit each time the transfer
 * is signed. It has failed if the contract logs no transfer, because some tokens fail without a revert.
 */
export interface TokenTransferIntent extends TransactionFields {
  readonly kind: 'transfer-token';
  /** The sender, who pays the fees: base58check or 41-hex. */
  readonly owner: string;
  /** The contract of the token: base58check or 41-hex. */
  readonly token: string;
  /** The recipient: base58check or 41-hex. */
  readonly to: string;
  /** The token's smallest units, 1 to 2^256 - 1. */
  readonly amount: bigint;
  /** The most that energy may cost, in small units. */
  readonly feeLimit?: SmallUnits;
  /** UTF-8 text stored in the transaction; the network charges an extra fee for it. */
  readonly memo?: string;
}

/**
 * Stake, delegations, votes and withdrawals: the arguments of `stake`, `unstake`, `delegateResource`,
 * `undelegateResource`, `vote`, `withdrawReward` and `withdrawUnstaked`.
 */
export type StakeIntent =
  | ({ readonly kind: 'stake' } & StakeArgs)
  | ({ readonly kind: 'unstake' } & UnstakeArgs)
  | ({ readonly kind: 'delegate' } & DelegateResourceArgs)
  | ({ readonly kind: 'undelegate' } & UndelegateResourceArgs)
  | ({ readonly kind: 'vote' } & VoteArgs)
  | ({ readonly kind: 'withdraw-reward' } & WithdrawRewardArgs)
  | ({ readonly kind: 'withdraw-unstaked' } & WithdrawUnstakedArgs);

/** The caller and the contract of a call. */
export interface Callee {
  /** The caller, who pays: base58check or 41-hex. */
  readonly owner: string;
  /** The contract: base58check or 41-hex. */
  readonly contract: string;
  /** Coin sent along, in small units. */
  readonly callValue?: SmallUnits;
}

/** A call that needs a fee limit, in the form that the planner of `@coin/fee` takes. Amounts in small units. */
export type PlannedCall = Callee &
  TransactionFields & { readonly memo?: string } & (
    | { readonly functionSelector: string; readonly parameter: string }
    | { readonly data: string }
  );

/**
 * A call of a contract: the arguments of `triggerSmartContract`. Without `feeLimit`, the outbox's `planFeeLimit`
 * chooses a limit each time the call is signed.
 */
export type CallIntent = { readonly kind: 'call'; readonly feeLimit?: SmallUnits; readonly memo?: string } & Callee &
  CallInput &
  TransactionFields;

/** The action to perform on the chain. It is plain data, because it outlives the process. */
export type OutboxIntent = TransferIntent | AssetTransferIntent | TokenTransferIntent | CallIntent | StakeIntent;

/** Chooses a call's fee limit in small units. */
export type PlanFeeLimit = (
  call: PlannedCall,
  options: { signal: NonNullable<CallOptions['signal']> },
) => Promise<SmallUnits> | SmallUnits;
