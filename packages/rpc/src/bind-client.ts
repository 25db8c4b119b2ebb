import { approveProposal } from './endpoints/approve-proposal.ts';
import { broadcastHex } from './endpoints/broadcast-hex.ts';
import { broadcastTransaction } from './endpoints/broadcast-transaction.ts';
import { cancelUnstaking } from './endpoints/cancel-unstaking.ts';
import { createProposal } from './endpoints/create-proposal.ts';
import { createTransaction } from './endpoints/create-transaction.ts';
import { createWitness } from './endpoints/create-witness.ts';
import { delegateResource } from './endpoints/delegate-resource.ts';
import { deleteProposal } from './endpoints/delete-proposal.ts';
import { deployContract } from './endpoints/deploy-contract.ts';
import { estimateEnergy } from './endpoints/estimate-energy.ts';
import { getAccountResources } from './endpoints/get-account-resources.ts';
import { getAccount } from './endpoints/get-account.ts';
import { getBalance } from './endpoints/get-balance.ts';
import { getBandwidthPrices } from './endpoints/get-bandwidth-prices.ts';
import { getBlock } from './endpoints/get-block.ts';
import { getBlocks } from './endpoints/get-blocks.ts';
import { getBrokerage } from './endpoints/get-brokerage.ts';
import { getBurnedCoin } from './endpoints/get-burned-coin.ts';
import { getChainParameters } from './endpoints/get-chain-parameters.ts';
import { getContractInfo } from './endpoints/get-contract-info.ts';
import { getContract } from './endpoints/get-contract.ts';
import { getDelegations } from './endpoints/get-delegations.ts';
import { getEnergyPrices } from './endpoints/get-energy-prices.ts';
import { getGenesisId } from './endpoints/get-genesis-id.ts';
import { getMemoFees } from './endpoints/get-memo-fees.ts';
import { getNextMaintenanceTime } from './endpoints/get-next-maintenance-time.ts';
import { getNowBlock } from './endpoints/get-now-block.ts';
import { getReward } from './endpoints/get-reward.ts';
import { getTransactionById } from './endpoints/get-transaction-by-id.ts';
import { getTransactionInfoById } from './endpoints/get-transaction-info-by-id.ts';
import { getTransactionInfos } from './endpoints/get-transaction-infos.ts';
import { listProposals } from './endpoints/list-proposals.ts';
import { listWitnesses } from './endpoints/list-witnesses.ts';
import { stake } from './endpoints/stake.ts';
import { transferAsset } from './endpoints/transfer-asset.ts';
import { triggerConstantContract } from './endpoints/trigger-constant-contract.ts';
import { triggerSmartContract } from './endpoints/trigger-smart-contract.ts';
import { undelegateResource } from './endpoints/undelegate-resource.ts';
import { unstakeVersion1 } from './endpoints/unstake-version-1.ts';
import { unstake } from './endpoints/unstake.ts';
import { updateAccountPermissions } from './endpoints/update-account-permissions.ts';
import { updateBrokerage } from './endpoints/update-brokerage.ts';
import { updateWitness } from './endpoints/update-witness.ts';
import { vote } from './endpoints/vote.ts';
import { withdrawReward } from './endpoints/withdraw-reward.ts';
import { withdrawUnstaked } from './endpoints/withdraw-unstaked.ts';
import { type NodeClient } from './transport/transport.ts';
import { resumeTransaction } from './workflows/resume-transaction.ts';
import { sendTransaction } from './workflows/send-transaction.ts';
import { waitForTransaction } from './workflows/wait-for-transaction.ts';
import { watchBlocks } from './workflows/watch-blocks.ts';

const endpoints = {
  approveProposal,
  broadcastHex,
  broadcastTransaction,
  cancelUnstaking,
  createProposal,
  createTransaction,
  createWitness,
  delegateResource,
  deleteProposal,
  deployContract,
  estimateEnergy,
  getAccount,
  getAccountResources,
  getBalance,
  getBandwidthPrices,
  getBlock,
  getBlocks,
  getBrokerage,
  getBurnedCoin,
  getChainParameters,
  getContract,
  getContractInfo,
  getDelegations,
  getEnergyPrices,
  getGenesisId,
  getMemoFees,
  getNextMaintenanceTime,
  getNowBlock,
  getReward,
  getTransactionById,
  getTransactionInfoById,
  getTransactionInfos,
  listProposals,
  listWitnesses,
  resumeTransaction,
  sendTransaction,
  stake,
  transferAsset,
  triggerConstantContract,
  triggerSmartContract,
  undelegateResource,
  unstake,
  unstakeVersion1,
  updateAccountPermissions,
  updateBrokerage,
  updateWitness,
  vote,
  waitForTransaction,
  watchBlocks,
  withdrawReward,
  withdrawUnstaked,
};

/** Every endpoint function as a method of one client. */
export type BoundClient = {
  readonly [Name in keyof typeof endpoints]: (typeof endpoints)[Name] extends (
    client: NodeClient,
    ...rest: infer Rest
  ) => infer Answer
    ? (...rest: Rest) => Answer
    : never;
};

/**
 * All endpoint functions as methods, if you prefer `node.getBalance(args)` to `getBalance(client, args)`. A bundle then
 * contains all of them. If you import the functions instead, it contains only those you use.
 *
 * @param client - as {@link createNodeClient} makes it
 *
 * @example
 * ```ts
 * import { bindClient, createNodeClient } from '@coin/rpc';
 *
 * const node = bindClient(createNodeClient({ transport: 'http://127.0.0.1:8090' }));
 * await node.getBalance({ address: 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ' }); // => 1_000_000_000_000_000n
 * ```
 */
export function bindClient(client: NodeClient): BoundClient {
  const bound = Object.entries(endpoints).map(([name, endpoint]) => [
    name,
    (...rest: unknown[]) => (endpoint as (client: NodeClient, ...rest: unknown[]) => unknown)(client, ...rest),
  ]);
  return Object.fromEntries(bound) as BoundClient;
}
