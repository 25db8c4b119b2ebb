import { expect, onTestFinished, test } from 'vitest';
import { type ForkedNode } from '../../src/fork/index.ts';
import { createMockNode, serve, type PresetNode } from '../../src/index.ts';
import { forbidden, forkOf, upstreamOf } from '../support/fork-upstream.ts';

const CONTRACT = 'c0ffee00000000000000000000000000000000c0';
const word = (value: number): string => value.toString(16).padStart(64, '0');

/** A contract that logs what slot 0 has. */
const createLive = (): PresetNode =>
  createMockNode({
    contracts: [{ address: `41${CONTRACT}`, code: '60005460005260206000a0', storage: { [word(0)]: word(7) } }],
  });

async function ask(node: Pick<ForkedNode, 'fetch'>, path: string, body: unknown): Promise<unknown> {
  return (await node.fetch(`http://node${path}`, { method: 'POST', body: JSON.stringify(body) })).json();
}

const rpc = (id: number, method: string, ...params: readonly unknown[]) => ({ jsonrpc: '2.0', id, method, params });
const storage = rpc(2, 'eth_getStorageAt', `0x${CONTRACT}`, '0x0', 'latest');

test('reports a record that a fork cannot read as a JSON-RPC error, and answers the rest of a batch', async () => {
  const live = createLive();
  const { fetch } = upstreamOf(live, (path) => (path === '/jsonrpc' ? forbidden() : undefined));
  const fork = await forkOf(live, { fetch });
  const batch = [rpc(1, 'eth_getCode', `0x${CONTRACT}`, 'latest'), storage, rpc(3, 'eth_blockNumber')];
  const record = expect.stringMatching(/^storage row \w+ of contract T/);
  const reason = 'it answers with status 403';
  expect(await ask(fork, '/jsonrpc', batch)).toEqual([
    { jsonrpc: '2.0', id: 1, result: '0x60005460005260206000a0' },
    {
      jsonrpc: '2.0',
      id: 2,
      error: {
        code: -32_000,
        message: expect.stringMatching(
          /^Cannot read storage row .* from live\.example: it answers with status 403\. Try again, or use another endpoint\.$/,
        ),
        data: { code: 'FORK_UNREADABLE', record, endpoint: 'live.example', reason },
      },
    },
    { jsonrpc: '2.0', id: 3, result: '0x2' },
  ]);
});

test('a filter returns its changes once, even in a batch that needs more of the network', async () => {
  const live = createLive();
  const fork = await forkOf(live);
  const { result: filter } = (await ask(fork, '/jsonrpc', rpc(1, 'eth_newBlockFilter'))) as { readonly result: string };
  await fork.mine();
  const changes = rpc(1, 'eth_getFilterChanges', filter);
  expect(await ask(fork, '/jsonrpc', [changes, storage, { ...changes, id: 3 }])).toEqual([
    { jsonrpc: '2.0', id: 1, result: [expect.stringMatching(/^0x0{15}3/)] },
    { jsonrpc: '2.0', id: 2, result: `0x${word(7)}` },
    { jsonrpc: '2.0', id: 3, result: [] },
  ]);
});

test('an operation that does not need a record succeeds if reading it ahead fails', async () => {
  // Reads slot 0; ends where that is not 0, and reads slot 1 otherwise.
  const code = '600054600b5760015460005b00';
  const address = `41${CONTRACT}`;
  const live = createMockNode({ contracts: [{ address, code, storage: { [word(0)]: word(7) } }] });
  let refused = 0;
  const { fetch } = upstreamOf(live, (_, body) => {
    if (!body.includes(word(1))) return undefined;
    refused += 1;
    return forbidden();
  });
  const fork = await forkOf(live, { fetch });
  const { error } = await fork.traceCall({ owner: live.accounts[0].address, contract: address, data: '' });
  expect(error).toBeUndefined();
  // It was read ahead: the code ends before it reads slot 1.
  expect(refused).toBeGreaterThan(0);
});

test('an operation may need 500 records one after another', async () => {
  // Each slot has the number of the next.
  const storage = Object.fromEntries(Array.from({ length: 510 }, (_, index) => [word(index), word(index + 1)]));
  const contract = `41${CONTRACT}`;
  const live = createMockNode({ contracts: [{ address: contract, code: '60005b5480600257', storage }] });
  const fork = await forkOf(live);
  await expect(fork.traceCall({ owner: live.accounts[0].address, contract, data: '' })).rejects.toThrow(
    /^Cannot read storage row .*: one operation has already needed 500 other records, one after another; request less/,
  );
});

test("the paths of TronBox's container read records on demand, and report what cannot be known", async () => {
  const live = createLive();
  const fork = await forkOf(live);
  const served = await serve(fork, { tre: true });
  onTestFinished(() => served.close());
  const tre = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const answer = await fetch(`${served.url}/tre`, {
      method: 'POST',
      body: JSON.stringify(rpc(1, method, ...params)),
    });
    return answer.json();
  };
  const { address } = live.accounts[0];
  expect(await tre('tre_setAccountBalance', address, '0x9')).toMatchObject({ result: true });
  expect(await ask(fork, '/wallet/getaccount', { address, visible: true })).toMatchObject({ balance: 9 });
  expect(await tre('tre_setAccountStorageAt', `41${CONTRACT}`, '0x0', `0x${word(9)}`)).toMatchObject({ result: true });
  expect(await ask(fork, '/jsonrpc', storage)).toMatchObject({ result: `0x${word(9)}` });
  expect(await tre('tre_unlockedAccounts', [address])).toMatchObject({ result: true });
  expect(await tre('tre_mine', { blocks: 2 })).toMatchObject({ result: '0x0' });
  expect(await tre('debug_storageRangeAt', 'latest', 0, `41${CONTRACT}`, '0x', 10)).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: {
      code: -32_000,
      message: expect.stringMatching(/^A fork cannot know the whole storage of contract T/),
      data: expect.objectContaining({ code: 'FORK_UNKNOWN' }),
    },
  });
  const generated = await fetch(`${served.url}/admin/temporary-accounts-generation?accounts=2`);
  expect(await generated.text()).toContain('(1) ');
  const listed = await (await fetch(`${served.url}/admin/accounts`)).text();
  expect(listed.match(/\(10000 TRX\)/g)).toHaveLength(2);
});
