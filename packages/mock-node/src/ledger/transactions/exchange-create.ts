import { ExchangeCreateContract } from '../../protocol/messages/contract-messages.ts';
import { textOf } from '../../protocol/text.ts';
import { headTime } from '../../state/accessors/blocks.ts';
import { getParameter } from '../../state/accessors/dynamic-properties.ts';
import { latestExchangeId, putExchange } from '../../state/accessors/exchanges.ts';
import { COIN } from '../../state/records/asset.ts';
import { payFee } from '../accounts/balance.ts';
import { hasAmount, takeAmount } from '../accounts/coin-or-token.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { requireBalanceLimit, requireToken, requireTrader } from '../trading/exchange-checks.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** Opens an exchange with amounts of two tokens, or of coin and a token. docs/protocol/exchanges.md. */
export const exchangeCreate: TransactionType = /* @__PURE__ */ nativeType({
  schema: ExchangeCreateContract,

  validate({ state }, contract) {
    const { owner_address: owner, first_token_balance: first, second_token_balance: second } = contract;
    const fee = getParameter(state, 'getExchangeCreateFee');
    const { balance } = requireTrader(state, owner);
    if (balance < fee) throw new ContractValidateError('No enough balance for exchange create fee!');
    const firstToken = requireToken(contract.first_token_id, 'first token');
    const secondToken = requireToken(contract.second_token_id, 'second token');
    if (firstToken === secondToken) throw new ContractValidateError('cannot exchange same tokens');
    if (first <= 0n || second <= 0n) throw new ContractValidateError('token balance must greater than zero');
    requireBalanceLimit(first, second);
    if (!hasAmount(state, owner, firstToken, { amount: first, fee })) {
      throw new ContractValidateError(
        firstToken === COIN ? 'balance is not enough' : 'first token balance is not enough',
      );
    }
    if (!hasAmount(state, owner, secondToken, { amount: second, fee })) {
      throw new ContractValidateError(
        secondToken === COIN ? 'balance is not enough' : 'second token balance is not enough',
      );
    }
  },

  execute({ state }, contract) {
    const { owner_address: owner, first_token_balance: firstBalance, second_token_balance: secondBalance } = contract;
    const [firstToken, secondToken] = [textOf(contract.first_token_id), textOf(contract.second_token_id)];
    const fee = getParameter(state, 'getExchangeCreateFee');
    payFee(state, owner, fee);
    takeAmount(state, owner, firstToken, firstBalance);
    takeAmount(state, owner, secondToken, secondBalance);
    const id = latestExchangeId(state) + 1;
    const createTime = headTime(state);
    putExchange(state, { id, creator: owner, createTime, firstToken, firstBalance, secondToken, secondBalance });
    return { fee, trade: { exchange_id: BigInt(id) } };
  },
});
