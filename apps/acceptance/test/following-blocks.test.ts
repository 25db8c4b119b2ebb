import { createMockNode, type Fault, type MockNode } from '@coin/mock-node';
import {
  watchBlocks,
  broadcastTransaction,
  createNodeClient,
  http,
  createTransaction,
  isRpcError,
  signTransaction,
  type BlockCursor,
  type BlockEvent,
} from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

useVirtualTime();

const faultMix: readonly Fault[] = [
  { kind: 'status', status: 503 },
  { kind: 'html' },
  { kind: 'reset' },
  { kind: 'truncated' },
  { kind: 'stale', blocks: 1 },
  { kind: 'stale', blocks: 4 },
];

/** What happens to the network, or to the watcher, before one of its requests. */
const incident = fc.record({
  /** How many requests before it nothing happens. */
  after: fc.nat(4),
  kind: fc.constantFrom('blocks', 'blocks', 'fork', 'fork', 'transfer', 'transfer', 'crash'),
  count: fc.integer({ min: 1, max: 14 }),
  more: fc.nat(2),
  transactions: fc.constantFrom('included', 'pending', 'dropped'),
});

const walk = fc.record({
  state: fc.constantFrom('head', 'solid'),
  from: fc.option(fc.nat(12), { nil: undefined }),
  seed: fc.nat(),
  batchSize: fc.integer({ min: 1, max: 8 }),
  incidents: fc.array(incident, { minLength: 3, maxLength: 14 }),
});

type Incident = typeof incident extends fc.Arbitrary<infer T> ? T : never;
type Walk = typeof walk extends fc.Arbitrary<infer T> ? T : never;

interface BlockJson {
  readonly blockID: string;
  readonly block_header: { readonly raw_data: { readonly timestamp?: number } };
}

/** Asks by GET, which no fault matches. */
const readBlock = async (node: MockNode, path: string): Promise<BlockJson> =>
  (await node.fetch(`http://node/${path}`)).json();

async function blockOf(node: MockNode, path: string): Promise<{ number: number; id: string }> {
  const { blockID: id } = await readBlock(node, path);
  return { number: Number.parseInt(id.slice(0, 16), 16), id };
}

const headOf = (node: MockNode, state: 'head' | 'solid') =>
  blockOf(node, `${state === 'head' ? 'wallet' : 'walletsolidity'}/getnowblock`);

async function fork(node: MockNode, { count, more, transactions }: Incident): Promise<void> {
  const deepest = (await headOf(node, 'head')).number - (await headOf(node, 'solid')).number;
  const depth = 1 + (count % deepest);
  node.reorganize({ blocks: depth, newBlocks: depth + more, transactions });
}

/** How long after its node's newest block a transaction expires. */
const LIFE_MS = 60_000;

async function transfer(node: MockNode, amount: number): Promise<void> {
  // The watcher may have waited for longer than that without a new block.
  const { timestamp = 0 } = (await readBlock(node, 'wallet/getnowblock')).block_header.raw_data;
  if (node.now() >= timestamp + LIFE_MS) node.mine(1);
  const client = createNodeClient({ transport: node });
  const [{ privateKey, address: owner }, { address: to }] = node.accounts as never as [
    MockNode['accounts'][0] & object,
    MockNode['accounts'][0] & object,
  ];
  const transaction = await createTransaction(client, { owner, to, amount: BigInt(amount) });
  await broadcastTransaction(client, await signTransaction(transaction, createKeySigner(privateKey)));
}

/** What a watcher has stored, as its events made it: each must fit to the last one. */
interface Store {
  view: { number: number; id: string }[];
  cursor: string | undefined;
  dropped: number;
}

async function apply(node: MockNode, store: Store, event: BlockEvent<'head', true>): Promise<void> {
  const last = store.view.at(-1);
  if (event.kind === 'dropped') {
    expect({ number: event.number, id: event.blockID }).toEqual(last);
    // The node never changes back to a chain that it has left.
    const { id } = await blockOf(node, `wallet/getblockbynum?num=${event.number}`);
    expect(id).not.toBe(event.blockID);
    store.view.pop();
    store.dropped++;
  } else {
    const { number, blockID: id, parentBlockID: parentId, transactions } = event.block;
    if (last !== undefined) expect({ number, parentId }).toEqual({ number: last.number + 1, parentId: last.id });
    expect(event.infos.map(({ txID }) => txID)).toEqual(number === 0 ? [] : transactions.map(({ txID }) => txID));
    store.view.push({ number, id });
  }
  store.cursor = JSON.stringify(event.cursor);
}

/** Runs a watcher, and starts it again after each crash, until it has seen the end of the chain. */
async function follow({ state, from, seed, batchSize, incidents }: Walk): Promise<Store> {
  await using node = createMockNode({ solidityLag: 12, mining: { kind: 'manual' }, faultSeed: seed });
  node.mine(8);
  for (const fault of faultMix) node.faults.add({ method: 'POST', path: /block/, fault, probability: 0.06 });
  const store: Store = { view: [], cursor: undefined, dropped: 0 };
  const later = [...incidents];

  const run = async (): Promise<'crashed' | 'at the end'> => {
    const { promise: crash, resolve } = Promise.withResolvers<'crashed'>();
    const end = new AbortController();
    let requests = 0;
    let pauses = 0;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const [next] = later;
      if (next !== undefined && requests++ >= next.after) {
        requests = 0;
        later.shift();
        if (next.kind === 'blocks') node.mine(next.count);
        if (next.kind === 'fork') await fork(node, next);
        if (next.kind === 'transfer') await transfer(node, next.count);
        if (next.kind === 'crash') {
          resolve('crashed');
          return new Promise<Response>(() => {});
        }
      }
      return node.fetch(input, init);
    };
    const sleep = async (ms: number): Promise<void> => {
      node.advanceTime(ms);
      if (later.length > 0) return;
      node.faults.reset();
      if (++pauses > 4) end.abort();
    };
    const client = createNodeClient({
      transport: http('http://node', { fetch, retry: 1 }),
      clock: { now: node.now, sleep },
    });
    const work = async () => {
      const given = store.cursor === undefined ? from : (JSON.parse(store.cursor) as BlockCursor);
      const args = { state, infos: true, ...(given !== undefined && { fromBlock: given }) } as const;
      const options = { signal: end.signal, batchSize, maxOutageMs: 2 ** 31 - 1 };
      try {
        for await (const event of watchBlocks(client, args, options)) await apply(node, store, event);
      } catch (error) {
        if (!isRpcError(error, 'ABORTED')) throw error;
      }
      return 'at the end' as const;
    };
    return Promise.race([work(), crash]);
  };

  while ((await run()) === 'crashed');
  const { number: newest } = await headOf(node, state);
  const first = from ?? store.view[0]?.number ?? 0;
  const chain = [];
  for (let number = first; number <= newest; number++)
    chain.push(await blockOf(node, `wallet/getblockbynum?num=${number}`));
  expect(store.view).toEqual(chain);
  return store;
}

test('a watcher sees each block of the chain once, through forks, failures and crashes', () =>
  fc.assert(
    fc.asyncProperty(walk, async (drawn) => {
      const { dropped } = await follow(drawn);
      if (drawn.state === 'solid') expect(dropped).toBe(0);
    }),
    { numRuns: scaled(20) },
  ));

test('a watcher of the head sees the blocks that a fork drops, before and after a crash', async () => {
  const common = { more: 1, transactions: 'included' } as const;
  const { view, dropped } = await follow({
    state: 'head',
    from: 0,
    seed: 1,
    batchSize: 8,
    incidents: [
      { after: 9, kind: 'fork', count: 2, ...common },
      { after: 4, kind: 'crash', count: 1, ...common },
      { after: 14, kind: 'fork', count: 2, ...common },
    ],
  });
  expect(dropped).toBe(6);
  expect(view.length).toBeGreaterThan(8);
});
