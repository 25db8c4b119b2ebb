import { expect, test } from 'vitest';
import { openTreNode } from '../support/tre-node.ts';

const CONTRACT = 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL';

test.each(['limit=0', 'limit=201', 'limit=ten', 'order_by=name', 'fingerprint=-1', 'fingerprint=x'])(
  'rejects %s',
  async (query) => {
    await using tre = await openTreNode();
    const answer = await tre.get(`/v1/contracts/${CONTRACT}/events?${query}`);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { success: false, error: expect.stringContaining(query.split('=')[0] ?? '') },
    ]);
  },
);

test('rejects anything that is not an address', async () => {
  await using tre = await openTreNode();
  const answer = await tre.get('/v1/contracts/nobody/events');
  expect(await answer.json()).toMatchObject({ success: false, error: 'nobody is not a contract address' });
});

test('answers no events of contracts and transactions that it does not know', async () => {
  await using tre = await openTreNode();
  const empty = { success: true, data: [], meta: { page_size: 0 } };
  for (const address of [CONTRACT, `41${'ab'.repeat(20)}`, `0x${'ab'.repeat(20)}`])
    expect(await (await tre.get(`/v1/contracts/${address}/events`)).json()).toMatchObject(empty);
  expect(await (await tre.get(`/v1/transactions/${'ab'.repeat(32)}/events`)).json()).toMatchObject(empty);
  expect(await (await tre.get(`/event/transaction/${'ab'.repeat(32)}`)).json()).toEqual([]);
});

test.each(['size=0', 'size=201', 'sort=name'])('rejects %s of older versions', async (query) => {
  await using tre = await openTreNode();
  const answer = await tre.get(`/event/contract/${CONTRACT}?${query}`);
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { success: false, error: expect.stringContaining(query.split('=')[0] ?? '') },
  ]);
  const nobody = await tre.get('/event/contract/nobody/Transfer/latest');
  expect(await nobody.json()).toMatchObject({ error: 'nobody is not a contract address' });
});
