import { expect, test } from 'vitest';
import { createMockNode, serve } from '../../src/index.ts';
import { openTreNode } from '../support/tre-node.ts';

test('lists accounts with balances in coins, and their keys', async () => {
  await using tre = await openTreNode({ accounts: { count: 2 } });
  const [first, second] = tre.node.accounts.map(({ address }) => address) as [string, string];
  tre.node.setBalance(second, 1_500_000n);
  const answer = await tre.get('/admin/accounts');
  expect(answer.headers.get('content-type')).toMatch('text/plain');
  const keys = tre.node.accounts.map(({ privateKey }, index) => `(${index}) ${privateKey}`);
  expect((await answer.text()).trimEnd().split('\n')).toEqual([
    'Available Accounts',
    '==================',
    '',
    `(0) ${first} (1000000 TRX)`,
    `(1) ${second} (1.5 TRX)`,
    '',
    'Private Keys',
    '==================',
    '',
    ...keys,
  ]);
});

test.each([
  ['hex', ['(0) 4171abdf923011c206240a16ccafd12196094287c0 (1000000 TRX)']],
  ['all', ['(0) TLLFFhmkB5hLo2TGsSpKSRoQEQ7Z1ydokw (1000000 TRX)', '    4171abdf923011c206240a16ccafd12196094287c0']],
])('lists addresses in the format %s', async (format, rows) => {
  await using tre = await openTreNode({ accounts: { count: 1 } });
  const text = await (await tre.get(`/admin/accounts?format=${format}`)).text();
  expect(text.split('\n').slice(3, 3 + rows.length)).toEqual(rows);
});

test('returns the keys as JSON, with later accounts in order of creation', async () => {
  await using tre = await openTreNode();
  const keys = tre.node.accounts.map(({ privateKey }) => privateKey);
  const json = async () => (await tre.get('/admin/accounts-json')).json();
  expect(await json()).toEqual({ hdPath: '', mnemonic: '', privateKeys: keys, more: [] });

  const text = await (await tre.get('/admin/temporary-accounts-generation?accounts=2&defaultBalance=7')).text();
  expect(text.match(/\(7 TRX\)/g)).toHaveLength(2);
  await tre.get('/admin/temporary-accounts-generation');
  const { more } = (await json()) as { more: readonly { readonly privateKeys: readonly string[] }[] };
  expect(more.map(({ privateKeys }) => privateKeys.length)).toEqual([2, 10]);
  expect(new Set([...keys, ...more.flatMap(({ privateKeys }) => privateKeys)]).size).toBe(22);
});

test('shows the coins of new accounts on both ports immediately', async () => {
  await using tre = await openTreNode({ solidityLag: 5 });
  tre.node.mine(9);
  const text = await (await tre.get('/admin/temporary-accounts-generation?accounts=1')).text();
  const [, address] = /\(10\) (T\w+) \(10000 TRX\)/.exec(text) ?? [];
  for (const port of ['wallet', 'walletsolidity'])
    expect(await tre.post(`/${port}/getaccount`, { address, visible: true })).toMatchObject({
      balance: 10_000_000_000,
    });
});

test.each([
  ['accounts=0', 'accounts must be an integer from 1 to 500, but is 0.'],
  ['accounts=501', 'accounts must be an integer from 1 to 500, but is 501.'],
  ['accounts=many', 'accounts must be an integer from 1 to 500, but is many.'],
  ['defaultBalance=-1', 'defaultBalance must be an integer from 1 to 9223372036854 coins, but is -1.'],
  ['defaultBalance=9223372036855', 'defaultBalance must be an integer from 1 to 9223372036854 coins'],
])('rejects %s with the reason', async (query, problem) => {
  await using tre = await openTreNode();
  const answer = await tre.get(`/admin/temporary-accounts-generation?${query}`);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(problem);
  expect(await (await tre.get('/admin/accounts-json')).json()).toMatchObject({ more: [] });
});

test('answers that it is healthy', async () => {
  await using tre = await openTreNode();
  const answer = await tre.get('/healthcheck');
  expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
});

test('answers other paths as before, and has its own neither in the log nor under faults', async () => {
  await using tre = await openTreNode();
  tre.node.faults.add({ fault: { kind: 'empty' } });
  expect((await tre.get('/admin/health')).status).toBe(200);
  expect(await (await tre.get('/admin/accounts-json')).json()).toHaveProperty('privateKeys');
  expect(await tre.rpc('tre_mine')).toBe('0x0');
  expect(await (await tre.get('/wallet/getnowblock')).text()).toBe('');
  expect(tre.node.requests.entries.map(({ path }) => path)).toEqual(['/wallet/getnowblock']);
});

test.each(['/admin/accounts', '/admin/accounts-json', '/healthcheck', '/tre'])(
  'answers %s by its own method only',
  async (path) => {
    await using tre = await openTreNode();
    expect((await tre.get(path)).status).toBe(path === '/tre' ? 405 : 200);
    const served = await serve(tre.node, { tre: true });
    expect((await fetch(`${served.url}${path}`, { method: 'DELETE' })).status).toBe(405);
    await served.close();
  },
);

test('does not have these paths unless it is asked to', async () => {
  const served = await serve(createMockNode());
  for (const path of ['/admin/accounts', '/admin/accounts-json', '/healthcheck', '/tre'])
    expect((await fetch(`${served.url}${path}`)).status).toBe(404);
  await served.close();
  await expect(serve(createMockNode(), { tre: 1 as never })).rejects.toThrow(
    'Invalid tre "1": it must be true or false.',
  );
});
