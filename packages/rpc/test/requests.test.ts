// What each function asks the node, and which arguments it rejects before it asks.
import {
  approveProposal,
  cancelUnstaking,
  createProposal,
  createWitness,
  delegateResource,
  deleteProposal,
  deployContract,
  getAccount,
  getAccountResources,
  getBlock,
  getContract,
  getContractInfo,
  getBrokerage,
  getReward,
  getTransactionById,
  getTransactionInfoById,
  stake,
  transferAsset,
  undelegateResource,
  unstake,
  updateBrokerage,
  updateWitness,
  vote,
  withdrawReward,
  withdrawUnstaked,
  type NodeClient,
} from '@coin/rpc';
import { expect, test } from 'vitest';
import { clientWithAnswers } from './support/client-with-answers.ts';
import { errorCodeOf } from './support/outcome.ts';

const ALICE = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const BOB = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const ID = 'ab'.repeat(32);
const delegation = { owner: ALICE, receiver: BOB, amount: 5n, resource: 'ENERGY' } as const;
const deployment = { owner: ALICE, bytecode: '6001', feeLimit: 5n };

type Ask = (client: NodeClient) => Promise<unknown>;

test.each<[string, Ask, object]>([
  ['/wallet/getaccount', (client) => getAccount(client, { address: ALICE }), { address: ALICE }],
  ['/wallet/getaccountresource', (client) => getAccountResources(client, { address: ALICE }), { address: ALICE }],
  ['/wallet/getReward', (client) => getReward(client, { address: ALICE }), { address: ALICE }],
  ['/wallet/getBrokerage', (client) => getBrokerage(client, { address: ALICE }), { address: ALICE }],
  ['/wallet/getcontract', (client) => getContract(client, { address: BOB }), { value: BOB }],
  ['/wallet/getcontractinfo', (client) => getContractInfo(client, { address: BOB }), { value: BOB }],
  ['/wallet/gettransactionbyid', (client) => getTransactionById(client, { txID: ID }), { value: ID }],
  ['/wallet/gettransactioninfobyid', (client) => getTransactionInfoById(client, { txID: ID }), { value: ID }],
  ['/wallet/getblockbyid', (client) => getBlock(client, { blockID: ID }), { value: ID }],
  ['/wallet/getblockbynum', (client) => getBlock(client, { number: 5 }), { num: 5 }],
  ['/wallet/withdrawbalance', (client) => withdrawReward(client, { owner: ALICE }), { owner_address: ALICE }],
  ['/wallet/withdrawexpireunfreeze', (client) => withdrawUnstaked(client, { owner: ALICE }), { owner_address: ALICE }],
  [
    '/wallet/transferasset',
    (client) => transferAsset(client, { owner: ALICE, to: BOB, tokenId: '1000001', amount: 5n, memo: 'ä' }),
    { asset_name: '1000001', owner_address: ALICE, to_address: BOB, amount: 5, extra_data: 'ä' },
  ],
  [
    '/wallet/cancelallunfreezev2',
    (client) => cancelUnstaking(client, { owner: ALICE, permissionId: 2 }),
    { owner_address: ALICE, Permission_id: 2 },
  ],
  [
    '/wallet/createwitness',
    (client) => createWitness(client, { owner: ALICE, url: 'http://ä.example' }),
    { owner_address: ALICE, url: 'http://ä.example' },
  ],
  [
    '/wallet/updatewitness',
    (client) => updateWitness(client, { owner: ALICE, url: 'http://ä.example' }),
    { owner_address: ALICE, update_url: 'http://ä.example' },
  ],
  [
    '/wallet/updateBrokerage',
    (client) => updateBrokerage(client, { owner: ALICE, brokeragePercent: 100 }),
    { owner_address: ALICE, brokerage: 100 },
  ],
  [
    '/wallet/proposaldelete',
    (client) => deleteProposal(client, { owner: ALICE, proposalId: 7 }),
    { owner_address: ALICE, proposal_id: 7 },
  ],
  [
    '/wallet/proposalapprove',
    (client) => approveProposal(client, { owner: ALICE, proposalId: 7 }),
    { owner_address: ALICE, proposal_id: 7, is_add_approval: true },
  ],
  [
    '/wallet/proposalapprove',
    (client) => approveProposal(client, { owner: ALICE, proposalId: 7, action: 'withdraw' }),
    { owner_address: ALICE, proposal_id: 7 },
  ],
  [
    '/wallet/delegateresource',
    (client) => delegateResource(client, { ...delegation, lockBlocks: 9 }),
    { owner_address: ALICE, receiver_address: BOB, balance: 5, resource: 'ENERGY', lock: true, lock_period: 9 },
  ],
  [
    '/wallet/delegateresource',
    (client) => delegateResource(client, delegation),
    { owner_address: ALICE, receiver_address: BOB, balance: 5, resource: 'ENERGY' },
  ],
])('%s sends the requests that its arguments describe', async (path, ask, body) => {
  const { client, requests } = clientWithAnswers(Response.json({}));
  await errorCodeOf(ask(client));
  expect(requests.map((request) => [request.path, request.body])).toEqual([[path, { ...body, visible: true }]]);
});

test.each<[string, Ask]>([
  ['amount', (client) => transferAsset(client, { owner: ALICE, to: BOB, tokenId: '1000001', amount: 0n })],
  ['tokenId', (client) => transferAsset(client, { owner: ALICE, to: BOB, tokenId: '01', amount: 1n })],
  ['tokenId', (client) => transferAsset(client, { owner: ALICE, to: BOB, tokenId: '', amount: 1n })],
  ['amount', (client) => stake(client, { owner: ALICE, amount: 0n, resource: 'ENERGY' })],
  ['amount', (client) => unstake(client, { owner: ALICE, amount: 0n, resource: 'ENERGY' })],
  ['amount', (client) => delegateResource(client, { ...delegation, amount: 0n })],
  ['lockBlocks', (client) => delegateResource(client, { ...delegation, lockBlocks: 0 })],
  ['amount', (client) => undelegateResource(client, { ...delegation, amount: 0n })],
  ['count', (client) => vote(client, { owner: ALICE, votes: [{ address: BOB, count: 0n }] })],
  ['proposalId', (client) => approveProposal(client, { owner: ALICE, proposalId: 0 })],
  ['proposalId', (client) => deleteProposal(client, { owner: ALICE, proposalId: 0 })],
  ['parameters', (client) => createProposal(client, { owner: ALICE, parameters: { [-1]: 1n } })],
  ['url', (client) => createWitness(client, { owner: ALICE, url: '' })],
  ['url', (client) => updateWitness(client, { owner: ALICE, url: '' })],
  ['brokeragePercent', (client) => updateBrokerage(client, { owner: ALICE, brokeragePercent: -1 })],
  ['brokeragePercent', (client) => updateBrokerage(client, { owner: ALICE, brokeragePercent: 101 })],
  ['callerPercent', (client) => deployContract(client, { ...deployment, callerPercent: 101 })],
  ['deployerEnergyLimit', (client) => deployContract(client, { ...deployment, deployerEnergyLimit: 0n })],
  ['blockID', (client) => getBlock(client, { blockID: 'ab' })],
  ['number', (client) => getBlock(client, { number: -1 })],
])('the smallest of %s is checked before a request', async (argument, ask) => {
  const { client, requests } = clientWithAnswers(Response.json({}));
  await expect(ask(client)).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    context: { argument: expect.stringContaining(argument) },
  });
  expect(requests).toEqual([]);
});
