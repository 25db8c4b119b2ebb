import { fitsLong } from '../../protocol/java/long.ts';
import { ExchangeWithdrawContract } from '../../protocol/messages/contract-messages.ts';
import { textOf } from '../../protocol/text.ts';
import { existingExchange, putExchange } from '../../state/accessors/exchanges.ts';
import { arithmeticError, giveAmount } from '../accounts/coin-or-token.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { isExact } from '../trading/exchange-arithmetic.ts';
import {
  existingSides,
  requireOpen,
  requireOwnExchange,
  requireToken,
  requireTrader,
  sidesOf,
} from '../trading/exchange-checks.ts';
import { exchangeType } from './exchange-type.ts';
import { type TransactionType } from './transaction-type.ts';

/** Decimal places to which the node rounds the amount due before it compares it with the amount it would pay. */
const PLACES = 10_000n;

/** Withdraws from both tokens of an exchange in their ratio; only its creator may. docs/protocol/exchanges.md. */
export const exchangeWithdraw: TransactionType = /* @__PURE__ */ exchangeType({
  schema: ExchangeWithdrawContract,

  validate({ state }, { owner_address: owner, exchange_id: id, token_id: tokenId, quant: amount }) {
    requireTrader(state, owner);
    const exchange = requireOwnExchange(state, id, owner);
    const token = requireToken(tokenId);
    const sides = sidesOf(exchange, token);
    if (sides === undefined) throw new ContractValidateError('token is not in exchange');
    if (amount <= 0n) throw new ContractValidateError('withdraw token quant must greater than zero');
    requireOpen(exchange);
    const { balance, otherBalance } = sides;
    const otherAmount = (otherBalance * amount) / balance;
    if (!fitsLong(otherAmount)) throw arithmeticError('Overflow');
    if (balance < amount || otherBalance < otherAmount) {
      throw new ContractValidateError('exchange balance is not enough');
    }
    if (otherAmount <= 0n) {
      throw new ContractValidateError('withdraw another token quant must greater than zero');
    }
    const units = roundedUnits(otherBalance * amount, balance);
    const isRough = isExact(state)
      ? units - PLACES * otherAmount > otherAmount
      : (toDouble(units) - Number(otherAmount)) / Number(otherAmount) > 0.0001;
    if (isRough) throw new ContractValidateError('Not precise enough');
  },

  execute({ state }, { owner_address: owner, exchange_id: id, token_id: tokenId, quant: amount }) {
    const { token, balance, otherToken, otherBalance, changed } = existingSides(
      existingExchange(state, id),
      textOf(tokenId),
    );
    const otherAmount = (otherBalance * amount) / balance;
    giveAmount(state, owner, token, amount);
    giveAmount(state, owner, otherToken, otherAmount);
    putExchange(state, changed(-amount, -otherAmount));
    return { fee: 0n, trade: { exchange_withdraw_another_amount: otherAmount } };
  },
});

/** A quotient of numbers above 0, rounded half up to four decimal places, in these. */
const roundedUnits = (dividend: bigint, divisor: bigint): bigint => (2n * dividend * PLACES + divisor) / (2n * divisor);

const toDouble = (units: bigint): number => Number(`${units / PLACES}.${String(units % PLACES).padStart(4, '0')}`);
