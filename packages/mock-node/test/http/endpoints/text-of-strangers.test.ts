// How a node prints names with visible true: as they are if its JSON reader reads an object from them.
import { expect, test } from 'vitest';
import { fromBase58 } from '../../../src/protocol/address.ts';
import { answerTo, openNode } from '../../support/http-network.ts';

const { node, post, owner } = openNode();
node.setChainParameter('getAllowUpdateAccountName', 1n);
node.impersonate(owner);

const hexOf = (text: string): string => Buffer.from(text).toString('hex');

/** Names the account; returns the transaction's id. */
async function rename(name: string): Promise<string> {
  const fields = { owner_address: fromBase58(owner), account_name: hexOf(name) };
  const built = await post('/wallet/updateaccount', fields);
  expect(await post('/wallet/broadcasttransaction', built)).toMatchObject({ result: true });
  return built['txID'] as string;
}

/** What getaccount prints between the name's quotes. */
async function nameInAccount(name: string): Promise<string> {
  await rename(name);
  const text = await answerTo(node, '/wallet/getaccount', { address: owner, visible: true });
  const end = text.indexOf(`","address": "${owner}"`);
  return text.slice('{"account_name": "'.length, end);
}

/** Texts between blanks, in which `^A` is U+0001 and so on. */
const texts = (list: string): string[] =>
  list
    .split(/\s+/)
    .map((text) => text.replace(/\^./g, ([, letter = '']) => String.fromCharCode(letter.charCodeAt(0) ^ 64)));

test.each(
  texts(String.raw`\",balance:999}// \"}// \"}/* \",owner_address:'x'}// \",key:5}// \",$ref:1}//
    \"} \"}; \"}^A// \"}^Z \"^I}^A/*Te a^Ab a^Zb ^J \' \/ \\ \n \u0041 \",x:1} \",@type:1}//`),
)('getaccount prints the name %j as it is, with its quotes escaped', async (name) => {
  expect(await nameInAccount(name)).toBe(name.replaceAll('"', '\\"'));
});

test.each(texts(String.raw`\q \",x:' \",x:1 \ \x41 \0 \v \F \u00g1 \u-041 \u12 \8 \a \U0041 \",,x:1} \",x:NULL}`))(
  'getaccount prints the name %j in hex',
  async (name) => {
    expect(await nameInAccount(name)).toBe(hexOf(name));
  },
);

test.each<[string, object]>([
  ['\\",balance:999}//', { account_name: '\\', balance: 999 }],
  ['\\"}//', { account_name: '\\' }],
  ['\\"}/*', { account_name: '\\' }],
  ["\\\",owner_address:'x'}//", { account_name: '\\', owner_address: 'x' }],
  ['\\",owner_address:null}//', { account_name: '\\', owner_address: null }],
  ["\\\",a:[{b:1.50,c:'d'}]}/*", { account_name: '\\', a: [{ b: 1.5, c: 'd' }] }],
  ['\\",key:5}//', { account_name: '\\', key: 5 }],
  ['\\"', { account_name: '5c22', owner_address: owner }],
  ['\\u0041', { account_name: 'A', owner_address: owner }],
  ['a\u0001b', { account_name: 'a\u0001b', owner_address: owner }],
  ['"', { account_name: '"', owner_address: owner }],
])('a transaction with the name %j is printed as its printed fields are read', async (name, value) => {
  const txID = await rename(name);
  const { raw_data } = await post('/wallet/gettransactionbyid', { value: txID, visible: true });
  expect((raw_data as { contract: { parameter: { value: object } }[] }).contract[0]?.parameter.value).toEqual(value);
});

test('a transaction with a text that closes its message is printed without the fields after it', async () => {
  const described = { name: 'Gold', description: '\\"}//', url: '\n' };
  const fields = Object.entries(described).map(([key, text]) => [key, hexOf(text)]);
  const sale = { total_supply: 9, num: 1, trx_num: 1, start_time: node.now() + 60_000, end_time: node.now() + 120_000 };
  const issue = { owner_address: fromBase58(owner), ...sale, ...Object.fromEntries(fields) };
  const built = await post('/wallet/createassetissue', issue);
  expect(await post('/wallet/broadcasttransaction', built)).toMatchObject({ result: true });
  const { raw_data } = await post('/wallet/gettransactionbyid', { value: built['txID'], visible: true });
  const { value } = (raw_data as { contract: { parameter: { value: object } }[] }).contract[0]?.parameter ?? {};
  expect(value).toMatchObject({ name: 'Gold', total_supply: 9, description: '\\' });
  expect(value).not.toHaveProperty('url');
});
