import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { createMockNode } from '../../../src/index.ts';
import { alice, bob, newcomer, openNetwork, type Json } from '../../support/governance-network.ts';
import { answerTo } from '../../support/http-network.ts';

const hexOf = (text: string): string => bytesToHex(utf8ToBytes(text));
const a = alice.address;

test.each([
  [{ owner_address: a }, 'Invalid accountId'],
  [{ owner_address: a, account_id: hexOf('seven77') }, 'Invalid accountId'],
  [{ owner_address: a, account_id: hexOf('x'.repeat(33)) }, 'Invalid accountId'],
  [{ owner_address: a, account_id: hexOf('with a space') }, 'Invalid accountId'],
  [{ owner_address: a, account_id: hexOf('übermütig') }, 'Invalid accountId'],
  [{ account_id: hexOf('somebody') }, 'Invalid ownerAddress'],
  [{ owner_address: newcomer.address, account_id: hexOf('somebody') }, 'Account has not existed'],
  [{ owner_address: a, account_id: hexOf('!~{}some|body') }, undefined],
])('an account id in %j is rejected with %s', async (body, rejection) => {
  expect(await openNetwork().rejection('setaccountid', body)).toBe(rejection);
});

test('an account sets an id once, and no other account in any case', async () => {
  const network = openNetwork();
  await network.send('setaccountid', { owner_address: a, account_id: hexOf('SomeBody') }, alice);
  expect(await network.rejection('setaccountid', { owner_address: a, account_id: hexOf('different') })).toBe(
    'This account id already set',
  );
  expect(await network.rejection('setaccountid', { owner_address: bob.address, account_id: hexOf('somebody') })).toBe(
    'This id has existed',
  );
  expect(await network.ask('getaccount', { address: a })).toMatchObject({ account_id: hexOf('SomeBody') });
});

test('an account is found by its id in any case, with the stakes that it ever made', async () => {
  const network = openNetwork();
  await network.send('setaccountid', { owner_address: a, account_id: hexOf('SomeBody') }, alice);
  const byId = async (id: string): Promise<Json> => network.ask('getaccountbyid', { account_id: hexOf(id) });
  const { frozenV2, ...account } = await network.ask('getaccount', { address: a });
  expect(frozenV2).toHaveLength(3);
  expect(await byId('somebody')).toEqual(account);
  expect(await network.ask('getaccountbyid', { account_id: 'SOMEBODY', visible: true })).toMatchObject({
    account_id: 'SomeBody',
  });
  expect(await byId('nobody-at-all')).toEqual({});
  for (const resource of ['ENERGY', 'BANDWIDTH'])
    await network.send('freezebalancev2', { owner_address: a, frozen_balance: 1_000_000, resource }, alice);
  expect(await byId('SomeBody')).toMatchObject({
    frozenV2: [{ amount: 1_000_000, type: 'ENERGY' }, { amount: 1_000_000 }],
  });
});

test('the empty id leads to the last account of the genesis block, before and after a dump', async () => {
  const { node } = openNetwork();
  const last = node.network.genesis.assets.at(-1)?.address;
  expect(JSON.parse(await answerTo(node, '/wallet/getaccountbyid'))).toMatchObject({ address: last });
  const other = createMockNode();
  other.load(node.dump());
  expect(await answerTo(other, '/wallet/getaccountbyid', {})).toBe(await answerTo(node, '/wallet/getaccountbyid', {}));
});
