import { expect, test } from 'vitest';
import { adminHandlers } from '../../../src/http/server/admin.ts';
import { createMockNode } from '../../../src/index.ts';
import { openNode, type Json } from '../../support/http-network.ts';

async function headOf(post: (path: string, body: unknown) => Promise<Json>): Promise<{ number: number; time: number }> {
  const { block_header: header } = (await post('/wallet/getnowblock', {})) as { block_header: { raw_data: Json } };
  return { number: Number(header.raw_data['number']), time: Number(header.raw_data['timestamp']) };
}

test('/admin makes blocks and changes time and mining', async () => {
  const { post } = openNode();
  const before = await headOf(post);
  expect(await post('/admin/mine', { count: 2 })).toEqual({ result: true });
  expect((await headOf(post)).number).toBe(before.number + 2);
  await post('/admin/advancetime', { ms: 30_000 });
  await post('/admin/mine', {});
  const later = await headOf(post);
  expect(later.time).toBe(before.time + 36_000);
  await post('/admin/setnextblocktime', { time: later.time + 9000 });
  await post('/admin/mine', {});
  expect((await headOf(post)).time).toBe(later.time + 9000);
  await post('/admin/advancecycle', {});
  expect((await headOf(post)).time - later.time).toBeGreaterThan(3_600_000);
  await post('/admin/setmining', { kind: 'manual' });
  expect(await post('/admin/setmining', { kind: 'never' })).toMatchObject({ result: false, code: 'ARGUMENT_INVALID' });
});

test.each([0, -1, 10_001, 2 ** 53 - 1])('/admin does not make %s blocks', async (count) => {
  const { post } = openNode();
  expect(await post('/admin/mine', { count })).toEqual({
    result: false,
    code: 'ARGUMENT_INVALID',
    message: `Invalid count "${count}": it must be an integer from 1 to 10000.`,
  });
});

test("/admin returns the node's time", async () => {
  const { node, post } = openNode();
  await post('/admin/mine', { count: 3 });
  expect(await post('/admin/now', {})).toEqual({ result: true, now: node.now() });
});

test('/admin takes and reverts to snapshots, and dumps and loads the state', async () => {
  const { post } = openNode();
  const before = await headOf(post);
  const { snapshot } = await post('/admin/snapshot', {});
  await post('/admin/mine', { count: 4 });
  const { dump } = await post('/admin/dump', {});
  await post('/admin/revert', { snapshot });
  expect(await headOf(post)).toEqual(before);
  await post('/admin/load', { dump });
  expect((await headOf(post)).number).toBe(before.number + 4);
  expect(await post('/admin/revert', { snapshot: 'none' })).toMatchObject({ result: false, code: 'SNAPSHOT_UNKNOWN' });
});

test('/admin sets balances and chain parameters', async () => {
  const { post, owner } = openNode();
  await post('/admin/setbalance', { address: owner, balance: '9007199254740991' });
  const account = await post('/wallet/getaccount', { address: owner, visible: true });
  expect(account['balance']).toBe(Number.MAX_SAFE_INTEGER);
  await post('/admin/setchainparameter', { name: 'getEnergyFee', value: 210 });
  const { chainParameter } = (await post('/wallet/getchainparameters', {})) as { chainParameter: readonly Json[] };
  expect(chainParameter).toContainEqual({ key: 'getEnergyFee', value: 210 });
});

test('/admin adds and resets faults, call scripts and the request log', async () => {
  const { post, owner, other } = openNode();
  await post('/admin/addfault', {
    path: '/wallet/getburntrx',
    times: 1,
    fault: { kind: 'error', message: 'on purpose' },
  });
  expect(await post('/wallet/getburntrx', {})).toEqual({ Error: 'on purpose' });
  expect(await post('/wallet/getburntrx', {})).toEqual({ burnTrxAmount: 0 });
  await post('/admin/scriptcall', { contract: other, result: '01', energyUsed: 5 });
  const call = { owner_address: owner, contract_address: other, function_selector: 'f()', visible: true };
  expect(await post('/wallet/triggerconstantcontract', call)).toMatchObject({
    energy_used: 5,
    constant_result: ['01'],
  });
  const { requests } = (await post('/admin/requests', {})) as { requests: readonly Json[] };
  expect(requests.map((entry) => [entry['path'], entry['fault']])).toEqual([
    ['/wallet/getburntrx', 'error'],
    ['/wallet/getburntrx', undefined],
    ['/wallet/triggerconstantcontract', undefined],
  ]);
  await post('/admin/resetscripts', {});
  await post('/admin/resetfaults', {});
  await post('/admin/resetrequests', {});
  expect(await post('/admin/requests', {})).toEqual({ result: true, requests: [] });
});

test('/admin imports a block of another node, and rejects one that does not fit', async () => {
  const maker = openNode();
  const taker = openNode();
  await maker.post('/admin/mine', {});
  const block = await maker.post('/wallet/getblock', { detail: true });
  expect(await taker.post('/admin/importblock', block)).toEqual({ result: true });
  expect(await taker.post('/wallet/getnowblock', {})).toEqual(block);
  expect(await taker.post('/admin/importblock', block)).toMatchObject({ result: false, code: 'BLOCK_INVALID' });
  expect(await taker.post('/admin/importblock', {})).toMatchObject({ result: false, code: 'BLOCK_INVALID' });
});

test('/admin rejects an unknown path, a GET, and a body that is not valid', async () => {
  const node = createMockNode();
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const status = async (path: string, init: RequestInit): Promise<number> =>
    (await node.fetch(`http://node${path}`, { headers, ...init })).status;
  expect(await status('/admin/nothing', { method: 'POST' })).toBe(404);
  expect(await status('/admin/mine', {})).toBe(405);
  expect(await status('/admin/mine', { method: 'POST', body: 'x' })).toBe(400);
  expect(await status('/admin/mine', { method: 'POST', body: '{"count":0}' })).toBe(400);
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  '',
])('/admin rejects a body of the content type "%s"', async (contentType) => {
  const node = createMockNode();
  const before = node.dump();
  for (const path of adminHandlers.keys()) {
    const answer = await node.fetch(`http://node/admin/${path}`, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body: '{}',
    });
    expect([answer.status, await answer.json()]).toEqual([
      415,
      {
        result: false,
        code: 'ARGUMENT_INVALID',
        message: `Invalid content-type "${contentType}": it must be application/json.`,
      },
    ]);
  }
  expect(node.dump()).toBe(before);
});

test('/admin impersonates accounts, produces blocks until a time and returns the supply', async () => {
  const { node, post, owner, other } = openNode();
  const built = await post('/wallet/createtransaction', {
    owner_address: owner,
    to_address: other,
    amount: 1,
    visible: true,
  });
  await post('/admin/impersonate', { address: owner });
  expect(await post('/wallet/broadcasttransaction', built)).toMatchObject({ result: true });
  await post('/admin/stopimpersonating', { address: owner });
  expect(await post('/wallet/broadcasttransaction', built)).toMatchObject({ code: 'SIGERROR' });
  const before = await headOf(post);
  await post('/admin/mineuntil', { time: before.time + 8000 });
  expect(await headOf(post)).toEqual({ number: before.number + 3, time: before.time + 9000 });
  expect(await post('/admin/mineuntil', { time: before.time + 30_009_001 })).toMatchObject({
    code: 'ARGUMENT_INVALID',
  });
  const { inAccounts, ...totals } = await post('/admin/supply', {});
  expect(totals).toMatchObject({ result: true, minted: Number(node.supply().minted), burned: 0 });
  expect(inAccounts).toBe(Number(node.supply().inAccounts));
});

test('a GET of /admin lists its paths and how each is asked', async () => {
  const { node } = openNode();
  for (const path of ['/admin', '/admin/']) {
    const { paths } = (await (await node.fetch(`http://node${path}`)).json()) as { paths: readonly Json[] };
    expect(paths.map((entry) => entry['path'])).toEqual([...adminHandlers.keys()].map((name) => `/admin/${name}`));
    for (const entry of paths) {
      const { status } = await node.fetch(`http://node${String(entry['path'])}`);
      expect([entry['path'], status]).toEqual([
        entry['path'],
        (entry['methods'] as readonly string[]).includes('GET') ? 200 : 405,
      ]);
    }
  }
  expect(node.requests.entries).toEqual([]);
});

test('/admin returns its health and its accounts, for GET and POST', async () => {
  const { node, post } = openNode();
  const get = async (path: string) => (await node.fetch(`http://node${path}`)).json();
  await post('/admin/mine', { count: 3 });
  const health = { result: true, blockNumber: (await headOf(post)).number, now: node.now() };
  expect([await get('/admin/health'), await post('/admin/health', {})]).toEqual([health, health]);
  const accounts = { result: true, accounts: node.accounts };
  expect([await get('/admin/addresses'), await post('/admin/addresses', {})]).toEqual([accounts, accounts]);
});

test('/admin traces a call as the function does', async () => {
  const contract = `41${'c1'.repeat(20)}`;
  const node = createMockNode({ contracts: [{ address: contract, code: '600160020160005500' }] });
  const owner = node.accounts[0].address;
  const ask = async (body: object): Promise<Json> => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ owner, data: '', ...body }) };
    return (await (await node.fetch('http://node/admin/tracecall', init)).json()) as Json;
  };
  const { steps } = node.traceCall({ owner, contract, data: '' });
  expect(steps.length).toBeGreaterThan(4);
  expect(await ask({ contract })).toMatchObject({
    result: true,
    trace: { steps: steps.map(({ name, energy }) => ({ name, energy: Number(energy) })) },
  });
  const cut = (await ask({ contract, maxSteps: 2 })) as { trace: { steps: unknown } };
  expect(cut.trace.steps).toHaveLength(2);
  expect(await ask({})).toMatchObject({ result: false, message: 'Invalid contract "undefined": it must be a text.' });
});
