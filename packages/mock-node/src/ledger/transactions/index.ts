import type { ContractRunType, TransactionType } from './transaction-type.ts';
import { accountCreate } from './account-create.ts';
import { accountPermissionUpdate } from './account-permission-update.ts';
import { accountUpdate } from './account-update.ts';
import { cancelAllUnfreezeV2 } from './cancel-all-unfreeze-v2.ts';
import { clearAbi } from './clear-abi.ts';
import { createSmartContract } from './create-smart-contract.ts';
import { delegateResource } from './delegate-resource.ts';
import { freezeBalanceV2 } from './freeze-balance-v2.ts';
import { freezeBalance } from './freeze-balance.ts';
import { proposalApprove } from './proposal-approve.ts';
import { proposalCreate } from './proposal-create.ts';
import { proposalDelete } from './proposal-delete.ts';
import { transfer } from './transfer.ts';
import { triggerSmartContract } from './trigger-smart-contract.ts';
import { undelegateResource } from './undelegate-resource.ts';
import { unfreezeBalanceV2 } from './unfreeze-balance-v2.ts';
import { unfreezeBalance } from './unfreeze-balance.ts';
import { updateBrokerage } from './update-brokerage.ts';
import { updateEnergyLimit } from './update-energy-limit.ts';
import { updateSetting } from './update-setting.ts';
import { voteWitness } from './vote-witness.ts';
import { withdrawBalance } from './withdraw-balance.ts';
import { withdrawExpireUnfreeze } from './withdraw-expire-unfreeze.ts';
import { witnessCreate } from './witness-create.ts';
import { witnessUpdate } from './witness-update.ts';

const types = [
  accountCreate,
  accountPermissionUpdate,
  accountUpdate,
  cancelAllUnfreezeV2,
  clearAbi,
  createSmartContract,
  delegateResource,
  freezeBalanceV2,
  freezeBalance,
  proposalApprove,
  proposalCreate,
  proposalDelete,
  transfer,
  triggerSmartContract,
  undelegateResource,
  unfreezeBalanceV2,
  unfreezeBalance,
  updateBrokerage,
  updateEnergyLimit,
  updateSetting,
  voteWitness,
  withdrawBalance,
  withdrawExpireUnfreeze,
  witnessCreate,
  witnessUpdate,
];

/** Every modelled type of transaction, by its number in the protocol. */
export const transactionTypes: ReadonlyMap<number, TransactionType<unknown> | ContractRunType<unknown>> =
  /* @__PURE__ */ new Map(
    types.map((type) => [type.number, type as TransactionType<unknown> | ContractRunType<unknown>]),
  );
