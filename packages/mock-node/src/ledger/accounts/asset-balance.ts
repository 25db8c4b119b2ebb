import { MAX_INT64 } from '../../protocol/java/long.ts';
import { type Address } from '../../protocol/primitives.ts';
import { assetBalance, setAssetBalance } from '../../state/accessors/assets.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type TokenId } from '../../state/records/asset.ts';
import { type State } from '../../state/root.ts';
import { ContractExecuteError, NotModelledError } from '../ledger-errors.ts';

/**
 * Adds to an existing account's balance of a token.
 *
 * @throws ContractExecuteError with the node's message if the balance would exceed int64.
 */
export function addAsset(state: State, address: Address, id: TokenId, amount: bigint): void {
  const balance = assetBalance(state, address, id) + amount;
  if (balance > MAX_INT64) throw new ContractExecuteError('long overflow');
  setAssetBalance(state, address, id, balance);
}

/**
 * Subtracts from an existing account's balance of a token.
 *
 * @returns false, changing nothing, if the balance is too low or the amount is not above 0.
 */
export function subtractAsset(state: State, address: Address, id: TokenId, amount: bigint): boolean {
  const balance = assetBalance(state, address, id);
  if (amount <= 0n || amount > balance) return false;
  setAssetBalance(state, address, id, balance - amount);
  return true;
}

/** @throws ContractValidateError on a network that predates token ids and identifies tokens by name. */
export function requireTokenIds(state: State): void {
  if (!isEnabled(state, 'getAllowSameTokenName')) throw new NotModelledError('tokens where getAllowSameTokenName is 0');
}
