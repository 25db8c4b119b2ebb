// The fields of a contract: as a node with visible false has them, and as getTransactionById returns them.
import { getTransactionById } from '@coin/rpc';
import { expect, test } from 'vitest';
import { clientWithAnswers } from '../support/client-with-answers.ts';

const ALICE = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const ALICE_HEX = '4127c11e9f4012e773291e4cfa07a580bda92985ea';
const BOB = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const BOB_HEX = '411b02cc461f3bd04462c710609df74f63a6cdae1f';
const txID = 'ab'.repeat(32);
const hex = (text: string) => Buffer.from(text).toString('hex');

async function valueOf(value: object): Promise<unknown> {
  const raw_data = { contract: [{ type: 'SomeContract', parameter: { value } }] };
  return (await getTransactionById(clientWithAnswers(Response.json({ txID, raw_data })).client, { txID }))?.value;
}

test.each<[string, wire: object, value: object]>([
  ['addresses', { to_address: BOB_HEX, receiver_address: BOB_HEX }, { to_address: BOB, receiver_address: BOB }],
  ['addresses of votes', { votes: [{ vote_address: BOB_HEX, n: 1 }] }, { votes: [{ vote_address: BOB, n: 1 }] }],
  ['addresses in a list', { vote_address: [BOB_HEX, ALICE_HEX] }, { vote_address: [BOB, ALICE] }],
  ['keys', { owner: { keys: [{ address: BOB_HEX, weight: 1 }] } }, { owner: { keys: [{ address: BOB, weight: 1 }] } }],
  ['an account’s name', { account_name: hex('Zoë "x"') }, { account_name: 'Zoë "x"' }],
  ['an account’s id', { account_id: hex('alice-01') }, { account_id: 'alice-01' }],
  [
    'a token',
    { name: hex('Gold'), abbr: hex('Au'), description: hex('//'), url: hex('http://a'), id: '1000001' },
    { name: 'Gold', abbr: 'Au', description: '//', url: 'http://a', id: '1000001' },
  ],
  ['a witness', { update_url: hex('http://b') }, { update_url: 'http://b' }],
  ['a token’s id', { asset_name: hex('1000001') }, { asset_name: '1000001' }],
  [
    'an exchange',
    { first_token_id: '5f', second_token_id: hex('1000001') },
    { first_token_id: '_', second_token_id: '1000001' },
  ],
  ['an order', { sell_token_id: '5f', buy_token_id: '5f' }, { sell_token_id: '_', buy_token_id: '_' }],
  ['a sale', { token_id: '5f' }, { token_id: '_' }],
  ['a token’s id as a number', { token_id: 1000001 }, { token_id: 1000001 }],
  [
    'a deployment',
    { new_contract: { origin_address: ALICE_HEX, name: 'cafe', bytecode: '6001' } },
    { new_contract: { origin_address: ALICE, name: 'cafe', bytecode: '6001' } },
  ],
  ['other bytes', { data: 'a9059cbb', order_id: BOB_HEX }, { data: 'a9059cbb', order_id: BOB_HEX }],
  ['bytes that are not text', { account_name: 'ff00' }, { account_name: 'ff00' }],
  ['text after a byte order mark', { account_name: 'efbbbf61' }, { account_name: '\ufeffa' }],
  [
    'an address of 23 bytes',
    { to_address: hex('0x000000000000000000000') },
    { to_address: '7YxAaK71utTpYJ8u4Zna7muWxd1pQwimpGxy8' },
  ],
  ['an empty address', { to_address: '' }, { to_address: '' }],
  ['an address of other bytes than any has', { to_address: '00'.repeat(33) }, { to_address: '00'.repeat(33) }],
  ['a key __proto__', JSON.parse('{"__proto__":{"address":"x"}}'), JSON.parse('{"__proto__":{"address":"x"}}')],
])('%s in hex come out as base58check and text', async (_, wire, value) => {
  expect(await valueOf({ owner_address: ALICE_HEX, ...wire })).toEqual({ owner_address: ALICE, ...value });
});

test('leaves fields in base58check and as text unchanged', async () => {
  const value = { owner_address: ALICE, to_address: BOB, account_name: 'cafe', url: 'http://a', token_id: '5f' };
  expect(await valueOf(value)).toEqual(value);
});

test.each(['account_name', 'account_id', 'name', 'abbr', 'description', 'url', 'update_url'])(
  'fields beside the text %s are read from a second answer, in hex',
  async (key) => {
    const answer = (value: object) => Response.json({ txID, raw_data: { contract: [{ parameter: { value } }] } });
    const lie = answer({ [key]: '\\', owner_address: BOB });
    const truth = answer({ [key]: hex(String.raw`\",owner_address:'${BOB}'}//`), owner_address: ALICE_HEX });
    const { client, requests } = clientWithAnswers([lie, truth]);
    const transaction = await getTransactionById(client, { txID });
    expect(transaction?.value).toEqual({ [key]: String.raw`\",owner_address:'${BOB}'}//`, owner_address: ALICE });
    expect(requests.map(({ body }) => body)).toMatchObject([{ visible: true }, { visible: false }]);
  },
);

test('reads text as text even without an owner', async () => {
  expect(await valueOf({ account_name: hex('x'), to_address: BOB_HEX })).toEqual({
    account_name: 'x',
    to_address: BOB,
  });
});
