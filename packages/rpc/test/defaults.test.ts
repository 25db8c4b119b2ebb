import {
  approveProposal,
  blocks,
  createNodeClient,
  createTransaction,
  custom,
  deployContract,
  estimateEnergy,
  getNowBlock,
  isRpcError,
  createRateLimit,
  listWitnesses,
  updateAccountPermissions,
  waitForTransaction,
  type NodeClient,
} from '@coin/rpc';
import { getContractEvents, parseAbi, readContract, simulateContract, writeContract } from '@coin/rpc/abi';
import { toAddress } from '@coin/rpc/address';
import { quorum } from '@coin/rpc/proof';
import { createKeySigner } from '@coin/rpc/signer';
import { describeDefaults } from '@coin/test-kit/defaults';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { chainNode } from './support/chain-node.ts';
import { clientWithAnswers, type Answer } from './support/client-with-answers.ts';
import { clockAt } from './support/clock-at.ts';
import { outcomeOf } from './support/outcome.ts';
import { recorded, recordedResponse } from './support/recordings.ts';
import { testClient, type TestClientOptions } from './support/test-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const OWNER = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const transfer = { owner: OWNER, to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', amount: 1_000_000n };
const NOBODY = toAddress(`41${'00'.repeat(20)}`);
const typedCall = { abi: parseAbi(['function f()']), address: OWNER, functionName: 'f' } as const;
const txID = 'ab'.repeat(32);
const busy = () => new Response('', { status: 503 });
/** An answer that never comes. */
const silence: Answer = (_, signal) =>
  new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
const newest = () => recordedResponse('chain.getnowblock');
const urls = (count: number) => Array.from({ length: count }, (_, index) => `http://${index}.example`);

/** The result of a promise, while timers fire one after another as soon as nothing else is left to do. */
async function withTimers<T>(promise: Promise<T>): Promise<T> {
  const state = { isSettled: false };
  const settled = promise.finally(() => (state.isSettled = true));
  settled.catch(() => {});
  await vi.advanceTimersByTimeAsync(0);
  while (!state.isSettled) await vi.advanceTimersToNextTimerAsync();
  return settled;
}

/** Milliseconds that pass until a promise settles. */
async function duration(promise: Promise<unknown>): Promise<number> {
  const started = Date.now();
  await withTimers(promise.catch(() => {}));
  return Date.now() - started;
}

/** The body of the first request that a function sends; what becomes of the answer does not matter. */
async function bodySent(send: (client: NodeClient) => Promise<unknown>) {
  const { client, requests } = clientWithAnswers(() => new Response('', { status: 400 }));
  await outcomeOf(withTimers(send(client)));
  return requests[0]?.body;
}

/** The paths that a function asks for. */
async function pathsAsked(answer: Answer, send: (client: NodeClient) => Promise<unknown>) {
  const { client, requests } = clientWithAnswers(answer);
  await outcomeOf(withTimers(send(client)));
  return requests.map(({ path }) => path);
}

/** A client with several endpoints, and which of them it asked. */
function clientOf(
  endpoints: NonNullable<TestClientOptions['endpoints']>,
  answer: (url: URL) => Response,
  options: object = {},
) {
  const asked: string[] = [];
  const fetch = async (input: unknown) => {
    const url = new URL((input as Request).url);
    asked.push(url.host);
    return answer(url);
  };
  return { client: testClient({ endpoints, fetch, ...options }), asked };
}

/** Answers block 0 with one id, and anything else with an answer. */
const ofOneNetwork = (answer: () => Response) => (url: URL) =>
  url.pathname.endsWith('/getblockbynum') ? Response.json({ blockID: '00'.repeat(32) }) : answer();

/** How a transfer ends that expires so many milliseconds after it is built. */
function transferWithLife(lifeMs: number, client: object, options: object) {
  const { expiration } = JSON.parse(recorded('build.visible').answer).raw_data;
  const clock = clockAt(expiration - lifeMs);
  const node = clientWithAnswers(() => recordedResponse('build.visible'), { clock, ...client });
  return outcomeOf(createTransaction(node.client, transfer, options).then(() => 'built'));
}

describeDefaults(`${import.meta.dirname}/..`, {
  'HttpOptions.fetch': async () => {
    const platformFetch = vi.fn(async () => newest());
    vi.stubGlobal('fetch', platformFetch);
    await withTimers(getNowBlock(testClient({ endpoints: 'http://node.example' })));
    expect(platformFetch).toHaveBeenCalledTimes(1);
  },
  'AttemptOptions.timeoutMs': {
    observe: (options) => duration(getNowBlock(clientWithAnswers(silence, options).client)),
  },
  'AttemptOptions.attemptTimeoutMs': async () => {
    for (const count of [2, 3, 7]) {
      const retried: number[] = [];
      const started = Date.now();
      const hooks = { retry: () => void retried.push(Date.now() - started) };
      const options = { endpoints: urls(count), timeoutMs: 10_001, retries: 1, hooks };
      await duration(getNowBlock(clientWithAnswers(silence, options).client));
      expect(retried).toEqual([Math.ceil(10_001 / count)]);
    }
  },
  'AttemptOptions.retries': async () => {
    for (let count = 1; count <= 6; count++) {
      const { client, asked } = clientOf(urls(count), ofOneNetwork(busy));
      await withTimers(outcomeOf(getNowBlock(client)));
      const checks = count === 1 ? 0 : count;
      expect(asked.length - checks, `${count} endpoints`).toBe(1 + Math.max(2, count - 1));
    }
  },
  'AttemptOptions.retryDelayMs': {
    async observe(options) {
      vi.spyOn(Math, 'random').mockReturnValue(0.5);
      const delays: number[] = [];
      const hooks = { retry: ({ delayMs }: { delayMs: number }) => void delays.push(delayMs) };
      await withTimers(outcomeOf(getNowBlock(clientWithAnswers(busy, { retries: 4, hooks, ...options }).client)));
      return delays;
    },
  },
  'EndpointOptions.maxResponseBytes': {
    async observe(options, stated: number) {
      // The size is checked first, so a page that is not JSON is enough.
      const page = new Uint8Array(stated + 1).fill(120);
      const outcomes = [stated, stated + 1].map((bytes) => {
        const { client } = clientWithAnswers(() => new Response(page.subarray(0, bytes), { status: 400 }), options);
        return outcomeOf(getNowBlock(client));
      });
      return withTimers(Promise.all(outcomes));
    },
  },
  'FallbackOptions.cooldownMs': {
    async observe(options, stated: number) {
      const { client } = clientOf(urls(2), ofOneNetwork(busy), { retries: 0, ...options });
      await withTimers(outcomeOf(getNowBlock(client)));
      const used = [client.endpoint];
      await vi.advanceTimersByTimeAsync(stated - 1);
      used.push(client.endpoint);
      await vi.advanceTimersByTimeAsync(1);
      return [...used, client.endpoint];
    },
  },
  'FallbackOptions.genesisId': async () => {
    // The first endpoint is down, the second fails after it has told its network, and the third has another one.
    const { client } = clientOf(urls(3), ({ host, pathname }) =>
      host === '0.example' || !pathname.endsWith('/getblockbynum')
        ? busy()
        : Response.json({ blockID: (host === '1.example' ? '11' : '22').repeat(32) }),
    );
    const error = await withTimers(getNowBlock(client).catch((thrown: unknown) => thrown));
    const context = { expected: '11'.repeat(32), actual: '22'.repeat(32) };
    expect(error).toMatchObject({ code: 'ENDPOINT_MISMATCH', context });
  },
  'QuorumOptions.retries': {
    async observe(options) {
      let asked = 0;
      const nodes = [0, 1].map(() => custom({ request: async () => `{"blockID":"${asked++}"}` }));
      const client = createNodeClient({ transport: quorum(nodes, { atLeast: 2, ...options }) });
      await withTimers(outcomeOf(listWitnesses(client)));
      return asked;
    },
  },
  'EndpointOptions.limits': async () => {
    const { client } = clientWithAnswers(newest);
    expect(await duration(Promise.all(Array.from({ length: 100 }, () => getNowBlock(client))))).toBe(0);
  },
  // Nothing to observe but that a client works without them.
  'EndpointOptions.hooks': async () => {
    await withTimers(getNowBlock(clientWithAnswers(newest).client));
  },
  'HttpOptions.fetchOptions': async () => {
    const platformFetch = vi.fn<typeof fetch>(async () => newest());
    vi.stubGlobal('fetch', platformFetch);
    await withTimers(getNowBlock(testClient({})));
    const own = ['body', 'headers', 'method', 'redirect', 'signal'];
    expect(Object.keys(platformFetch.mock.calls[0]?.[1] ?? {}).toSorted()).toEqual(own);
  },
  'CustomOptions.name': {
    other: 'ledger',
    observe: async (options) => custom({ request: async () => '{}' }, options).endpoint,
  },
  // Nothing to observe but that a client works without them.
  'FallbackOptions.hooks': async () => {
    await withTimers(getNowBlock(clientOf(urls(2), ofOneNetwork(newest)).client));
  },
  'NodeClientOptions.clock': () => {
    vi.setSystemTime(1_795_231_232_000);
    expect(testClient({ endpoints: 'http://node.example' }).clock.now()).toBe(Date.now());
    const clock = clockAt(5);
    expect(createNodeClient({ transport: { fetch: async () => newest(), clock } }).clock).toBe(clock);
  },
  'NodeClientOptions.maxLifeMs': {
    observe: (options, stated: number) =>
      withTimers(Promise.all([stated, stated + 1].map((lifeMs) => transferWithLife(lifeMs, options, {})))),
  },
  'HttpOptions.solidUrl': async () => {
    for (const solid of [undefined, 'http://solid.example']) {
      const endpoint = { url: 'http://node.example', ...(solid !== undefined && { solidUrl: solid }) };
      const { client, asked } = clientOf(endpoint, ofOneNetwork(newest));
      await withTimers(getNowBlock(client, { state: 'solid' }));
      expect(asked.at(-1)).toBe(solid === undefined ? 'node.example' : 'solid.example');
    }
  },
  'HttpOptions.apiKeyHeader': {
    other: 'X-Key',
    async observe(options) {
      const endpoints = { url: 'http://node.example', apiKey: 'secret', ...options };
      const { client, requests } = clientWithAnswers(newest, { endpoints });
      await withTimers(getNowBlock(client));
      return [...(requests[0]?.headers ?? [])];
    },
  },
  'HttpOptions.headers': async () => {
    const { client, requests } = clientWithAnswers(newest);
    await withTimers(getNowBlock(client));
    expect([...(requests[0]?.headers.keys() ?? [])]).toEqual(['accept', 'content-type']);
  },
  'RateLimitOptions.burst': async () => {
    for (const perSecond of [0.5, 1, 2.5, 10]) {
      let passed = 0;
      const limit = createRateLimit({ perSecond });
      const { signal } = new AbortController();
      for (let index = 0; index < 20; index++) void limit(signal).then(() => passed++);
      await vi.advanceTimersByTimeAsync(0);
      expect(passed).toBe(Math.ceil(perSecond));
    }
  },
  'CallOptions.timeoutMs': async () => {
    for (const timeoutMs of [7000, 40_000])
      expect(await duration(getNowBlock(clientWithAnswers(silence, { timeoutMs }).client))).toBe(timeoutMs);
  },
  'CallOptions.retries': async () => {
    for (const retries of [0, 5]) {
      const { client, requests } = clientWithAnswers(busy, { retries });
      await withTimers(outcomeOf(getNowBlock(client)));
      expect(requests).toHaveLength(1 + retries);
    }
  },
  'ReadStateOptions.state': {
    other: 'solid',
    observe: (options) => pathsAsked(newest, (client) => getNowBlock(client, options)),
  },
  'BuildOptions.maxLifeMs': async () => {
    for (const maxLifeMs of [100_000, 86_400_000]) {
      const outcomes = [maxLifeMs, maxLifeMs + 1].map((lifeMs) => transferWithLife(lifeMs, { maxLifeMs }, {}));
      expect(await withTimers(Promise.all(outcomes))).toEqual(['built', 'TRANSACTION_MISMATCH']);
    }
  },
  'TransactionFields.permissionId': {
    other: 2,
    observe: (options) => bodySent((client) => createTransaction(client, { ...transfer, ...options })),
  },
  'DeployContractArgs.callerPercent': { other: 99, observe: deploymentSent },
  'DeployContractArgs.deployerEnergyLimit': { observe: deploymentSent },
  'PermissionArgs.name': async () => {
    const permission = { threshold: 1n, keys: [{ address: OWNER, weight: 1n }] };
    const body = await bodySent((client) =>
      updateAccountPermissions(client, {
        owner: OWNER,
        ownerPermission: permission,
        witnessPermission: permission,
        activePermissions: [{ ...permission, operations: ['TransferContract'] }],
      }),
    );
    expect(body).toMatchObject({
      owner: { permission_name: 'owner' },
      witness: { permission_name: 'witness' },
      actives: [{ permission_name: 'active' }],
    });
  },
  'ApproveProposalArgs.action': {
    other: 'withdraw',
    observe: (options) => bodySent((client) => approveProposal(client, { owner: OWNER, proposalId: 1, ...options })),
  },
  'EstimateEnergyOptions.kind': async () => {
    const paths = await pathsAsked(withoutEstimates, (client) => estimateEnergy(client, call));
    expect(paths).toEqual(['/wallet/estimateenergy', '/wallet/triggerconstantcontract']);
  },
  'estimateEnergy.time without estimates': async (stated: number) => {
    const { client, requests } = clientWithAnswers(withoutEstimates);
    const estimates = () => requests.filter(({ path }) => path.endsWith('/estimateenergy')).length;
    const estimate = () => withTimers(estimateEnergy(client, call));
    await estimate();
    await vi.advanceTimersByTimeAsync(stated - 1);
    await estimate();
    expect(estimates()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await estimate();
    expect(estimates()).toBe(2);
  },
  'WaitOptions.until': {
    other: 'solid',
    observe: (options) =>
      pathsAsked(
        () => Response.json(includedInfo),
        (client) => waitForTransaction(client, { txID }, options),
      ),
  },
  'WaitOptions.timeoutMs': {
    observe: async (options) => (await pausesOfWait(options)).reduce((sum, ms) => sum + ms, 0),
  },
  'WaitOptions.pollMs': { observe: async (options) => (await pausesOfWait(options))[0] },
  'BlocksArgs.from': async () => {
    const node = chainNode();
    node.extend(5);
    const { value } = await blocks(node.client, { state: 'head' }).next();
    expect(value).toMatchObject({ block: { number: 5 } });
  },
  'BlocksArgs.infos': {
    async observe(options) {
      const node = chainNode();
      node.extend(1, 2);
      await blocks(node.client, { state: 'head', from: 1, ...options }).next();
      return node.asked;
    },
  },
  'SimulateContractArgs.owner': async () => {
    const body = await bodySent((client) => simulateContract(client, typedCall));
    expect(body).toMatchObject({ owner_address: NOBODY });
  },
  'ReadContractArgs.owner': async () => {
    const body = await bodySent((client) => readContract(client, typedCall));
    expect(body).toMatchObject({ owner_address: NOBODY });
  },
  'SendCallArgs.owner': async () => {
    const signer = createKeySigner('11'.repeat(32));
    const body = await bodySent((client) => writeContract(client, { ...typedCall, signer, feeLimit: 5n }));
    expect(body).toMatchObject({ owner_address: signer.address });
  },
  'GetContractEventsArgs.eventName': '../../apps/acceptance/test/contract-calls.test.ts',
  'GetContractEventsArgs.to': async () => {
    const paths = await pathsAsked(newest, (client) => getContractEvents(client, { abi: [], address: OWNER, from: 1 }));
    expect(paths[0]).toBe('/wallet/getnowblock');
  },
  'BlocksOptions.pollMs': {
    async observe(options) {
      const looks: number[] = [];
      const node = chainNode({
        intercept: (asked, { client }) => {
          if (asked === 'nowblock') looks.push(client.clock.now());
          if (looks.length === 3) return new Response('', { status: 400 });
          return undefined;
        },
      });
      node.extend(1);
      const events = blocks(node.client, { state: 'head' }, options);
      await events.next();
      await outcomeOf(events.next());
      return looks.map((time) => time - (looks[0] ?? 0));
    },
  },
  'BlocksOptions.batchSize': {
    async observe(options) {
      const node = chainNode();
      node.extend(200);
      await blocks(node.client, { state: 'head', from: 1 }, options).next();
      return node.asked;
    },
  },
  'BlocksOptions.maxOutageMs': {
    async observe(options) {
      const node = chainNode({ intercept: () => busy() });
      await outcomeOf(blocks(node.client, { state: 'head' }, options).next());
      return node.waitedMs();
    },
  },
});

const call = { owner: OWNER, contract: '41a80e906371fe0df383410803e88da2f195423af8', functionSelector: 'toggle()' };
const includedInfo = { id: txID, blockNumber: 7, blockTimeStamp: 1_795_231_230_000, receipt: {} };

/** A node with estimates switched off. */
function withoutEstimates({ path }: { path: string }): Response {
  if (path.endsWith('/estimateenergy')) return new Response('', { status: 404 });
  return Response.json({ result: { result: true }, energy_used: 5, constant_result: [''], transaction: {} });
}

function deploymentSent(options: object): Promise<unknown> {
  const deployment = { owner: OWNER, bytecode: '6001600055', feeLimit: 1n };
  return bodySent((client) => deployContract(client, { ...deployment, ...options }));
}

/** The pauses of a wait for a transaction that is in no block. */
async function pausesOfWait(options: object): Promise<number[]> {
  const pauses: number[] = [];
  const clock = { now: () => 0, sleep: async (ms: number) => void pauses.push(ms) };
  const { client } = clientWithAnswers(() => Response.json({}), { clock });
  const error = await withTimers(waitForTransaction(client, { txID }, options).catch((thrown: unknown) => thrown));
  expect(isRpcError(error, 'TIMEOUT')).toBe(true);
  return pauses;
}
