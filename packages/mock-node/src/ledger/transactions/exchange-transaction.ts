import { ExchangeTransactionContract } from '../../protocol/messages/contract-messages.ts';
import { textOf } from '../../protocol/text.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { existingExchange, putExchange } from '../../state/accessors/exchanges.ts';
import { COIN } from '../../state/records/asset.ts';
import { type Exchange } from '../../state/records/exchange.ts';
import { type State } from '../../state/root.ts';
import { giveAmount, hasAmount, takeAmount } from '../accounts/coin-or-token.ts';
import { ContractValidateError, NotModelledError } from '../ledger-errors.ts';
import { exchangeSum, isExact } from '../trading/exchange-arithmetic.ts';
import {
  existingSides,
  requireBalanceLimit,
  requireExchange,
  requireOpen,
  requireToken,
  requireTrader,
  sidesOf,
  type ExchangeSides,
} from '../trading/exchange-checks.ts';
import { swapAmount } from '../trading/swap.ts';
import { exchangeType } from './exchange-type.ts';
import { type TransactionType } from './transaction-type.ts';

/** Swaps an amount of one of an exchange's tokens for the other. docs/protocol/exchanges.md. */
export const exchangeTransaction: TransactionType = /* @__PURE__ */ exchangeType({
  schema: ExchangeTransactionContract,

  validate({ state }, { owner_address: owner, exchange_id: id, token_id: tokenId, quant: amount, expected }) {
    requireTrader(state, owner);
    if (!isExact(state) && !isEnabled(state, 'getAllowStrictMath'))
      throw new NotModelledError('trades where getAllowStrictMath is 0');
    const exchange = requireExchange(state, id);
    const token = requireToken(tokenId);
    const sides = sidesOf(exchange, token);
    if (sides === undefined) throw new ContractValidateError('token is not in exchange');
    if (amount <= 0n) throw new ContractValidateError('token quant must greater than zero');
    if (expected <= 0n) throw new ContractValidateError('token expected must greater than zero');
    requireOpen(exchange);
    requireBalanceLimit(exchangeSum(state, sides.balance, amount));
    if (!hasAmount(state, owner, token, { amount })) {
      throw new ContractValidateError(token === COIN ? 'balance is not enough' : 'token balance is not enough');
    }
    if (swapIn(state, sides, amount).received < expected) {
      throw new ContractValidateError('token required must greater than expected');
    }
  },

  execute({ state }, { owner_address: owner, exchange_id: id, token_id: tokenId, quant: amount }) {
    const sides = existingSides(existingExchange(state, id), textOf(tokenId));
    const { received, exchange } = swapIn(state, sides, amount);
    takeAmount(state, owner, sides.token, amount);
    giveAmount(state, owner, sides.otherToken, received);
    putExchange(state, exchange);
    return { fee: 0n, trade: { exchange_received_amount: received } };
  },
});

/** The amount received for another, and the exchange after that. */
function swapIn(
  state: State,
  { balance: sold, otherBalance: bought, changed }: ExchangeSides,
  amount: bigint,
): { readonly received: bigint; readonly exchange: Exchange } {
  const received = swapAmount({ sold, bought }, amount, isExact(state) ? 'decimals' : 'doubles');
  if (isExact(state) && received > bought)
    throw new ContractValidateError('Exchange balance must be >=0 after transaction');
  return { received, exchange: changed(amount, -received) };
}
