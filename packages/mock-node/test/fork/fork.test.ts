import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test, vi } from 'vitest';
import { forkMockNode, type ForkCache } from '../../src/fork/index.ts';
import { createMockNode, serve, type MockNode, type PresetNode } from '../../src/index.ts';
import { ask } from '../support/fork-reads.ts';
import { forbidden, forkOf, upstreamOf } from '../support/fork-upstream.ts';

const CONTRACT = '41c0ffee00000000000000000000000000000000c0';
/** Adds slots 0 and 1 and writes the sum to slot 0. */
const ADDING = '60005460015401600055';
const slot = (index: number): string => index.toString(16).padStart(64, '0');

const createLive = (): PresetNode =>
  createMockNode({
    contracts: [{ address: CONTRACT, code: ADDING, storage: { [slot(0)]: slot(5), [slot(1)]: slot(7) } }],
  });

const call = (owner: string) => ({ owner, contract: CONTRACT, data: '', details: ['storage'] as const });

describe('a fork', () => {
  test('reads each record once, on first use', async () => {
    // After three seconds it asks for the head again.
    vi.useFakeTimers({ toFake: ['Date'] });
    const live = createLive();
    const { fetch, asked } = upstreamOf(live);
    const fork = await forkOf(live, { fetch });
    const atStart = asked.length;
    const owner = live.accounts[0].address;
    expect((await fork.traceCall(call(owner))).error).toBeUndefined();
    const read = asked.slice(atStart).map((request) => request.split(' ')[0] ?? '');
    expect(read.toSorted((a, b) => a.localeCompare(b))).toEqual(['/jsonrpc', '/jsonrpc', '/wallet/getcontractinfo']);
    await fork.traceCall(call(owner));
    expect(asked).toHaveLength(atStart + 3);
    expect(fork.consistency().requests).toBe(atStart + 3);
  });

  test('keeps changes local, and reverts to a snapshot', async () => {
    const live = createLive();
    const fork = await forkOf(live);
    const { address } = live.accounts[0];
    const before = await ask(live, 'getaccount', { address, visible: true });
    const snapshot = await fork.snapshot();
    await fork.setBalance(address, 7n);
    await fork.setStorage({ contract: CONTRACT, slot: slot(0), value: slot(0) });
    expect(JSON.parse(await ask(fork, 'getaccount', { address, visible: true })).balance).toBe(7);
    await fork.revert(snapshot);
    expect(await ask(fork, 'getaccount', { address, visible: true })).toBe(before);
    expect(await ask(live, 'getaccount', { address, visible: true })).toBe(before);
  });

  test('does not look up deleted records again', async () => {
    const live = createLive();
    const fork = await forkOf(live);
    await fork.setStorage({ contract: CONTRACT, slot: slot(0), value: slot(0) });
    const { steps } = await fork.traceCall(call(live.accounts[0].address));
    expect(steps.at(-1)?.storage?.[slot(0)]).toBe(slot(0));
  });

  test('accepts transactions of impersonated accounts', async () => {
    const live = createLive();
    const fork = await forkOf(live);
    const [from, to] = live.accounts.map(({ address }) => address);
    await fork.impersonate(from!);
    const transfer = { owner_address: from, to_address: to, amount: 3_000_000, visible: true };
    const built = JSON.parse(await ask(fork, 'createtransaction', transfer));
    expect(JSON.parse(await ask(fork, 'broadcasttransaction', built))).toMatchObject({ result: true });
    const { balance } = JSON.parse(await ask(fork, 'getaccount', { address: to, visible: true }));
    expect(balance).toBe(1_000_003_000_000);
  });

  test('rejects a transaction that its network has executed', async () => {
    const live = createLive();
    const [from, to] = live.accounts.map(({ address }) => address);
    live.impersonate(from!);
    const transfer = { owner_address: from, to_address: to, amount: 1, visible: true };
    const built = JSON.parse(await ask(live, 'createtransaction', transfer));
    await ask(live, 'broadcasttransaction', built);
    const fork = await forkOf(live);
    await fork.impersonate(from!);
    expect(JSON.parse(await ask(fork, 'broadcasttransaction', built)).code).toBe('DUP_TRANSACTION_ERROR');
  });

  test.each([
    [3, 'Bad chain parameter id'],
    [4, 'has been valid, no need to propose again'],
  ])('takes older block versions for passed if 4 of 5 witnesses have made blocks: %i', async (blocks, message) => {
    const witnessKeys = Array.from({ length: 5 }, (_, index) => `${index + 1}`.repeat(64));
    const live = createMockNode({ witnessKeys });
    live.mine(blocks);
    const fork = await forkOf(live);
    const parameters = [{ key: 83, value: 1 }];
    const proposal = { owner_address: live.witnesses[0].address, parameters, visible: true };
    expect(await ask(fork, 'proposalcreate', proposal)).toContain(message);
  });

  test('is served with its controls, faults, scripts and JSON-RPC', async () => {
    const live = createLive();
    const fork = await forkOf(live);
    fork.faults.add({ path: '/wallet/getnowblock', fault: { kind: 'status', status: 503 }, times: 1 });
    fork.scripts.add({ contract: CONTRACT, result: slot(42) });
    await using served = await serve(fork);
    const answer = async (path: string, body: object): Promise<Response> =>
      fetch(`${served.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await answer('/wallet/getnowblock', {})).status).toBe(503);
    const { address } = live.accounts[0];
    expect(await (await answer('/admin/setbalance', { address, balance: 9 })).json()).toEqual({ result: true });
    const params = [`0x${CONTRACT.slice(2)}`, '0x1', 'latest'];
    const read = { jsonrpc: '2.0', id: 1, method: 'eth_getStorageAt', params };
    expect(await (await answer('/jsonrpc', read)).json()).toMatchObject({ result: `0x${slot(7)}` });
    const scripted = { owner_address: address, contract_address: CONTRACT, visible: false, function_selector: 'f()' };
    const called = await answer('/wallet/triggerconstantcontract', { ...scripted, owner_address: CONTRACT });
    expect(await called.json()).toMatchObject({ constant_result: [slot(42)] });
  });

  test('has the market of a network that never opened it: none, until it is opened here', async () => {
    const live = createLive();
    const fork = await forkOf(live);
    const [owner] = live.accounts.map(({ address }) => address);
    const sell = { sell_token_id: '_', sell_token_quantity: 5, buy_token_id: '1000001', buy_token_quantity: 1 };
    const order = { owner_address: owner, ...sell, visible: true };
    for (const [endpoint, body] of [
      ['getmarketpairlist', {}],
      ['getmarketorderbyaccount', { value: owner, visible: true }],
      ['marketsellasset', order],
    ] as const)
      expect(await ask(fork, endpoint, body)).toBe(await ask(live, endpoint, body));
    live.setChainParameter('getAllowMarketTransaction', 1n);
    await fork.setChainParameter('getAllowMarketTransaction', 1n);
    expect(await ask(fork, 'marketsellasset', order)).toBe(await ask(live, 'marketsellasset', order));
    const later = await forkOf(live);
    expect(await ask(later, 'getmarketpairlist')).toContain('A fork cannot know the orders of the market');
  });

  test('makes blocks at intervals', async () => {
    // Timeouts of requests stay real.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const fork = await forkOf(createLive(), { mining: { kind: 'interval', intervalMs: 3000 } });
    const { number } = fork.consistency().head;
    vi.advanceTimersByTime(9000);
    expect(JSON.parse(await ask(fork, 'getnowblock')).block_header.raw_data.number).toBe(number + 3);
    await fork.close();
  });
});

describe('state that a fork cannot know', () => {
  test.for([
    ['a dump', (fork: Awaited<ReturnType<typeof forkOf>>) => fork.dump()],
    ['the supply', (fork: Awaited<ReturnType<typeof forkOf>>) => fork.supply()],
  ] as const)('is an error: %s', async ([, operation]) => {
    const fork = await forkOf(createLive());
    await expect(operation(fork)).rejects.toMatchObject({ name: 'MockNodeError', code: 'FORK_UNKNOWN' });
  });

  test('is an error over HTTP: the reward of a cycle that had begun', async () => {
    const live = createLive();
    const { address } = live.accounts[0];
    live.impersonate(address);
    const frozen = { owner_address: address, frozen_balance: 5_000_000, resource: 'ENERGY', visible: true };
    await ask(live, 'broadcasttransaction', JSON.parse(await ask(live, 'freezebalancev2', frozen)));
    const votes = [{ vote_address: live.witnesses[0].address, vote_count: 5 }];
    const vote = { owner_address: address, votes, visible: true };
    await ask(live, 'broadcasttransaction', JSON.parse(await ask(live, 'votewitnessaccount', vote)));
    live.advanceCycle();
    live.advanceCycle();
    const fork = await forkOf(live);
    expect(await ask(fork, 'getReward', { address })).toBe(await ask(live, 'getReward', { address }));
    await fork.advanceCycle();
    expect(await ask(fork, 'getReward', { address })).toContain('A fork cannot know the rewards of maintenance cycle');
  });
});

describe('reading from a network', () => {
  useVirtualTime();
  const owner = createMockNode().accounts[0].address;

  test('names the record, the host and the reason of a failure, without secrets', async () => {
    const live = createLive();
    let isDown = false;
    const fork = await forkMockNode({
      url: 'http://user:secret@live.example/key',
      headers: { 'api-key': 'secret' },
      fetch: async (input) => {
        const request = new Request(input);
        return isDown ? forbidden() : live.fetch(new Request(request.url.replace('/key', ''), request));
      },
    });
    isDown = true;
    const failure = fork.setBalance(owner, 1n);
    await expect(failure).rejects.toMatchObject({
      code: 'FORK_UNREADABLE',
      shortMessage: `Cannot read account ${owner} from live.example: it answers with status 403. Try again, or use another endpoint.`,
    });
    expect(await ask(fork, 'getaccount', { address: owner, visible: true })).toContain('it answers with status 403');
  });

  test.each([
    ['quotes the error of a network', {}, 'it answers with an error (busy: try k3y)'],
    [
      'quotes no answer of a network that it sends a key',
      { headers: { 'api-key': 'k3y' } },
      'it answers with an error',
    ],
    [
      'quotes no answer of an address that may have a key',
      { url: 'http://live.example/k3y' },
      'it answers with an error',
    ],
  ])('%s', async (_, options, reason) => {
    const fork = forkOf(createLive(), { fetch: async () => Response.json({ Error: 'busy: try k3y' }), ...options });
    await expect(fork).rejects.toMatchObject({ code: 'FORK_UNREADABLE', context: { reason } });
  });

  test('needs the JSON-RPC interface for storage, and names the option', async () => {
    const live = createLive();
    const fork = await forkMockNode({ url: 'http://live.example', fetch: upstreamOf(live).fetch });
    await expect(fork.traceCall(call(owner))).rejects.toThrow(/: pass jsonRpcUrl, /);
  });

  test.each(['broadcasttransaction', 'broadcasthex'])(
    'rejects a %s that needs storage it cannot read',
    async (path) => {
      const live = createLive();
      const fork = await forkMockNode({ url: 'http://live.example', fetch: upstreamOf(live).fetch });
      const owner_address = `41${'ab'.repeat(20)}`;
      await fork.setBalance(owner_address, 1_000_000_000n);
      await fork.impersonate(owner_address);
      const asked = { owner_address, contract_address: CONTRACT, fee_limit: 100_000_000 };
      const { transaction } = JSON.parse(await ask(fork, 'triggersmartcontract', asked));
      const [size, raw] = [transaction.raw_data_hex.length / 2, transaction.raw_data_hex];
      // The field of the raw data, its length, and its bytes.
      const hex = `0a${(0x80 | (size & 0x7f)).toString(16)}${(size >> 7).toString(16).padStart(2, '0')}${raw}`;
      const answer = JSON.parse(await ask(fork, path, path === 'broadcasthex' ? { transaction: hex } : transaction));
      expect(answer).toMatchObject({ result: false, code: 'CONTRACT_EXE_ERROR' });
      const message = path === 'broadcasthex' ? answer.message : Buffer.from(answer.message, 'hex').toString();
      expect(message).toMatch(/^Contract execute error : A fork cannot know storage row .*: pass jsonRpcUrl, /);
    },
  );

  test.each([
    ['in a header', '', { status: 429, headers: { 'retry-after': '10' } }],
    ['in words', 'the query server is suspended for 10 s', { status: 403, headers: {} }],
  ])('waits as long as an endpoint asks %s', async (_, body, { status, headers }) => {
    const live = createLive();
    let refusals = 3;
    const { fetch } = upstreamOf(live, () => (refusals-- > 0 ? new Response(body, { status, headers }) : undefined));
    const started = Date.now();
    const fork = await forkOf(live, { fetch });
    expect(Date.now() - started).toBe(30_000);
    expect(JSON.parse(await ask(fork, 'getnowblock')).blockID).toBe(JSON.parse(await ask(live, 'getnowblock')).blockID);
  });

  test('sends at most so many requests a second', async () => {
    const live = createLive();
    const started = Date.now();
    const fork = await forkOf(live, { requestsPerSecond: 100 });
    expect(Date.now() - started).toBe((fork.consistency().requests - 1) * 10);
  });

  test('keeps the records it has read: a second fork needs no network and gives equal results', async () => {
    const live = createLive();
    let kept: string | undefined;
    const cache: ForkCache = {
      read: async () => kept,
      write: async (text) => {
        kept = text;
      },
    };
    const first = await forkOf(live, { cache });
    const trace = await first.traceCall(call(owner));
    await first.close();
    live.mine(5);
    const offline = () => Promise.reject(new Error('there is no network'));
    const second = await forkOf(live, { cache, fetch: offline });
    expect(await second.traceCall(call(owner))).toEqual(trace);
    expect(second.consistency()).toMatchObject({ head: first.consistency().head, requests: 0 });
    kept = kept?.replace('"version":1', '"version":2');
    await expect(forkOf(live, { cache })).rejects.toMatchObject({ code: 'FORK_CACHE_FAILED' });
  });

  test('lists records read later than the head that it started from', async () => {
    const live = createLive();
    let kept: string | undefined;
    const cache: ForkCache = { read: async () => kept, write: async (text) => void (kept = text) };
    const first = await forkOf(live, { cache });
    const { head } = first.consistency();
    live.mine(30);
    const second = await forkOf(live, { cache });
    await second.setBalance(owner, 1n);
    expect(second.consistency()).toMatchObject({ head, late: [{ record: `account ${owner}`, blocks: 30 }] });
    const other = createMockNode({ startTime: 0 });
    const third = await forkOf(other, { cache });
    await expect(third.setBalance(CONTRACT, 1n)).rejects.toThrow(/: its chain was replaced/);
    await expect(third.setBalance(CONTRACT, 1n)).rejects.toThrow(/: its chain was replaced/);
    const before = kept;
    await third.close();
    expect(kept).toBe(before);
  });

  test('rejects a network whose genesis block differs from the cache’s, and names both', async () => {
    let kept: string | undefined;
    const cache: ForkCache = { read: async () => kept, write: async (text) => void (kept = text) };
    await forkOf(createLive(), { cache });
    const other = createMockNode({ accounts: { count: 11 } });
    const fork = await forkOf(other, { cache });
    const genesisOf = async (node: Pick<MockNode, 'fetch'>): Promise<string> => {
      const answer = await node.fetch('http://node/wallet/getblockbynum?num=0');
      return ((await answer.json()) as { readonly blockID: string }).blockID;
    };
    const before = kept;
    const reason = `it is another network: its genesis block is ${await genesisOf(other)}, and the fork's is ${await genesisOf(fork)}`;
    await expect(fork.setBalance(CONTRACT, 1n)).rejects.toMatchObject({
      code: 'FORK_UNREADABLE',
      context: { reason },
    });
    await fork.close();
    expect(kept).toBe(before);
  });

  test('completes an operation if the cache cannot be written, and reports that when it is closed', async () => {
    const live = createLive();
    let isFull = false;
    const cache: ForkCache = {
      read: async () => undefined,
      write: async () => {
        if (isFull) throw new Error('no space left');
      },
    };
    const fork = await forkOf(live, { cache });
    isFull = true;
    await fork.setBalance(owner, 1n);
    await expect(fork.close()).rejects.toMatchObject({
      code: 'FORK_CACHE_FAILED',
      shortMessage: 'The cache cannot be written: no space left. Name another file, or delete this one to start again.',
    });
  });

  test.for([
    [{ url: 'live.example' }, 'url'],
    [{ url: 'http://live.example', jsonRpcUrl: 'ftp://live.example' }, 'jsonRpcUrl'],
    [{ url: 'http://live.example', requestsPerSecond: 0 }, 'requestsPerSecond'],
    [{ url: 'http://live.example', lateAfterBlocks: -1 }, 'lateAfterBlocks'],
    [{ url: 'http://live.example', chache: 'x' }, 'chache'],
    [{ url: 'http://live.example', headers: { 'api key': 'x' } }, 'headers'],
    [{ url: 'http://live.example', headers: { key: 'secret\n' } }, 'headers["key"]'],
  ] as const)('rejects invalid options: %o', async ([options, argument]) => {
    await expect(forkMockNode(options as never)).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: { argument },
    });
  });
});
