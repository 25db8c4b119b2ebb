import { isAddress } from '../../protocol/address.ts';
import { MarketSellAssetContract } from '../../protocol/messages/contract-messages.ts';
import { textOf } from '../../protocol/text.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { getAsset } from '../../state/accessors/assets.ts';
import { headTime } from '../../state/accessors/blocks.ts';
import { getParameter, isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { putOrder, putTrader, traderOf } from '../../state/accessors/market.ts';
import { COIN } from '../../state/records/asset.ts';
import { type MarketOrder } from '../../state/records/market.ts';
import { requireTokenIds } from '../accounts/asset-balance.ts';
import { payFee } from '../accounts/balance.ts';
import { hasAmount, isCoinOrNumber, takeAmount } from '../accounts/coin-or-token.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { matchOrder } from '../trading/match-order.ts';
import { addToBook } from '../trading/order-book.ts';
import { orderId } from '../trading/order-id.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

const MAX_QUANTITY = 1_000_000_000_000_000n;
const MAX_ACTIVE_ORDERS = 100;

/** Offers a token, or coin, for another at a minimum price. docs/protocol/market.md. */
export const marketSellAsset: TransactionType = /* @__PURE__ */ nativeType({
  schema: MarketSellAssetContract,

  validate({ state }, contract) {
    const { owner_address: owner, sell_token_quantity: sellQuantity, buy_token_quantity: buyQuantity } = contract;
    if (!isEnabled(state, 'getAllowMarketTransaction')) {
      throw new ContractValidateError('Not support Market Transaction, need to be opened by the committee');
    }
    requireTokenIds(state);
    if (!isAddress(owner)) throw new ContractValidateError('Invalid address');
    const account = getAccount(state, owner);
    if (account === undefined) throw new ContractValidateError('Account does not exist!');
    const [sellToken, buyToken] = [textOf(contract.sell_token_id), textOf(contract.buy_token_id)];
    if (!isCoinOrNumber(sellToken)) throw new ContractValidateError('sellTokenId is not a valid number');
    if (!isCoinOrNumber(buyToken)) throw new ContractValidateError('buyTokenId is not a valid number');
    if (sellToken === buyToken) throw new ContractValidateError('cannot exchange same tokens');
    if (sellQuantity <= 0n || buyQuantity <= 0n) {
      throw new ContractValidateError('token quantity must greater than zero');
    }
    if (sellQuantity > MAX_QUANTITY || buyQuantity > MAX_QUANTITY) {
      throw new ContractValidateError(`token quantity must less than ${MAX_QUANTITY}`);
    }
    if (traderOf(state, owner).active.length >= MAX_ACTIVE_ORDERS) {
      throw new ContractValidateError(`Maximum number of orders exceeded，${MAX_ACTIVE_ORDERS}`);
    }
    const fee = getParameter(state, 'getMarketSellFee');
    if (account.balance < fee + (sellToken === COIN ? sellQuantity : 0n)) {
      throw new ContractValidateError('No enough balance !');
    }
    if (sellToken !== COIN && getAsset(state, sellToken) === undefined) {
      throw new ContractValidateError('No sellTokenId !');
    }
    if (sellToken !== COIN && !hasAmount(state, owner, sellToken, { amount: sellQuantity })) {
      throw new ContractValidateError('SellToken balance is not enough !');
    }
    if (buyToken !== COIN && getAsset(state, buyToken) === undefined) {
      throw new ContractValidateError('No buyTokenId !');
    }
  },

  execute({ state }, contract) {
    const { owner_address: owner, sell_token_quantity: sellQuantity, buy_token_quantity: buyQuantity } = contract;
    const pair = { sellToken: textOf(contract.sell_token_id), buyToken: textOf(contract.buy_token_id) };
    const fee = getParameter(state, 'getMarketSellFee');
    payFee(state, owner, fee);
    takeAmount(state, owner, pair.sellToken, sellQuantity);
    const { active, total } = traderOf(state, owner);
    const id = orderId(owner, pair, total);
    putTrader(state, owner, { active: [...active, id], total: total + 1 });
    const created: MarketOrder = {
      id,
      owner,
      createTime: headTime(state),
      ...pair,
      sellQuantity,
      buyQuantity,
      remaining: sellQuantity,
      returned: 0n,
      state: 'ACTIVE',
    };
    const { order, fills } = matchOrder(state, created);
    putOrder(state, order);
    if (order.remaining !== 0n) addToBook(state, order);
    return { fee, trade: { orderId: id, orderDetails: fills } };
  },
});
