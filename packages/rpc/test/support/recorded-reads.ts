import * as rpc from '@coin/rpc';
import { createEnergySource } from '@coin/rpc/energy-source';
import { JUDY } from './judy.ts';
import { recorded } from './recordings.ts';

const OWNER = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const TO = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const CONTRACT = '41c6db017de6cab42c3d4a69e32b71ade602ebce83';
const CALL = { owner: OWNER, contract: CONTRACT, functionSelector: 'toggle()' };
const idOf = (recording: string): string => JSON.parse(recorded(recording).answer).id;

/** Each schema of an answer: a recording that has it, and what reads it. */
export const recordedReads: readonly (readonly [
  name: string,
  recording: string,
  read: (client: rpc.NodeClient) => Promise<unknown>,
])[] = [
  ['getAccount', 'account.visible', (client) => rpc.getAccount(client, { address: JUDY })],
  ['getAccountResources', 'stake.resource', (client) => rpc.getAccountResources(client, { address: JUDY })],
  ['getReward', 'chain.reward', (client) => rpc.getReward(client, { address: JUDY })],
  ['getBrokerage', 'resources.brokerage', (client) => rpc.getBrokerage(client, { address: OWNER })],
  ['getNowBlock', 'chain.getnowblock', (client) => rpc.getNowBlock(client).then(rpc.coinTransfers)],
  ['getBlock', 'chain.block-1', (client) => rpc.getBlock(client, { number: 1 })],
  ['getBlocks', 'chain.by-limit', (client) => rpc.getBlocks(client, { fromBlock: 1, toBlock: 2 })],
  ['getChainParameters', 'chain.getchainparameters', (client) => rpc.getChainParameters(client)],
  ['getNextMaintenanceTime', 'chain.getnextmaintenancetime', (client) => rpc.getNextMaintenanceTime(client)],
  ['getBurnedCoin', 'chain.getburntrx', (client) => rpc.getBurnedCoin(client)],
  ['getEnergyPrices', 'chain.getenergyprices', (client) => rpc.getEnergyPrices(client)],
  ['listProposals', 'govern.proposals', (client) => rpc.listProposals(client)],
  ['listWitnesses', 'chain.listwitnesses', (client) => rpc.listWitnesses(client)],
  ['getContract', 'energy.getcontract', (client) => rpc.getContract(client, { address: CONTRACT })],
  ['getContractInfo', 'energy.getcontractinfo', (client) => rpc.getContractInfo(client, { address: CONTRACT })],
  ['triggerConstantContract', 'energy.call.make', (client) => rpc.triggerConstantContract(client, CALL)],
  ['estimateEnergy', 'energy.estimate.toggle', (client) => rpc.estimateEnergy(client, CALL)],
  ['simulate', 'energy.call.pay-existing', (client) => createEnergySource(client).simulate(CALL)],
  [
    'getTransactionInfoById',
    'fee.one-short.info',
    (client) => rpc.getTransactionInfoById(client, { txID: idOf('fee.one-short.info') }),
  ],
  [
    'getTransactionInfos',
    'chain.infos-by-number',
    (client) => rpc.getTransactionInfos(client, { number: 1, transactions: [] }),
  ],
  [
    'getTransactionById',
    'transfer.by-id-visible',
    (client) =>
      rpc.getTransactionById(client, { txID: JSON.parse(recorded('transfer.by-id-visible').answer).txID as string }),
  ],
  [
    'createTransaction',
    'build.visible',
    (client) => rpc.createTransaction(client, { owner: OWNER, to: TO, amount: 1_000_000n }),
  ],
];
