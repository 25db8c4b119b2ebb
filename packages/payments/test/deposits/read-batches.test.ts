// How a watch reads blocks that are not solid yet, from nodes that lag or fail.
import {
  createMemoryDepositStore,
  watchDeposits,
  type DepositBatch,
  type DepositStore,
  type WatchDepositsOptions,
} from '@coin/payments';
import { addressToHex } from '@coin/rpc/address';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { clientOf } from '../support/client-of.ts';
import { transfer } from '../support/paying-node.ts';

useVirtualTime();

const { owner, to } = transfer;
const BLOCK_MS = 3000;
const GENESIS_TIME = 1_700_000_000_000;
const FIRST = 1000;
const internal = {
  hash: 'ab'.repeat(32),
  caller_address: addressToHex(owner),
  transferTo_address: addressToHex(owner),
  callValueInfo: [{}],
  note: '63616c6c',
};

const value = { owner_address: owner, to_address: to, amount: 5 };
const sent = {
  raw_data: { contract: [{ type: 'TransferContract', parameter: { value } }] },
  raw_data_hex: '',
  ret: [{ contractRet: 'SUCCESS' }],
};

/** A chain of 1,000 blocks on which a test places deposits. */
function openChain({ solidLag = 20 } = {}) {
  let newest = FIRST;
  const forks: number[] = [];
  const placed = new Map<number, { readonly isInternal: boolean }>();
  const txIDOf = (number: number): string => `${number}`.padStart(64, '0');
  /** What requests are answered with instead. */
  const around: { fault?: ((path: string) => Response | Promise<Response> | undefined) | undefined } = {};
  const idOf = (number: number): string =>
    number.toString(16).padStart(16, '0') + `${forks.filter((fork) => fork <= number).length}`.padStart(48, 'c');
  const block = (number: number) => ({
    blockID: idOf(number),
    block_header: {
      raw_data: { number, timestamp: GENESIS_TIME + number * BLOCK_MS, parentHash: idOf(number - 1) },
    },
    transactions: placed.has(number) ? [{ ...sent, txID: txIDOf(number) }] : [],
  });
  const infosOf = (number: number): object[] => {
    const { isInternal } = placed.get(number) ?? {};
    if (isInternal === undefined) return [];
    const place = { blockNumber: number, blockTimeStamp: GENESIS_TIME + number * BLOCK_MS };
    return [{ id: txIDOf(number), ...place, receipt: {}, internal_transactions: isInternal ? [internal] : [] }];
  };
  const answer = (path: string, body: Record<string, unknown>): object => {
    const head = path.startsWith('/walletsolidity') ? newest - solidLag : newest;
    const number = Number(body['num']);
    if (path.endsWith('/getnowblock')) return block(head);
    if (path.endsWith('/getblockbynum')) return number <= head ? block(number) : {};
    if (path.endsWith('/gettransactioninfobyblocknum')) return infosOf(number);
    const [start, end] = [Number(body['startNum']), Math.min(Number(body['endNum']), head + 1)];
    return { block: Array.from({ length: Math.max(0, end - start) }, (_, index) => block(start + index)) };
  };
  const { client, requests } = clientOf(
    ({ path, body }) => (body['num'] === 0 ? undefined : around.fault?.(path)) ?? Response.json(answer(path, body)),
    { clock: { now: () => GENESIS_TIME + newest * BLOCK_MS, sleep: async () => {} } },
  );
  return {
    client,
    requests,
    around,
    newest: () => newest,
    grow: (blocks: number): void => void (newest += blocks),
    /** Places a deposit in the newest block. */
    pay: (isInternal = false): void => void placed.set(newest, { isInternal }),
    /** Replaces all blocks from a number on by others without deposits. */
    fork: (number: number): void => {
      forks.push(number);
      for (const each of placed.keys()) if (each >= number) placed.delete(each);
    },
  };
}

/** A watch that begins with the newest block of a chain. */
async function openWatch({ solidLag = 20, ...options }: { solidLag?: number } & Partial<WatchDepositsOptions> = {}) {
  const chain = openChain({ solidLag });
  const store = createMemoryDepositStore();
  await store.addAddresses([to]);
  const open = () => watchDeposits({ client: chain.client, store, fromBlock: FIRST, ...options });
  const watch = open();
  let batch: DepositBatch | undefined;
  /** Reads and saves a batch, and returns its events. */
  const readBatch = async (): Promise<string[]> => {
    ({ value: batch } = (await watch.next()) as { value?: DepositBatch });
    return ((await batch?.save()) ?? []).map(({ kind, deposit }) => `${kind} ${deposit.blockNumber}`);
  };
  /** Reads up to the newest block. */
  const read = async (): Promise<string[]> => {
    const events = [];
    for (let last = -1; last < chain.newest(); last = batch?.progress.blockNumber ?? Infinity)
      events.push(...(await readBatch()));
    return events;
  };
  return { ...chain, store, open, watch, readBatch, read, batch: () => batch };
}

describe('a deposit in the first block of a watch', () => {
  test('is confirmed once the block is solid, and then solid blocks are known by their ids', async () => {
    const { grow, pay, read, requests } = await openWatch();
    pay();
    expect(await read()).toEqual(['seen 1000']);
    grow(19);
    expect(await read()).toEqual([]);
    grow(1);
    expect(await read()).toEqual(['confirmed 1000']);
    const before = requests.length;
    grow(1);
    await read();
    expect(requests.slice(before).map(({ path }) => path)).not.toContain('/wallet/getblockbynum');
  });

  test('is confirmed while more blocks follow the solid one than are known by their ids', async () => {
    const { grow, pay, read } = await openWatch({ solidLag: 70 });
    pay();
    await read();
    grow(69);
    expect(await read()).toEqual([]);
    grow(1);
    expect(await read()).toEqual(['confirmed 1000']);
  });

  test('is dropped by a fork of all known blocks, although no block includes it again', async () => {
    const { fork, grow, pay, read, readBatch, store, batch } = await openWatch({ solidLag: 70 });
    pay();
    await read();
    grow(65);
    await read();
    fork(FIRST);
    expect(await readBatch()).toEqual(['dropped 1000']);
    // Until the next block, only the network is known.
    const { cursor } = JSON.parse((await store.readWatch('deposits'))?.state ?? '') as { cursor: object };
    expect(cursor).toEqual({ number: 999, genesisId: expect.any(String) });
    expect(batch()?.seesInternalTransfers).toBe(false);
  });
});

describe('a node', () => {
  /** A deposit that is seen, and solid in a block before the newest. */
  async function openSolid() {
    const watch = await openWatch();
    watch.pay();
    await watch.read();
    watch.grow(100);
    return watch;
  }

  test('whose head lags confirms what its solid blocks have', async () => {
    const { around, readBatch } = await openSolid();
    around.fault = (path) => (path === '/wallet/getblockbynum' ? Response.json({}) : undefined);
    expect(await readBatch()).toEqual(['confirmed 1000']);
  });

  test.each<[string, string, () => Response]>([
    ['lacks a solid block', '/walletsolidity/getblockbynum', () => Response.json({})],
    ['is busy', '/walletsolidity/getnowblock', () => new Response('', { status: 503 })],
    ['answers in another form', '/walletsolidity/getnowblock', () => Response.json([])],
  ])('that %s confirms nothing until it answers', async (_, path, answer) => {
    const { around, grow, read } = await openSolid();
    around.fault = (asked) => (asked === path ? answer() : undefined);
    const before = path.endsWith('/getblockbynum') ? ['confirmed 1000'] : [];
    expect(await read()).toEqual(before);
    around.fault = undefined;
    grow(1);
    expect([...before, ...(await read())]).toEqual(['confirmed 1000']);
  });

  test('that rejects the key of the caller ends the watch', async () => {
    const { around, read } = await openSolid();
    around.fault = (path) => (path.startsWith('/walletsolidity') ? new Response('', { status: 401 }) : undefined);
    await expect(read()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('that fails for too long ends a watch that has read before', async () => {
    const { around, read, readBatch } = await openWatch({ maxOutageMs: 0 });
    await read();
    around.fault = () => new Response('', { status: 503 });
    await expect(readBatch()).rejects.toMatchObject({ code: 'HTTP_STATUS' });
  });

  test.each(['/walletsolidity/getnowblock', '/walletsolidity/getblockbynum'])(
    'that does not answer %s is not waited for once the signal aborts',
    async (path) => {
      const stop = new AbortController();
      const { around, grow, read, watch } = await openWatch({ signal: stop.signal });
      await read();
      grow(100);
      around.fault = (asked) => {
        if (asked !== path) return undefined;
        stop.abort();
        return new Promise(() => {});
      };
      expect(await watch.next()).toEqual({ done: true, value: undefined });
    },
  );
});

test('a watch up to a block ends once that is solid, without the deposits after it', async () => {
  const { grow, pay, read, watch } = await openWatch({ toBlock: FIRST });
  pay();
  expect(await read()).toEqual(['seen 1000']);
  grow(1);
  pay();
  expect(await read()).toEqual([]);
  grow(20);
  expect(await read()).toEqual(['confirmed 1000']);
  expect(await watch.next()).toEqual({ done: true, value: undefined });
});

test('a watch remembers that it has seen an internal transaction', async () => {
  const { batch, grow, open, pay, read } = await openWatch();
  const seen: unknown[] = [];
  for (const isInternal of [false, true, false]) {
    grow(1);
    pay(isInternal);
    await read();
    seen.push(batch()?.seesInternalTransfers);
  }
  grow(1);
  const { value: next } = await open().next();
  expect([...seen, next?.seesInternalTransfers]).toEqual([false, true, true, true]);
});

test('a backfill tells how many blocks it reads in a second', async () => {
  const { batch, grow, readBatch } = await openWatch({ toBlock: 2000 });
  const wait = () => new Promise((resolve) => setTimeout(resolve, 10_000));
  grow(1000);
  await wait();
  await readBatch();
  await wait();
  await readBatch();
  const { blockNumber, blocksPerSecond, remainingMs } = batch()?.progress ?? expect.fail();
  expect(blocksPerSecond).toBeCloseTo((blockNumber - 999) / 10);
  expect(remainingMs).toBeCloseTo(((1980 - blockNumber) * 1000) / blocksPerSecond);
});

describe('an iteration throws', () => {
  const failure = new Error('disk full');
  const failing = async () => {
    throw failure;
  };

  test('the error of a function that finds addresses as CALLBACK_FAILED, and that of the store as its own', async () => {
    const own = await openWatch({ addresses: failing });
    own.pay();
    const context = { callback: 'addresses', reason: 'disk full' };
    await expect(own.read()).rejects.toMatchObject({ code: 'CALLBACK_FAILED', context, cause: failure });
    const broken: DepositStore = { ...createMemoryDepositStore(), findAddresses: failing };
    const stored = await openWatch({ store: broken });
    stored.pay();
    await expect(stored.read()).rejects.toMatchObject({ code: 'STORE_FAILED', context: { method: 'findAddresses' } });
  });

  test('the error of the store even if its signal has aborted', async () => {
    const broken: DepositStore = { ...createMemoryDepositStore(), readWatch: failing };
    const { read } = await openWatch({ store: broken, signal: AbortSignal.abort() });
    await expect(read()).rejects.toMatchObject({ code: 'STORE_FAILED' });
  });
});
