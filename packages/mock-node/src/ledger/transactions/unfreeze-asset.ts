import { UnfreezeAssetContract } from '../../protocol/messages/contract-messages.ts';
import { existingAccount, updateAccount } from '../../state/accessors/accounts.ts';
import { existingRecord } from '../../state/accessors/existing-record.ts';
import { addAsset, requireTokenIds } from '../accounts/asset-balance.ts';
import { requiredAccount } from '../accounts/required-account.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** Pays out the matured part of a token's frozen supply to its issuer. docs/protocol/assets.md, UnfreezeAsset. */
export const unfreezeAsset: TransactionType = /* @__PURE__ */ nativeType({
  schema: UnfreezeAssetContract,

  validate({ state, now }, { owner_address: owner }) {
    requireTokenIds(state);
    const { frozenSupply = [] } = requiredAccount(state, owner, 'does not exist');
    if (frozenSupply.length === 0) throw new ContractValidateError('no frozen supply balance');
    if (!frozenSupply.some(({ expireTime }) => expireTime <= now)) {
      throw new ContractValidateError("It's not time to unfreeze asset supply");
    }
  },

  execute({ state, now }, { owner_address: owner }) {
    const { frozenSupply = [], issuedAsset } = existingAccount(state, owner);
    const { id } = existingRecord(issuedAsset, 'token of', owner);
    const [expired, frozen] = [true, false].map((isExpired) =>
      frozenSupply.filter(({ expireTime }) => expireTime <= now === isExpired),
    );
    addAsset(
      state,
      owner,
      id,
      (expired ?? []).reduce((sum, { amount }) => sum + amount, 0n),
    );
    updateAccount(state, owner, { frozenSupply: frozen ?? [] });
    return { fee: 0n };
  },
});
