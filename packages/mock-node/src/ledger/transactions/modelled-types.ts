import { contractSchemas } from '../../protocol/messages/contract-schemas.ts';
import { ContractType } from '../../protocol/messages/enumerations.ts';
import { ContractValidateError, NotModelledError } from '../ledger-errors.ts';
import { accountCreate } from './account-create.ts';
import { accountPermissionUpdate } from './account-permission-update.ts';
import { accountUpdate } from './account-update.ts';
import { assetIssue } from './asset-issue.ts';
import { cancelAllUnfreezeV2 } from './cancel-all-unfreeze-v2.ts';
import { clearAbi } from './clear-abi.ts';
import { createSmartContract } from './create-smart-contract.ts';
import { delegateResource } from './delegate-resource.ts';
import { exchangeCreate } from './exchange-create.ts';
import { exchangeInject } from './exchange-inject.ts';
import { exchangeTransaction } from './exchange-transaction.ts';
import { exchangeWithdraw } from './exchange-withdraw.ts';
import { freezeBalanceV2 } from './freeze-balance-v2.ts';
import { freezeBalance } from './freeze-balance.ts';
import { marketCancelOrder } from './market-cancel-order.ts';
import { marketSellAsset } from './market-sell-asset.ts';
import { participateAssetIssue } from './participate-asset-issue.ts';
import { proposalApprove } from './proposal-approve.ts';
import { proposalCreate } from './proposal-create.ts';
import { proposalDelete } from './proposal-delete.ts';
import { setAccountId } from './set-account-id.ts';
import { type TransactionType } from './transaction-type.ts';
import { transferAsset } from './transfer-asset.ts';
import { transfer } from './transfer.ts';
import { triggerSmartContract } from './trigger-smart-contract.ts';
import { undelegateResource } from './undelegate-resource.ts';
import { unfreezeAsset } from './unfreeze-asset.ts';
import { unfreezeBalanceV2 } from './unfreeze-balance-v2.ts';
import { unfreezeBalance } from './unfreeze-balance.ts';
import { updateAsset } from './update-asset.ts';
import { updateBrokerage } from './update-brokerage.ts';
import { updateEnergyLimit } from './update-energy-limit.ts';
import { updateSetting } from './update-setting.ts';
import { voteWitness } from './vote-witness.ts';
import { withdrawBalance } from './withdraw-balance.ts';
import { withdrawExpireUnfreeze } from './withdraw-expire-unfreeze.ts';
import { witnessCreate } from './witness-create.ts';
import { witnessUpdate } from './witness-update.ts';

const types: readonly TransactionType[] = [
  accountCreate,
  accountPermissionUpdate,
  accountUpdate,
  assetIssue,
  cancelAllUnfreezeV2,
  clearAbi,
  createSmartContract,
  delegateResource,
  exchangeCreate,
  exchangeInject,
  exchangeTransaction,
  exchangeWithdraw,
  freezeBalanceV2,
  freezeBalance,
  participateAssetIssue,
  marketCancelOrder,
  marketSellAsset,
  proposalApprove,
  proposalCreate,
  proposalDelete,
  transferAsset,

  setAccountId,
  transfer,
  triggerSmartContract,
  undelegateResource,
  unfreezeAsset,
  unfreezeBalanceV2,
  unfreezeBalance,
  updateAsset,
  updateBrokerage,
  updateEnergyLimit,
  updateSetting,
  voteWitness,
  withdrawBalance,
  withdrawExpireUnfreeze,
  witnessCreate,
  witnessUpdate,
];

const byNumber: ReadonlyMap<number, TransactionType> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ types.map((type) => [type.number, type]),
);

/** Types that have a message but that no node executes. */
const unused: readonly number[] = [ContractType.values.VoteAssetContract];

/**
 * The type of transaction with this number in the protocol.
 *
 * @throws NotModelledError for a type that only real nodes execute, ContractValidateError for one that no node does.
 */
export function modelledType(number: number): TransactionType {
  const type = byNumber.get(number);
  if (type !== undefined) return type;
  const name = ContractType.byNumber.get(number) ?? `contract type ${number}`;
  if (contractSchemas.has(number) && !unused.includes(number)) throw new NotModelledError(name);
  throw new ContractValidateError(`no node executes ${name}`);
}
