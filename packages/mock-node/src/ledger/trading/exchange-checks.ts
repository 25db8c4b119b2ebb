import { isAddress } from '../../protocol/address.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';
import { textOf } from '../../protocol/text.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { getExchange } from '../../state/accessors/exchanges.ts';
import { type Account } from '../../state/records/account.ts';
import { type CoinOrToken } from '../../state/records/asset.ts';
import { type Exchange } from '../../state/records/exchange.ts';
import { type State } from '../../state/root.ts';
import { requireTokenIds } from '../accounts/asset-balance.ts';
import { isCoinOrNumber } from '../accounts/coin-or-token.ts';
import { ContractValidateError } from '../ledger-errors.ts';

/** Maximum amount of a token or of coin in an exchange. */
const MAX_EXCHANGE_BALANCE = 1_000_000_000_000_000n;

/** The account that creates or uses an exchange. @throws ContractValidateError */
export function requireTrader(state: State, owner: Address): Account {
  requireTokenIds(state);
  if (!isAddress(owner)) throw new ContractValidateError('Invalid address');
  const account = getAccount(state, owner);
  if (account === undefined) throw new ContractValidateError(`account[${owner}] not exists`);
  return account;
}

/** @throws ContractValidateError */
export function requireExchange(state: State, id: bigint): Exchange {
  const exchange = getExchange(state, id);
  if (exchange === undefined) throw new ContractValidateError(`Exchange[${id}] not exists`);
  return exchange;
}

/** An exchange that only its creator may fill and empty. @throws ContractValidateError */
export function requireOwnExchange(state: State, id: bigint, owner: Address): Exchange {
  const exchange = requireExchange(state, id);
  if (exchange.creator !== owner) throw new ContractValidateError(`account[${owner}] is not creator`);
  return exchange;
}

/** @throws ContractValidateError if bytes are neither coin nor a token's number. */
export function requireToken(bytes: Hex, name = 'token'): CoinOrToken {
  const token = textOf(bytes);
  if (!isCoinOrNumber(token)) throw new ContractValidateError(`${name} id is not a valid number`);
  return token;
}

/** @throws ContractValidateError for an exchange that has been emptied. */
export function requireOpen({ firstBalance, secondBalance }: Exchange): void {
  if (firstBalance !== 0n && secondBalance !== 0n) return;
  throw new ContractValidateError('Token balance in exchange is equal with 0,the exchange has been closed');
}

/** @throws ContractValidateError for a balance above the limit of an exchange. */
export function requireBalanceLimit(...balances: readonly bigint[]): void {
  if (balances.every((balance) => balance <= MAX_EXCHANGE_BALANCE)) return;
  throw new ContractValidateError(`token balance must less than ${MAX_EXCHANGE_BALANCE}`);
}

/** An exchange as seen from one of its two tokens. */
export interface ExchangeSides {
  readonly token: CoinOrToken;
  readonly balance: bigint;
  readonly otherToken: CoinOrToken;
  readonly otherBalance: bigint;
  /** Returns the exchange with these amounts added. */
  readonly changed: (amount: bigint, otherAmount: bigint) => Exchange;
}

/** The sides of an exchange, seen from one of its tokens; undefined for any other token. */
export function sidesOf(exchange: Exchange, token: CoinOrToken): ExchangeSides | undefined {
  const { firstToken, firstBalance, secondToken, secondBalance } = exchange;
  const change = (first: bigint, second: bigint): Exchange => ({
    ...exchange,
    firstBalance: firstBalance + first,
    secondBalance: secondBalance + second,
  });
  if (token === firstToken) {
    return { token, balance: firstBalance, otherToken: secondToken, otherBalance: secondBalance, changed: change };
  }
  if (token !== secondToken) return undefined;
  return {
    token,
    balance: secondBalance,
    otherToken: firstToken,
    otherBalance: firstBalance,
    changed: (amount, otherAmount) => change(otherAmount, amount),
  };
}

/** The sides of an exchange whose token has been checked. */
export function existingSides(exchange: Exchange, token: CoinOrToken): ExchangeSides {
  const sides = sidesOf(exchange, token);
  if (sides === undefined) throw new Error(`Exchange ${exchange.id} has no token ${token}.`);
  return sides;
}
