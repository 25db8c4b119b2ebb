import { createMockNode } from '@coin/mock-node';
import { createMemoryStore } from '@coin/payments';
import { createNodeClient, decodeTransaction, sendTransaction, updateAccountPermissions } from '@coin/rpc';
import { createKeySigner, signingPayload } from '@coin/rpc/signer';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { afterEach, expect, test } from 'vitest';
import { createWithdrawals } from '../src/withdrawals.ts';
import { TOKEN, TOKEN_CODE } from './support/token.ts';

useVirtualTime();

const services: { readonly stop: AbortController; readonly running: Promise<void> }[] = [];
// Before the real time returns, in which a request in flight would wait.
afterEach(async () => {
  for (const { stop, running } of services.splice(0)) {
    stop.abort();
    await running;
  }
});

function startService({ people = 0 } = {}) {
  const node = createMockNode({ contracts: [{ address: TOKEN, code: TOKEN_CODE }] });
  const client = createNodeClient({ transport: node });
  const signer = createKeySigner(node.accounts[0].privateKey);
  const events: Record<string, unknown>[] = [];
  const log = (event: Readonly<Record<string, unknown>>) => void events.push(event);
  const { handle, run } = createWithdrawals({
    client,
    owner: signer.address,
    signers: people === 0 ? [signer] : [],
    store: createMemoryStore(),
    log,
  });
  const stop = new AbortController();
  services.push({ stop, running: run(stop.signal) });
  const ask = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const response = await handle(new Request(`http://service/withdrawals/${path}`, init));
    return [response.status, await response.json()] as const;
  };
  const ended = async (id: string) => {
    while (/^(queued|signed)$/.test((await ask('GET', id))[1].status))
      await new Promise((done) => setTimeout(done, 1000));
    return (await ask('GET', id))[1];
  };
  return { node, client, signer, ask, ended, events, to: node.accounts[1].address };
}

test('a withdrawal of coin is accepted immediately and paid', async () => {
  const { ask, ended, to } = startService();
  expect(await ask('PUT', 'order-1', { to, amount: '1500000' })).toEqual([202, { id: 'order-1', status: 'queued' }]);
  expect(await ended('order-1')).toMatchObject({ status: 'succeeded', txID: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test('a withdrawal of a token burns the planned coin', async () => {
  const { ask, ended, events, to } = startService();
  await ask('PUT', 'order-1', { to, token: TOKEN, amount: '7' });
  const { status, fee } = await ended('order-1');
  expect(status).toBe('succeeded');
  expect(events.find(({ planned }) => planned !== undefined)).toMatchObject({ expected: fee });
});

test('rejects an ID that another withdrawal uses, and accepts a repeated request', async () => {
  const { ask, to } = startService();
  await ask('PUT', 'order-1', { to, amount: '7' });
  expect(await ask('PUT', 'order-1', { to, amount: '8' })).toEqual([409, { code: 'ID_IN_USE' }]);
  expect((await ask('PUT', 'order-1', { to, amount: '7' }))[0]).toBe(202);
});

test('a withdrawal waits while the wallet has too little coin, and is paid once it has enough', async () => {
  const { node, ask, ended, to } = startService();
  const [{ address }] = node.accounts;
  node.setBalance(address, 5n);
  await ask('PUT', 'order-1', { to, amount: '7000000' });
  expect(await ended('order-1')).toMatchObject({ status: 'waiting-for-funds' });
  node.setBalance(address, 1_000_000_000n);
  while ((await ask('GET', 'order-1'))[1].status === 'waiting-for-funds')
    await new Promise((done) => setTimeout(done, 1000));
  expect(await ended('order-1')).toMatchObject({ status: 'succeeded' });
});

test('a withdrawal that the network rejects says why, and is tried again when it is retried', async () => {
  const { node, ask, ended } = startService();
  const rejected = { status: 'rejected', problem: { code: 'VALIDATION_FAILED' } };
  await ask('PUT', 'order-1', { to: node.accounts[0].address, amount: '7000000' });
  expect(await ended('order-1')).toMatchObject(rejected);
  expect((await ask('POST', 'order-1/retry'))[1]).toMatchObject({ status: 'queued' });
  expect(await ended('order-1')).toMatchObject(rejected);
});

test.each([
  ['no object', null],
  ['an amount as a number', { to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', amount: 7 }],
  ['more tokens than 256 bits hold', { to: TOKEN, token: TOKEN, amount: '9'.repeat(78) }],
  ['an address with a typing error', { to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh9', amount: '7' }],
  ['a token with a typing error', { to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', token: 'T', amount: '7' }],
])('%s is rejected', async (_, body) => {
  expect(await startService().ask('PUT', 'order-1', body)).toEqual([400, { code: 'REQUEST_INVALID' }]);
});

test('an unknown ID is not found', async () => {
  const { ask } = startService();
  expect(await ask('GET', 'order-1')).toEqual([404, { code: 'NOT_FOUND' }]);
  expect(await ask('DELETE', 'order-1')).toEqual([404, { code: 'NOT_FOUND' }]);
});

test('a withdrawal shows whose signatures are missing, and is paid with those that come in requests', async () => {
  const { client, node, signer, ask, ended, to } = startService({ people: 2 });
  const people = node.accounts.slice(2, 4).map(({ privateKey }) => createKeySigner(privateKey));
  const keys = people.map(({ address }) => ({ address, weight: 1n }));
  await sendTransaction(client, {
    transaction: updateAccountPermissions(client, {
      owner: signer.address,
      ownerPermission: { threshold: 2n, keys },
      activePermissions: [{ name: 'none', threshold: 2n, keys, operations: [] }],
    }),
    signer,
  });
  await ask('PUT', 'order-1', { to, amount: '7' });
  const { status, signatures } = await ended('order-1');
  expect([status, signatures.missing]).toEqual(['awaiting-signatures', keys.map(({ address }) => address)]);
  const { digest } = signingPayload(decodeTransaction(signatures.transaction));
  const signed = people.map((person) => ({
    address: person.address,
    signature: Buffer.from(person.sign(digest)).toString('hex'),
  }));
  const [first, second] = signed;
  expect(await ask('POST', 'order-1/signatures', { ...first, address: second?.address })).toEqual([
    400,
    { code: 'REQUEST_INVALID' },
  ]);
  expect((await ask('POST', 'order-1/signatures', first))[1]).toMatchObject({
    signatures: { missing: [second?.address] },
  });
  expect((await ask('POST', 'order-1/signatures', second))[1]).toMatchObject({ status: 'signed' });
  expect(await ended('order-1')).toMatchObject({ status: 'succeeded' });
});
