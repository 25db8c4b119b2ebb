import * as rpc from '@coin/rpc';
import { type NodeClient } from '@coin/rpc';
import { type FaultyNetwork, word } from './faulty-network.ts';
import { transactionHex } from './recorded-chain.ts';

/** A call of one endpoint function, with arguments for which the node has data. */
export interface EndpointCase {
  readonly name: string;
  /** A build returns a transaction to sign; a broadcast submits one. */
  readonly kind: 'read' | 'build' | 'broadcast';
  /** The node's path. */
  readonly path: string;
  /** A required key of its answer. */
  readonly key: string;
  /** A key of its answer whose value is an int64 that the function returns. */
  readonly amountKey?: string;
  readonly call: (client: NodeClient) => Promise<unknown>;
}

/** A case for every endpoint function of the client. */
export function endpointCases(network: FaultyNetwork): readonly EndpointCase[] {
  const { owner, receiver, witness, contract, proposalId, tokenId, transfer, signed } = network;
  const token = {
    owner,
    contract,
    functionSelector: 'transfer(address,uint256)',
    parameter: word(receiver) + word(5n),
  };
  const signedBy = (address: string) => ({ threshold: 2n, keys: [{ address, weight: 3n }] });
  const read = (name: string, path: string, key: string, call: EndpointCase['call'], amountKey?: string) =>
    ({
      kind: 'read',
      name,
      path: `/wallet/${path}`,
      key,
      call,
      ...(amountKey !== undefined && { amountKey }),
    }) as const;
  const build = (name: string, path: string, call: EndpointCase['call']) =>
    ({ kind: 'build', name, path: `/wallet/${path}`, key: 'raw_data_hex', call }) as const;
  const { blockNumber, txID } = transfer;
  const hex = transactionHex({ raw_data_hex: signed.rawDataHex, signature: signed.signatures });
  return [
    read('getAccount', 'getaccount', 'balance', (c) => rpc.getAccount(c, { address: owner }), 'balance'),
    read('getBalance', 'getaccount', 'balance', (c) => rpc.getBalance(c, { address: owner }), 'balance'),
    read(
      'getAccountResources',
      'getaccountresource',
      'freeNetLimit',
      (c) => rpc.getAccountResources(c, { address: owner }),
      'EnergyLimit',
    ),
    read('getReward', 'getReward', 'reward', (c) => rpc.getReward(c, { address: owner }), 'reward'),
    read('getBrokerage', 'getBrokerage', 'brokerage', (c) => rpc.getBrokerage(c, { address: witness })),
    read('getContract', 'getcontract', 'bytecode', (c) => rpc.getContract(c, { address: contract })),
    read(
      'getContractInfo',
      'getcontractinfo',
      'origin_energy_limit',
      (c) => rpc.getContractInfo(c, { address: contract }),
      'origin_energy_limit',
    ),
    read('getChainParameters', 'getchainparameters', 'chainParameter', (c) => rpc.getChainParameters(c), 'value'),
    read('getNextMaintenanceTime', 'getnextmaintenancetime', 'num', (c) => rpc.getNextMaintenanceTime(c)),
    read('getEnergyPrices', 'getenergyprices', 'prices', (c) => rpc.getEnergyPrices(c)),
    read('getBandwidthPrices', 'getbandwidthprices', 'prices', (c) => rpc.getBandwidthPrices(c)),
    read('getMemoFees', 'getmemofee', 'prices', (c) => rpc.getMemoFees(c)),
    read('getBurnedCoin', 'getburntrx', 'burnTrxAmount', (c) => rpc.getBurnedCoin(c), 'burnTrxAmount'),
    read('getNowBlock', 'getnowblock', 'number', (c) => rpc.getNowBlock(c)),
    read('getBlock by number', 'getblockbynum', 'number', (c) => rpc.getBlock(c, { number: blockNumber })),
    read('getGenesisId', 'getblockbynum', 'blockID', (c) => rpc.getGenesisId(c)),
    read('getBlock by id', 'getblockbyid', 'blockID', async (c) => {
      const { blockID: id } = await rpc.getNowBlock(c);
      return rpc.getBlock(c, { blockID: id });
    }),
    read('getBlocks', 'getblockbylimitnext', 'blockID', (c) => rpc.getBlocks(c, { fromBlock: 1, toBlock: 2 })),
    read('getTransactionById', 'gettransactionbyid', 'raw_data_hex', (c) => rpc.getTransactionById(c, { txID })),
    read(
      'getTransactionInfoById',
      'gettransactioninfobyid',
      'blockNumber',
      (c) => rpc.getTransactionInfoById(c, { txID }),
      'net_usage',
    ),
    read(
      'getTransactionInfos',
      'gettransactioninfobyblocknum',
      'blockNumber',
      (c) => rpc.getTransactionInfos(c, { number: blockNumber, transactions: [{ txID }] }),
      'net_usage',
    ),
    read('listProposals', 'listproposals', 'proposal_id', (c) => rpc.listProposals(c), 'value'),
    read('listWitnesses', 'listwitnesses', 'voteCount', (c) => rpc.listWitnesses(c), 'voteCount'),
    read(
      'triggerConstantContract',
      'triggerconstantcontract',
      'energy_used',
      (c) => rpc.triggerConstantContract(c, token),
      'energy_used',
    ),
    read('estimateEnergy', 'estimateenergy', 'energy_required', (c) => rpc.estimateEnergy(c, token), 'energy_required'),
    build('createTransaction', 'createtransaction', (c) =>
      rpc.createTransaction(c, { owner, to: receiver, amount: 1_000_000n }),
    ),
    build('transferAsset', 'transferasset', (c) => rpc.transferAsset(c, { owner, to: receiver, tokenId, amount: 5n })),
    build('triggerSmartContract', 'triggersmartcontract', (c) =>
      rpc.triggerSmartContract(c, { ...token, feeLimit: 10_000_000n }),
    ),
    build('deployContract', 'deploycontract', (c) =>
      rpc.deployContract(c, {
        owner,
        bytecode: '6001600055',
        feeLimit: 10_000_000n,
        callerPercent: 100,
        deployerEnergyLimit: 1n,
      }),
    ),
    build('stake', 'freezebalancev2', (c) => rpc.stake(c, { owner, amount: 1_000_000n, resource: 'ENERGY' })),
    build('unstake', 'unfreezebalancev2', (c) => rpc.unstake(c, { owner, amount: 1_000_000n, resource: 'ENERGY' })),
    build('withdrawUnstaked', 'withdrawexpireunfreeze', (c) => rpc.withdrawUnstaked(c, { owner })),
    build('cancelUnstaking', 'cancelallunfreezev2', (c) => rpc.cancelUnstaking(c, { owner })),
    build('delegateResource', 'delegateresource', (c) =>
      rpc.delegateResource(c, { owner, receiver, amount: 2_000_000n, resource: 'ENERGY' }),
    ),
    build('undelegateResource', 'undelegateresource', (c) =>
      rpc.undelegateResource(c, { owner, receiver, amount: 2_000_000n, resource: 'ENERGY' }),
    ),
    build('vote', 'votewitnessaccount', (c) => rpc.vote(c, { owner, votes: [{ address: witness, count: 3n }] })),
    build('withdrawReward', 'withdrawbalance', (c) => rpc.withdrawReward(c, { owner })),
    build('createProposal', 'proposalcreate', (c) =>
      rpc.createProposal(c, { owner: witness, parameters: { energyFee: 300n } }),
    ),
    build('approveProposal', 'proposalapprove', (c) => rpc.approveProposal(c, { owner: witness, proposalId })),
    build('deleteProposal', 'proposaldelete', (c) => rpc.deleteProposal(c, { owner: witness, proposalId })),
    build('createProposal by name', 'proposalcreate', (c) =>
      rpc.createProposal(c, { owner: witness, parameters: { memoFee: 7n, blockReward: 9n } }),
    ),
    build('createWitness', 'createwitness', (c) => rpc.createWitness(c, { owner, url: 'http://ä.example' })),
    build('updateWitness', 'updatewitness', (c) => rpc.updateWitness(c, { owner: witness, url: 'http://ä.example' })),
    build('updateBrokerage', 'updateBrokerage', (c) =>
      rpc.updateBrokerage(c, { owner: witness, brokeragePercent: 30 }),
    ),
    build('updateAccountPermissions', 'accountpermissionupdate', (c) =>
      rpc.updateAccountPermissions(c, {
        owner: witness,
        ownerPermission: signedBy(witness),
        witnessPermission: signedBy(receiver),
        activePermissions: [
          { ...signedBy(receiver), name: 'ä', operations: ['TransferContract', 'VoteWitnessContract'] },
          { ...signedBy(owner), operations: ['TriggerSmartContract'] },
        ],
      }),
    ),
    {
      kind: 'broadcast',
      name: 'broadcastTransaction',
      path: '/wallet/broadcasttransaction',
      key: 'result',
      call: (c) => rpc.broadcastTransaction(c, signed, { retries: 0 }),
    },
    {
      kind: 'broadcast',
      name: 'broadcastHex',
      path: '/wallet/broadcasthex',
      key: 'result',
      call: (c) => rpc.broadcastHex(c, { transaction: hex }, { retries: 0 }),
    },
  ];
}
