import { MAX_INT64 } from '../../protocol/java/long.ts';
import { type Address } from '../../protocol/primitives.ts';
import { type VmRules } from './vm-rules.ts';
import { type WorldState } from './world-state.ts';

/** The node's message if a transfer of coin fails; undefined if it succeeds. The amount is 1 to 2^63 - 1. */
export function coinTransferError(state: WorldState, from: Address, to: Address, amount: bigint): string | undefined {
  if (from === to) return 'Cannot transfer TRX to yourself.';
  if (!state.hasAccount(from)) return 'Validate InternalTransfer error, no OwnerAccount.';
  if (!state.hasAccount(to)) {
    return 'Validate InternalTransfer error, no ToAccount. And not allowed to create an account in a smartContract.';
  }
  if (state.getBalance(from) < amount) return 'Validate InternalTransfer error, balance is not sufficient.';
  if (state.getBalance(to) + amount > MAX_INT64) return 'long overflow';
  return undefined;
}

/** The node's message if a transfer of tokens fails; undefined if it succeeds. */
export function tokenTransferError(
  state: WorldState,
  { from, to, tokenId, amount }: { from: Address; to: Address; tokenId: bigint; amount: bigint },
): string | undefined {
  if (amount <= 0n) return 'Amount must greater than 0.';
  if (from === to) return 'Cannot transfer asset to yourself.';
  if (!state.hasAccount(from)) return 'No owner account!';
  if (!state.hasToken(tokenId)) return 'No asset !';
  const balance = state.getTokenBalance(from, tokenId);
  if (balance <= 0n) return 'assetBalance must greater than 0.';
  if (amount > balance) return 'assetBalance is not sufficient.';
  if (!state.hasAccount(to)) {
    return 'Validate InternalTransfer error, no ToAccount. And not allowed to create account in smart contract.';
  }
  if (state.getTokenBalance(to, tokenId) + amount > MAX_INT64) return 'long overflow';
  return undefined;
}

export function transferCoin(state: WorldState, from: Address, to: Address, amount: bigint): void {
  state.addBalance(from, -amount);
  state.addBalance(to, amount);
}

export function transferTokens(
  state: WorldState,
  { from, to, tokenId, amount }: { from: Address; to: Address; tokenId: bigint; amount: bigint },
): void {
  state.addTokenBalance(from, tokenId, -amount);
  state.addTokenBalance(to, tokenId, amount);
}

/** Creates a receiver's account, if the rules allow contracts to do so. */
export function createMissingAccount(state: WorldState, rules: VmRules, address: Address): void {
  if (rules.solidity059 && !state.hasAccount(address)) state.createNormalAccount(address);
}
