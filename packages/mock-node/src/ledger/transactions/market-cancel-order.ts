import { isAddress } from '../../protocol/address.ts';
import { MarketCancelOrderContract } from '../../protocol/messages/contract-messages.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { getParameter, isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { existingOrder, getOrder, putOrder } from '../../state/accessors/market.ts';
import { payFee } from '../accounts/balance.ts';
import { giveAmount } from '../accounts/coin-or-token.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { removeFromBook, removeFromTrader } from '../trading/order-book.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** Cancels an active order and returns the amount not sold. docs/protocol/market.md. */
export const marketCancelOrder: TransactionType = /* @__PURE__ */ nativeType({
  schema: MarketCancelOrderContract,

  validate({ state }, { owner_address: owner, order_id: id }) {
    if (!isEnabled(state, 'getAllowMarketTransaction')) {
      throw new ContractValidateError('Not support Market Transaction, need to be opened by the committee');
    }
    if (!isAddress(owner)) throw new ContractValidateError('Invalid address');
    const account = getAccount(state, owner);
    if (account === undefined) throw new ContractValidateError('Account does not exist!');
    const order = getOrder(state, id);
    if (order === undefined) throw new ContractValidateError('orderId not exists');
    if (order.state !== 'ACTIVE') throw new ContractValidateError('Order is not active!');
    if (order.owner !== owner) throw new ContractValidateError('Order does not belong to the account!');
    if (account.balance < getParameter(state, 'getMarketCancelFee')) {
      throw new ContractValidateError('No enough balance !');
    }
  },

  execute({ state }, { owner_address: owner, order_id: id }) {
    const fee = getParameter(state, 'getMarketCancelFee');
    const order = existingOrder(state, id);
    payFee(state, owner, fee);
    giveAmount(state, owner, order.sellToken, order.remaining);
    putOrder(state, { ...order, remaining: 0n, state: 'CANCELED' });
    removeFromTrader(state, order);
    removeFromBook(state, order);
    return { fee };
  },
});
