import { expect, test } from 'vitest';
import { answerTo, openNode } from '../../support/http-network.ts';

const { node, post, owner, other } = openNode();
const transfer = await post('/wallet/createtransaction', {
  owner_address: owner,
  to_address: other,
  amount: 5,
  visible: true,
});
node.impersonate(owner);
await post('/wallet/broadcasttransaction', transfer);
const info = await post('/wallet/gettransactioninfobyid', { value: transfer['txID'] });

/** Members of 32 bits. */
const int32 = new Set(['version', 'Permission_id']);

/** An answer with its integers of 64 bits as strings. */
function quoted(value: unknown, key = ''): unknown {
  if (typeof value === 'number') return int32.has(key) ? value : String(value);
  if (Array.isArray(value)) return value.map((element) => quoted(element));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, quoted(member, name)]));
}

test.each([
  `getaccount?address=${owner}&visible=true`,
  `getaccountresource?address=${owner}&visible=true`,
  'getnowblock?visible=true',
  'getblockbynum?num=1',
  'getblock?detail=true',
  'getblockbylimitnext?startNum=1&endNum=3',
  `gettransactionbyid?value=${String(transfer['txID'])}`,
  `gettransactioninfobyid?value=${String(transfer['txID'])}`,
  `gettransactioninfobyblocknum?num=${String(info['blockNumber'])}`,
  'gettransactioncountbyblocknum?num=1',
  'getpendingsize?',
  'getburntrx?',
  'getchainparameters?',
  'getnextmaintenancetime?',
  'listwitnesses?',
  'getpaginatednowwitnesslist?offset=0&limit=5',
  `getReward?address=${owner}`,
  `getaccountnet?address=${owner}&visible=true`,
])('GET /wallet/%s prints integers of 64 bits as strings if int64_as_string is true', async (path) => {
  const [plain, strings, off] = await Promise.all(
    ['', '&int64_as_string=true', '&int64_as_string=no'].map(async (flag): Promise<unknown> =>
      JSON.parse(await answerTo(node, `/wallet/${path}${flag}`)),
    ),
  );
  expect(strings).not.toEqual(plain);
  expect(strings).toEqual(quoted(plain));
  expect(off).toEqual(plain);
});

test('POST ignores int64_as_string', async () => {
  const body = { address: owner, visible: true };
  const plain = await post('/wallet/getaccount', body);
  expect(await post('/wallet/getaccount?int64_as_string=true', { ...body, int64_as_string: true })).toEqual(plain);
});
