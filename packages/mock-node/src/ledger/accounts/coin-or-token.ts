import { MAX_INT64, wrapLong } from '../../protocol/java/long.ts';
import { type Address } from '../../protocol/primitives.ts';
import { addBalance, existingAccount } from '../../state/accessors/accounts.ts';
import { assetBalance } from '../../state/accessors/assets.ts';
import { COIN, type CoinOrToken } from '../../state/records/asset.ts';
import { type State } from '../../state/root.ts';
import { ChainError } from '../ledger-errors.ts';
import { addAsset, subtractAsset } from './asset-balance.ts';

/** Whether a text is coin, or digits that can be a token's id. */
export const isCoinOrNumber = (token: CoinOrToken): boolean => token === COIN || /^(?:0|[1-9][0-9]*)$/.test(token);

/** Whether an existing account has an amount above 0 of a token, or an amount of coin plus a fee. */
export function hasAmount(
  state: State,
  address: Address,
  token: CoinOrToken,
  { amount, fee = 0n }: { readonly amount: bigint; readonly fee?: bigint },
): boolean {
  if (token === COIN) return existingAccount(state, address).balance >= wrapLong(amount + fee);
  return amount > 0n && amount <= assetBalance(state, address, token);
}

/** Takes an amount whose availability has been checked. */
export function takeAmount(state: State, address: Address, token: CoinOrToken, amount: bigint): void {
  if (token === COIN) addBalance(state, address, -amount);
  else subtractAsset(state, address, token, amount);
}

/** @throws ChainError if the balance would exceed int64. */
export function giveAmount(state: State, address: Address, token: CoinOrToken, amount: bigint): void {
  if (token !== COIN) addAsset(state, address, token, amount);
  else if (existingAccount(state, address).balance + amount > MAX_INT64) throw arithmeticError('long overflow');
  else addBalance(state, address, amount);
}

/** The error of Java's exact arithmetic, which the node does not expect. */
export const arithmeticError = (message: string): ChainError =>
  new ChainError('java.lang.ArithmeticException', message);
