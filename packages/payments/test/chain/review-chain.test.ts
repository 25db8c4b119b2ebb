import { createMemoryStore, type OutboxEntry, type OutboxStore } from '@coin/payments';
import { createNodeClient, http, type NodeClient } from '@coin/rpc';
// A store that may be an older copy is compared with the chain before anything is signed.
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { keepMark, reviewChain, type Review } from '../../src/outbox/chain/review-chain.ts';
import { createDuplicateSearch, type GapReader } from '../../src/outbox/chain/unknown-transactions.ts';
import { keyOfTransaction, recordOf } from '../../src/outbox/entry/entry-record.ts';
import { transfer } from '../support/paying-node.ts';

useVirtualTime();

const BLOCK_MS = 3000;
const SOLID_LAG = 20;
const GENESIS_TIME = 1_700_000_000_000;
const { owner } = transfer;
const OTHER = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
/** The raw data of a transaction with a memo of these bytes, at a time of one byte. */
const rawOf = (memo: string, time = '05'): string =>
  `40${time}52${(memo.length / 2).toString(16).padStart(2, '0')}${memo}`;
const txIDOf = (name: string): string => Buffer.from(name.padEnd(32)).toString('hex');

const fail = async (): Promise<Response> => new Response('', { status: 503 });

interface Placed {
  readonly name: string;
  readonly from?: string;
  readonly result?: string;
  readonly raw?: string;
}

/** A chain of 2,000 blocks on which a test places transactions; it grows while a process waits by its clock. */
function openChain({ maxLifeMs }: { maxLifeMs?: number } = {}) {
  let newest = 2000;
  /** How far the clock of the process is ahead of the chain. */
  let aheadMs = 0;
  /** How many blocks the node that answers next is behind. */
  let nextLag = () => 0;
  const placed = new Map<number, Placed[]>();
  const ranges: [number, number][] = [];
  /** What requests fail with, until this is empty. */
  const faults: { readonly path: string; readonly answer: () => Promise<Response> }[] = [];
  const idOf = (number: number): string => number.toString(16).padStart(16, '0') + 'c0'.repeat(24);
  const block = (number: number) => ({
    blockID: idOf(number),
    block_header: {
      raw_data: { number, timestamp: GENESIS_TIME + number * BLOCK_MS, parentHash: idOf(number - 1) },
    },
    transactions: (placed.get(number) ?? []).map(({ name, from = owner, result = 'SUCCESS', raw = rawOf('aa') }) => ({
      txID: txIDOf(name),
      raw_data: { contract: [{ type: 'TransferContract', parameter: { value: { owner_address: from } } }] },
      raw_data_hex: raw,
      ret: [result === '' ? {} : { contractRet: result }],
    })),
  });
  const clock = {
    now: () => GENESIS_TIME + newest * BLOCK_MS + aheadMs,
    sleep: async (ms: number): Promise<void> => void (newest += ms / BLOCK_MS),
  };
  const fetch = async (input: Request | string | URL): Promise<Response> => {
    const request = input as Request;
    const { pathname } = new URL(request.url);
    const index = faults.findIndex(({ path }) => pathname.endsWith(path));
    for (const { answer } of index === -1 ? [] : faults.splice(index, 1)) return answer();
    const isSolid = pathname.startsWith('/walletsolidity');
    const head = Math.max(SOLID_LAG, newest - nextLag());
    if (pathname.endsWith('/getnowblock')) return Response.json(block(isSolid ? head - SOLID_LAG : head));
    const { startNum: from, endNum: to } = await request.json();
    ranges.push([from, to]);
    const length = Math.max(0, Math.min(to, head + 1) - from);
    return Response.json({ block: Array.from({ length }, (_, index) => block(from + index)) });
  };
  const transport = http('http://node.example', { retry: 0, fetch });
  const client: NodeClient = createNodeClient({ transport, clock, ...(maxLifeMs !== undefined && { maxLifeMs }) });
  return {
    client,
    clock,
    ranges,
    faults,
    head: () => newest,
    /** Makes blocks, and returns the number of the newest solid one. */
    grow: (blocks: number): number => (newest += blocks) - SOLID_LAG,
    lagBy: (lag: () => number): void => void (nextLag = lag),
    setClock: (ms: number): void => void (aheadMs = ms),
    place: (number: number, ...transactions: Placed[]): void => void placed.set(number, transactions),
  };
}

interface Search {
  readonly by: string;
  readonly ignored: readonly string[];
  readonly rawDataHex: string;
}

/** A store that was compared with a chain, and that is compared again. */
async function openReview({ maxLifeMs, ...rest }: { maxLifeMs?: number } & Partial<Review> = {}) {
  const chain = openChain(maxLifeMs === undefined ? {} : { maxLifeMs });
  const store = rest.store ?? createMemoryStore();
  const stop = new AbortController();
  const review: Review = {
    store,
    client: chain.client,
    epoch: 'first',
    addresses: [owner, undefined],
    maxSigningMs: 0,
    maxFailures: 3,
    report: () => {},
    retryDelayMs: 10,
    signal: stop.signal,
    ...rest,
  };
  await reviewChain(review);
  /** The unknown transaction with the action of this memo. */
  const find = (
    memo = 'aa',
    { by = owner, ignored = [], rawDataHex = rawOf(memo, '07') }: Partial<Search> = {},
    reader: GapReader = review,
  ) => createDuplicateSearch(reader)({ owner: by, rawDataHex, ignored });
  const mark = async (): Promise<unknown> => JSON.parse((await store.get('chain'))?.value ?? 'null');
  /** Moves the mark to a block, as a run does. */
  const moveMark = async (number: number): Promise<void> => {
    const record = await store.get('chain');
    expect(record && (await store.compareAndSet({ ...record, value: JSON.stringify(markOf(number)) }))).toBe(true);
  };
  const again = (changes: Partial<Review> = {}) => reviewChain({ ...review, ...changes });
  return { ...chain, store, stop, review, find, mark, moveMark, again };
}

const markOf = (block: number, epoch = 'first') => ({ epoch, block, time: GENESIS_TIME + block * BLOCK_MS });
const entryOf = (id: string, rest: Partial<OutboxEntry> = {}): OutboxEntry =>
  ({ id, intent: transfer, status: 'queued', earlierTxIDs: [], failures: 0, ...rest }) as OutboxEntry;
const signedEntry = (id: string, txID: string): OutboxEntry =>
  entryOf(id, {
    status: 'signed',
    txID,
    transaction: '',
    genesisId: '',
    waitsFor: { kind: 'block', since: GENESIS_TIME, until: GENESIS_TIME },
  });
/** Stores an entry, and which transactions are its own. */
async function storeEntry(store: OutboxStore, entry: OutboxEntry, txIDs: readonly string[]): Promise<void> {
  await store.createIfAbsent(recordOf(entry));
  for (const txID of txIDs)
    await store.createIfAbsent({ key: keyOfTransaction(txID), value: entry.id, listing: 'none' });
}

/** Number of blocks in two minutes. */
const GAP = 40;

describe('a store', () => {
  test('notes the newest solid block the first time, and reads no others', async () => {
    const { ranges, mark } = await openReview();
    expect(await mark()).toEqual(markOf(1980));
    expect(ranges).toEqual([]);
  });

  test('that ran within two minutes is current, and its entries are not read', async () => {
    const list = vi.fn<OutboxStore['list']>();
    const { again, grow, mark, ranges } = await openReview({ store: { ...createMemoryStore(), list } });
    const solid = grow(GAP);
    await again();
    expect(ranges).toEqual([]);
    expect(list).not.toHaveBeenCalled();
    expect(await mark()).toEqual(markOf(solid));
  });

  test('that ran earlier is compared with the blocks since then up to the newest, 100 at a time', async () => {
    const { again, grow, mark, ranges } = await openReview();
    // The newest block is the last one of its hundred.
    const solid = grow(100 - SOLID_LAG - 1);
    await again();
    expect(ranges).toEqual([[1980, 2080]]);
    expect(await mark()).toEqual(markOf(solid));
    // The newest block is the first one of its hundred.
    grow(300 - SOLID_LAG);
    await again();
    expect(ranges.slice(1)).toEqual([
      [2059, 2159],
      [2159, 2259],
      [2259, 2359],
      [2359, 2360],
    ]);
  });

  test('is compared although the node fails at times', async () => {
    const { again, find, faults, grow, place } = await openReview();
    place(2001, { name: 'lost' });
    grow(GAP + 1);
    faults.push(
      { path: '/walletsolidity/getnowblock', answer: fail },
      { path: '/wallet/getnowblock', answer: fail },
      { path: '/getblockbylimitnext', answer: fail },
    );
    await again();
    expect(faults).toEqual([]);
    expect(await find()).toBe(txIDOf('lost'));
  });

  test.each(['/walletsolidity/getnowblock', '/wallet/getnowblock', '/getblockbylimitnext'])(
    'is not compared once the signal aborts, also while the node does not answer %s',
    async (path) => {
      const { again, faults, grow, stop, mark } = await openReview();
      grow(GAP + 1);
      const answer = (): Promise<Response> => {
        stop.abort();
        return new Promise(() => {});
      };
      faults.push({ path, answer });
      await expect(again()).rejects.toMatchObject({ code: 'ABORTED' });
      expect(await mark()).toEqual(markOf(path === '/getblockbylimitnext' ? 2021 : 1980));
    },
  );

  test('searches the rest for an account whose search was aborted, before its next payment', async () => {
    const { again, faults, find, grow, place, review, stop } = await openReview();
    place(2001, { name: 'lost' });
    grow(GAP + 1);
    const answer = (): Promise<Response> => {
      stop.abort();
      return new Promise(() => {});
    };
    faults.push({ path: '/getblockbylimitnext', answer });
    await expect(again()).rejects.toMatchObject({ code: 'ABORTED' });
    const { signal } = new AbortController();
    await again({ signal });
    expect(await find('aa', {}, { ...review, signal })).toBe(txIDOf('lost'));
  });
});

describe('a transaction on the chain that the store does not know', () => {
  /** Compares a store with a chain that has these transactions. */
  async function reviewWith(transactions: readonly Placed[], prepare?: (store: OutboxStore) => Promise<void>) {
    const opened = await openReview();
    await prepare?.(opened.store);
    opened.place(2001, ...transactions);
    opened.grow(GAP + 1);
    await opened.again();
    return opened;
  }

  test('is found by what it does, whenever it was built', async () => {
    const { find } = await reviewWith([{ name: 'lost' }, { name: 'lost too', raw: rawOf('bb') }]);
    expect(await find()).toBe(txIDOf('lost'));
    expect(await find('bb')).toBe(txIDOf('lost too'));
    expect(await find('cc')).toBeUndefined();
    expect(await find('aa', { by: OTHER })).toBeUndefined();
  });

  test('is found if its witness wrote no result', async () => {
    const { find } = await reviewWith([{ name: 'lost', result: '' }]);
    expect(await find()).toBe(txIDOf('lost'));
  });

  test('is found for an account that the store has never paid from, by one more reading of the blocks', async () => {
    const { find, ranges } = await reviewWith([{ name: 'lost', from: OTHER }]);
    const before = ranges.length;
    expect(await find('aa', { by: OTHER })).toBe(txIDOf('lost'));
    expect(await find('bb', { by: OTHER })).toBeUndefined();
    expect(ranges.slice(before)).toEqual([[1980, 2042]]);
  });

  test('is found in every gap of the last 30 days, for accounts that pay after the last one', async () => {
    const { again, find, grow, head, moveMark, place, ranges } = await openReview();
    const DAY = 28_800;
    for (const name of ['00', '01', '02']) {
      place(head() + 1, { name, from: OTHER, raw: rawOf(name) });
      grow(GAP + 1);
      await again();
      // For 15 days, a run keeps the mark near the head.
      await moveMark(grow(15 * DAY));
    }
    const before = ranges.length;
    expect(await find('02', { by: OTHER })).toBe(txIDOf('02'));
    expect(await find('01', { by: OTHER })).toBe(txIDOf('01'));
    expect(await find('00', { by: OTHER })).toBeUndefined();
    expect(ranges.slice(before)).toHaveLength(2);
  });

  test('is not found if it is ignored, and the next one that does the same is', async () => {
    const { find } = await reviewWith([{ name: 'lost' }, { name: 'lost too' }]);
    expect(await find('aa', { ignored: [txIDOf('lost')] })).toBe(txIDOf('lost too'));
    expect(await find('aa', { ignored: ['lost', 'lost too'].map(txIDOf) })).toBeUndefined();
  });

  test.each<[string, Placed]>([
    ['had no effect', { name: 'lost', result: 'OUT_OF_ENERGY' }],
    ['has bytes that are not raw data', { name: 'lost', raw: `${rawOf('aa')}ff` }],
  ])('does not count if it %s', async (_, transaction) => {
    const { find } = await reviewWith([transaction]);
    const { from: by = owner, raw: rawDataHex = rawOf('aa') } = transaction;
    expect(await find('aa', { by, rawDataHex })).toBeUndefined();
  });

  test('is found in one reading of the blocks for the accounts of all open entries', async () => {
    const intent = { ...transfer, owner: OTHER };
    const { find, ranges } = await reviewWith([{ name: 'lost', from: OTHER }], async (store) => {
      for (let index = 0; index < 100; index++) await storeEntry(store, entryOf(`${index}`), []);
      await storeEntry(store, entryOf('last', { intent }), []);
    });
    expect(await find('aa', { by: OTHER })).toBe(txIDOf('lost'));
    expect(ranges).toEqual([[1980, 2042]]);
  });

  test.each<[string, boolean, OutboxEntry | undefined]>([
    ['an entry has it', true, signedEntry('a', txIDOf('sent'))],
    ['an entry had it', true, entryOf('a', { earlierTxIDs: ['aa', txIDOf('sent')] })],
    ['an entry has another one', false, signedEntry('a', txIDOf('another'))],
    ['the entry of its id is lost', false, undefined],
  ])('is one that the store has stored the id of: %s', async (_, isKnown, entry) => {
    const { find } = await reviewWith([{ name: 'sent' }], async (store) => {
      if (entry !== undefined) return storeEntry(store, entry, [txIDOf('sent')]);
      await store.createIfAbsent({ key: keyOfTransaction(txIDOf('sent')), value: 'a', listing: 'none' });
    });
    expect(await find()).toBe(isKnown ? undefined : txIDOf('sent'));
  });

  test('is noted once, however many processes read its block at the same time', async () => {
    const { again, grow, place, store } = await openReview();
    place(2001, { name: 'lost' });
    place(2030, { name: 'later', raw: rawOf('bb') });
    grow(GAP + 1);
    await Promise.all([again(), again()]);
    expect(JSON.parse((await store.get(`unknown/${owner}`))?.value ?? '')).toEqual({
      gap: 2,
      transactions: [
        { txID: txIDOf('lost'), fingerprint: '10:aa;' },
        { txID: txIDOf('later'), fingerprint: '10:bb;' },
      ],
    });
  });

  test('is not searched again in a later gap after an earlier search has ended late', async () => {
    const { again, faults, find, grow, ranges } = await openReview();
    grow(GAP + 1);
    // Another process finds and searches the next gap while this one still searches the first.
    const answer = async (): Promise<Response> => {
      grow(2 * GAP);
      await again();
      return fail();
    };
    faults.push({ path: '/getblockbylimitnext', answer });
    await again();
    const before = ranges.length;
    expect(await find()).toBeUndefined();
    expect(ranges.slice(before)).toEqual([]);
  });

  test('is looked up once in three seconds for each account', async () => {
    const { grow, place, again, review, store } = await openReview();
    const read: string[] = [];
    const counting: OutboxStore = { ...store, get: (key) => (read.push(key), store.get(key)) };
    const findDuplicate = createDuplicateSearch({ ...review, store: counting });
    const find = (by: string = owner) => findDuplicate({ owner: by, rawDataHex: rawOf('aa'), ignored: [] });
    expect([await find(), await find()]).toEqual([undefined, undefined]);
    const reads = read.length;
    expect(read.filter((key) => key === `unknown/${owner}`).length).toBe(reads - 1);
    await find(OTHER);
    expect(read.length).toBe(2 * reads);
    place(2001, { name: 'lost' });
    grow(GAP + 1);
    await again();
    expect(await find()).toBe(txIDOf('lost'));
  });
});

describe('a server with another history', () => {
  test.each([
    ['ten minutes, the longest life of a transaction', {}, 600_000],
    ['the longest life that the client allows', { maxLifeMs: 90_000 }, 90_000],
    ['the time that signers may take, if that is longer', { maxLifeMs: 90_000, maxSigningMs: 120_000 }, 120_000],
    ['no less if signers are faster', { maxLifeMs: 90_000, maxSigningMs: 30_000 }, 90_000],
  ] as const)('is compared once a block after %s is solid', async (_, options, ms) => {
    const { again, find, head, place, mark, ranges } = await openReview(options);
    const blocks = ms / BLOCK_MS + SOLID_LAG;
    place(2000 + blocks, { name: 'lost' });
    await again({ epoch: 'second' });
    expect(head()).toBe(2000 + blocks);
    expect(ranges.at(-1)?.[1]).toBe(2000 + blocks + 1);
    expect(await mark()).toEqual(markOf(1980, 'second'));
    expect(await find()).toBe(txIDOf('lost'));
  });

  test('is waited for although the node fails at times', async () => {
    const { again, faults, head } = await openReview({ maxLifeMs: 90_000 });
    for (let failure = 0; failure < 3; failure++) {
      faults.push({ path: '/wallet/getnowblock', answer: fail }, { path: '/walletsolidity/getnowblock', answer: fail });
    }
    await again({ epoch: 'second' });
    expect([faults, head()]).toEqual([[], 2050]);
  });

  test('is not waited for once the signal aborts', async () => {
    const { again, client, head, stop } = await openReview();
    const sleep: typeof client.clock.sleep = (ms, options) => {
      expect([ms, options?.signal]).toEqual([BLOCK_MS, stop.signal]);
      stop.abort();
      return Promise.resolve();
    };
    const clock = { ...client.clock, sleep };
    const error: unknown = await again({ epoch: 'second', client: { ...client, clock } }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBe(stop.signal.reason);
    expect(head()).toBe(2000);
  });
});

describe('a run that keeps its store current', () => {
  const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000));

  /** Keeps the mark of a store while a test changes what goes wrong. */
  async function openRun({
    withProblem = (store) => store,
  }: { withProblem?: (store: OutboxStore) => OutboxStore } = {}) {
    const opened = await openReview();
    const { review, store, stop } = opened;
    const kept = keepMark({ ...review, store: withProblem(store) }).catch((error: unknown) => error);
    return { ...opened, end: () => (stop.abort(), kept) };
  }

  test('notes the newest solid block every half a minute until it ends', async () => {
    const { end, grow, mark, stop } = await openRun();
    const first = grow(5);
    await seconds(29);
    expect(await mark()).toEqual(markOf(1980));
    await seconds(2);
    expect(await mark()).toEqual(markOf(first));
    const second = grow(5);
    await seconds(30);
    expect(await mark()).toEqual(markOf(second));
    expect(await end()).toBe(stop.signal.reason);
    grow(5);
    await seconds(90);
    expect(await mark()).toEqual(markOf(second));
  });

  test('does not move its mark back when its node lags', async () => {
    const { end, lagBy, mark } = await openRun();
    lagBy(() => 5);
    await seconds(31);
    expect(await mark()).toEqual(markOf(1980));
    await end();
  });

  test('tries again after its node or its store has failed', async () => {
    let failures = 0;
    const failOnce =
      <A extends unknown[], T>(failure: number, run: (...args: A) => Promise<T>) =>
      async (...args: A): Promise<T> => {
        if (failures === failure) {
          failures++;
          throw new Error('no answer');
        }
        return run(...args);
      };
    const { end, faults, grow, mark } = await openRun({
      withProblem: (store) => ({
        ...store,
        get: failOnce(0, store.get),
        compareAndSet: failOnce(1, store.compareAndSet),
      }),
    });
    const solid = grow(5);
    await seconds(61);
    expect(failures).toBe(2);
    expect(await mark()).toEqual(markOf(1980));
    faults.push({ path: '/walletsolidity/getnowblock', answer: fail });
    await seconds(30);
    expect([faults, await mark()]).toEqual([[], markOf(1980)]);
    await seconds(30);
    expect(await mark()).toEqual(markOf(solid));
    await end();
  });
});

describe('a copy of any age, beside nodes that lag', () => {
  const LIFE_MS = 90_000;
  const plan = fc.record({
    /** Blocks since the copy was made, and after how many of them a payment was made that the copy lacks. */
    age: fc.integer({ min: 1, max: 1500 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    isReported: fc.boolean(),
    /** How far the node is behind that answers each request, until it has caught up. */
    lags: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1600 })), { maxLength: 40 }),
  });

  test('finds a payment that it lacks', () =>
    fc.assert(
      fc.asyncProperty(plan, async ({ age, share, isReported, lags }) => {
        const { again, find, grow, head, lagBy, place } = await openReview({ maxLifeMs: LIFE_MS });
        const paidAt = head() + 1 + Math.floor(share * (age - 1));
        place(paidAt, { name: 'lost' });
        grow(age);
        const rest = [...lags];
        lagBy(() => rest.shift() ?? 0);
        await again({ epoch: isReported ? 'second' : 'first' });
        // Without a report, a store that ran within two minutes is current.
        expect(await find()).toBe(isReported || age > GAP ? txIDOf('lost') : undefined);
      }),
      { numRuns: scaled(100) },
    ));

  // It reads a solid block, the head, the head again until it is not older than the clock, and then the blocks.
  test.each<[string, { lags: number[]; aheadMs?: number }, number[]]>([
    ['a head of 30 seconds ago, which may lack the payment', { lags: [0, 10, 10] }, []],
    ['older heads', { lags: [0, 11, 200, 12, 11] }, [33_000, 600_000, 36_000, 33_000]],
    ['a head in the future of its clock', { lags: [], aheadMs: -3_600_000 }, []],
    ['blocks without the newest', { lags: [0, 0, 0, 1] }, [BLOCK_MS]],
    ['no blocks', { lags: [0, 0, 0, 200] }, [0]],
  ])('finds a payment in the newest block when its node answers with %s', async (_, given, problems) => {
    const { lags, aheadMs = 0 } = given;
    const reported: unknown[] = [];
    const report = (error: unknown) => void reported.push(error);
    const { again, find, grow, head, lagBy, place, setClock } = await openReview({ report });
    grow(GAP + 1);
    place(head(), { name: 'lost' });
    setClock(aheadMs);
    lagBy(() => lags.shift() ?? 0);
    await again();
    expect(await find()).toBe(txIDOf('lost'));
    expect(reported).toMatchObject(
      problems.map((lagMs) => ({ code: 'NODE_LAGS', retryable: true, context: { lagMs } })),
    );
  });

  test.each([
    ['accepts', 'that is', 11, []],
    ['waits after', 'before', 12, [{ code: 'NODE_LAGS', context: { lagMs: BLOCK_MS } }]],
  ])('%s a head %s the last block that its store has seen, by any clock', async (_, __, lag, problems) => {
    const reported: unknown[] = [];
    const report = (error: unknown) => void reported.push(error);
    const { again, grow, lagBy, mark, moveMark, setClock } = await openReview({ report });
    grow(GAP + 1);
    await moveMark(2030);
    setClock(-60_000);
    const lags = [0, lag];
    lagBy(() => lags.shift() ?? 0);
    await again();
    expect(reported).toMatchObject(problems);
    expect(await mark()).toEqual(markOf(2030));
  });
});
