import { wrapLong } from '../../protocol/java/long.ts';
import { ExchangeTransactionContract } from '../../protocol/messages/contract-messages.ts';
import { textOf } from '../../protocol/text.ts';
import { existingExchange, putExchange } from '../../state/accessors/exchanges.ts';
import { COIN } from '../../state/records/asset.ts';
import { giveAmount, hasAmount, takeAmount } from '../accounts/coin-or-token.ts';
import { ContractValidateError } from '../ledger-errors.ts';
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
import { nativeType, type TransactionType } from './transaction-type.ts';

/** Swaps an amount of one of an exchange's tokens for the other. docs/protocol/exchanges.md. */
export const exchangeTransaction: TransactionType = /* @__PURE__ */ nativeType({
  schema: ExchangeTransactionContract,

  validate({ state }, { owner_address: owner, exchange_id: id, token_id: tokenId, quant: amount, expected }) {
    requireTrader(state, owner);
    const exchange = requireExchange(state, id);
    const token = requireToken(tokenId);
    const sides = sidesOf(exchange, token);
    if (sides === undefined) throw new ContractValidateError('token is not in exchange');
    if (amount <= 0n) throw new ContractValidateError('token quant must greater than zero');
    if (expected <= 0n) throw new ContractValidateError('token expected must greater than zero');
    requireOpen(exchange);
    requireBalanceLimit(wrapLong(sides.balance + amount));
    if (!hasAmount(state, owner, token, { amount })) {
      throw new ContractValidateError(token === COIN ? 'balance is not enough' : 'token balance is not enough');
    }
    if (receivedFor(sides, amount) < expected) {
      throw new ContractValidateError('token required must greater than expected');
    }
  },

  execute({ state }, { owner_address: owner, exchange_id: id, token_id: tokenId, quant: amount }) {
    const sides = existingSides(existingExchange(state, id), textOf(tokenId));
    const received = receivedFor(sides, amount);
    takeAmount(state, owner, sides.token, amount);
    giveAmount(state, owner, sides.otherToken, received);
    putExchange(state, sides.changed(amount, -received));
    return { fee: 0n, trade: { exchange_received_amount: received } };
  },
});

const receivedFor = ({ balance: sold, otherBalance: bought }: ExchangeSides, amount: bigint): bigint =>
  swapAmount({ sold, bought }, amount);
