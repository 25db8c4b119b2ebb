// Every endpoint function with every way in which an answer can be bad: an error with the right code, never a value.
import * as rpc from '@coin/rpc';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse } from './support/client-with-answers.ts';
import { recorded } from './support/recordings.ts';

useVirtualTime();

type EndpointCall = (client: rpc.NodeClient) => Promise<unknown>;

const OWNER = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const TO = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const txID = 'ab'.repeat(32);
const contractCall = { owner: OWNER, contract: TO, data: '00' };
const RESOURCE = 'ENERGY';
const { transaction: bytes } = JSON.parse(recorded('transfer.hex.broadcasthex').body ?? '') as { transaction: string };

const calls: Record<string, EndpointCall> = {
  approveProposal: (client) => rpc.approveProposal(client, { owner: OWNER, proposalId: 1 }),
  broadcastHex: (client) => rpc.broadcastHex(client, { transaction: bytes }),
  broadcastTransaction: (client) => rpc.broadcastTransaction(client, rpc.decodeTransaction(bytes)),
  cancelUnstaking: (client) => rpc.cancelUnstaking(client, { owner: OWNER }),
  createProposal: (client) => rpc.createProposal(client, { owner: OWNER, parameters: { 1: 1n } }),
  createTransaction: (client) => rpc.createTransaction(client, { owner: OWNER, to: TO, amount: 1n }),
  createWitness: (client) => rpc.createWitness(client, { owner: OWNER, url: 'http://a.example' }),
  delegateResource: (client) =>
    rpc.delegateResource(client, { owner: OWNER, receiver: TO, amount: 1n, resource: RESOURCE }),
  deleteProposal: (client) => rpc.deleteProposal(client, { owner: OWNER, proposalId: 1 }),
  deployContract: (client) =>
    rpc.deployContract(client, {
      owner: OWNER,
      bytecode: '00',
      feeLimit: 1n,
      callerPercent: 0,
      deployerEnergyLimit: 1n,
    }),
  estimateEnergy: (client) => rpc.estimateEnergy(client, contractCall),
  getAccount: (client) => rpc.getAccount(client, { address: OWNER }),
  getAccountResources: (client) => rpc.getAccountResources(client, { address: OWNER }),
  getBalance: (client) => rpc.getBalance(client, { address: OWNER }),
  getBandwidthPrices: (client) => rpc.getBandwidthPrices(client),
  getBlock: (client) => rpc.getBlock(client, { number: 1 }),
  getBlocks: (client) => rpc.getBlocks(client, { fromBlock: 1, toBlock: 1 }),
  getBrokerage: (client) => rpc.getBrokerage(client, { address: OWNER }),
  getBurnedCoin: (client) => rpc.getBurnedCoin(client),
  getChainParameters: (client) => rpc.getChainParameters(client),
  getContract: (client) => rpc.getContract(client, { address: TO }),
  getContractInfo: (client) => rpc.getContractInfo(client, { address: TO }),
  getDelegations: (client) => rpc.getDelegations(client, { from: OWNER }),
  getEnergyPrices: (client) => rpc.getEnergyPrices(client),
  getGenesisId: (client) => rpc.getGenesisId(client),
  getMemoFees: (client) => rpc.getMemoFees(client),
  getNextMaintenanceTime: (client) => rpc.getNextMaintenanceTime(client),
  getNowBlock: (client) => rpc.getNowBlock(client),
  getReward: (client) => rpc.getReward(client, { address: OWNER }),
  getTransactionById: (client) => rpc.getTransactionById(client, { txID }),
  getTransactionInfoById: (client) => rpc.getTransactionInfoById(client, { txID }),
  getTransactionInfos: (client) => rpc.getTransactionInfos(client, { number: 1 }),
  listProposals: (client) => rpc.listProposals(client),
  listWitnesses: (client) => rpc.listWitnesses(client),
  stake: (client) => rpc.stake(client, { owner: OWNER, amount: 1n, resource: RESOURCE }),
  transferAsset: (client) => rpc.transferAsset(client, { owner: OWNER, to: TO, tokenId: '1000001', amount: 1n }),
  triggerConstantContract: (client) => rpc.triggerConstantContract(client, contractCall),
  triggerSmartContract: (client) => rpc.triggerSmartContract(client, { ...contractCall, feeLimit: 1n }),
  undelegateResource: (client) =>
    rpc.undelegateResource(client, { owner: OWNER, receiver: TO, amount: 1n, resource: RESOURCE }),
  unstake: (client) => rpc.unstake(client, { owner: OWNER, amount: 1n, resource: RESOURCE }),
  unstakeVersion1: (client) => rpc.unstakeVersion1(client, { owner: OWNER, resource: RESOURCE }),
  updateAccountPermissions: (client) => {
    const permission = { threshold: 1n, keys: [{ address: TO, weight: 1n }], operations: [] };
    return rpc.updateAccountPermissions(client, {
      owner: OWNER,
      ownerPermission: permission,
      activePermissions: [permission],
    });
  },
  updateBrokerage: (client) => rpc.updateBrokerage(client, { owner: OWNER, brokeragePercent: 1 }),
  updateWitness: (client) => rpc.updateWitness(client, { owner: OWNER, url: 'http://a.example' }),
  vote: (client) => rpc.vote(client, { owner: OWNER, votes: [{ address: TO, count: 1n }] }),
  withdrawReward: (client) => rpc.withdrawReward(client, { owner: OWNER }),
  withdrawUnstaked: (client) => rpc.withdrawUnstaked(client, { owner: OWNER }),
};

/**
 * The faulty answer, the code of a read, and whether the network may have accepted a broadcast that gets this answer.
 */
const faults: Record<string, [answer: () => Response | Error, code: rpc.RpcErrorCode, accepted: 'perhaps' | 'no']> = {
  'status 401': [() => new Response('', { status: 401 }), 'UNAUTHORIZED', 'no'],
  'status 404': [() => new Response('', { status: 404 }), 'NOT_SUPPORTED', 'no'],
  'status 429': [() => new Response('', { status: 429 }), 'RATE_LIMITED', 'no'],
  'status 502': [() => new Response('', { status: 502 }), 'HTTP_STATUS', 'perhaps'],
  'a redirect': [() => new Response('', { status: 307 }), 'HTTP_STATUS', 'no'],
  HTML: [() => new Response('<p>', { headers: { 'content-type': 'text/html' } }), 'RESPONSE_NOT_JSON', 'perhaps'],
  'an empty body': [() => jsonResponse(''), 'RESPONSE_EMPTY', 'perhaps'],
  'a truncated body': [() => jsonResponse('{"result":{"result":tr'), 'RESPONSE_NOT_JSON', 'perhaps'],
  'a duplicate key': [() => jsonResponse('{"a":1,"a":1}'), 'RESPONSE_NOT_JSON', 'perhaps'],
  'a connection reset': [() => new TypeError('fetch failed'), 'NETWORK_FAILED', 'perhaps'],
  'an Error at status 200': [
    () => jsonResponse('{"Error":"class java.lang.NullPointerException : null"}'),
    'NODE_ERROR',
    'no',
  ],
  'a rejection': [
    () => jsonResponse('{"Error":"class org.tron.core.exception.ContractValidateException : no"}'),
    'VALIDATION_FAILED',
    'no',
  ],
  null: [() => jsonResponse('null'), 'RESPONSE_INVALID', 'perhaps'],
  'a number': [() => jsonResponse('5'), 'RESPONSE_INVALID', 'perhaps'],
};

describe.each(Object.entries(calls))('%s', (name, call) => {
  test.each(Object.entries(faults))('rejects with the right code on %s', async (_, [answer, code, accepted]) => {
    const { client } = clientWithAnswers(() => {
      const response = answer();
      if (response instanceof Error) throw response;
      return response;
    });
    const expected = name.startsWith('broadcast') && accepted === 'perhaps' ? 'BROADCAST_OUTCOME_UNKNOWN' : code;
    await expect(call(client)).rejects.toMatchObject({ name: 'RpcError', code: expected });
  });
});

test('these are all endpoint functions', () => {
  const others = [
    'RpcError',
    'assetTransfers',
    'coinTransfers',
    'createConcurrencyLimit',
    'createNodeClient',
    'createRateLimit',
    'custom',
    'decodeTransaction',
    'encodeTransaction',
    'fallback',
    'fingerprintTransaction',
    'functionSelectorHex',
    'http',
    'isRpcError',
    'resumeTransaction',
    'sendTransaction',
    'signTransaction',
    'toAddress',
    'tokenTransfers',
    'totalBalance',
    'waitForTransaction',
    'watchBlocks',
  ];
  expect([...Object.keys(calls), ...others].toSorted()).toEqual(Object.keys(rpc).toSorted());
});
