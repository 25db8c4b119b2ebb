import { fitsLong } from '../../protocol/java/long.ts';
import { ExchangeInjectContract } from '../../protocol/messages/contract-messages.ts';
import { textOf } from '../../protocol/text.ts';
import { existingExchange, putExchange } from '../../state/accessors/exchanges.ts';
import { COIN } from '../../state/records/asset.ts';
import { arithmeticError, hasAmount, takeAmount } from '../accounts/coin-or-token.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { exchangeSum } from '../trading/exchange-arithmetic.ts';
import {
  existingSides,
  requireBalanceLimit,
  requireOpen,
  requireOwnExchange,
  requireToken,
  requireTrader,
  sidesOf,
} from '../trading/exchange-checks.ts';
import { exchangeType } from './exchange-type.ts';
import { type TransactionType } from './transaction-type.ts';

/** Adds to both tokens of an exchange in their ratio; only its creator may. docs/protocol/exchanges.md. */
export const exchangeInject: TransactionType = /* @__PURE__ */ exchangeType({
  schema: ExchangeInjectContract,

  validate({ state }, { owner_address: owner, exchange_id: id, token_id: tokenId, quant: amount }) {
    requireTrader(state, owner);
    const exchange = requireOwnExchange(state, id, owner);
    const token = requireToken(tokenId);
    const sides = sidesOf(exchange, token);
    if (sides === undefined) throw new ContractValidateError('token id is not in exchange');
    requireOpen(exchange);
    if (amount <= 0n) throw new ContractValidateError('injected token quant must greater than zero');
    const otherAmount = (sides.otherBalance * amount) / sides.balance;
    if (!fitsLong(otherAmount)) throw arithmeticError('BigInteger out of long range');
    if (otherAmount <= 0n) throw new ContractValidateError('the calculated token quant  must be greater than 0');
    const sums = [exchangeSum(state, sides.balance, amount), exchangeSum(state, sides.otherBalance, otherAmount)];
    requireBalanceLimit(...sums);
    if (!hasAmount(state, owner, token, { amount })) {
      throw new ContractValidateError(token === COIN ? 'balance is not enough' : 'token balance is not enough');
    }
    if (!hasAmount(state, owner, sides.otherToken, { amount: otherAmount })) {
      throw new ContractValidateError(
        sides.otherToken === COIN ? 'balance is not enough' : 'another token balance is not enough',
      );
    }
  },

  execute({ state }, { owner_address: owner, exchange_id: id, token_id: tokenId, quant: amount }) {
    const { token, balance, otherToken, otherBalance, changed } = existingSides(
      existingExchange(state, id),
      textOf(tokenId),
    );
    const product = otherBalance * amount;
    if (!fitsLong(product)) throw arithmeticError('long overflow');
    const otherAmount = product / balance;
    takeAmount(state, owner, token, amount);
    takeAmount(state, owner, otherToken, otherAmount);
    putExchange(state, changed(amount, otherAmount));
    return { fee: 0n, trade: { exchange_inject_another_amount: otherAmount } };
  },
});
