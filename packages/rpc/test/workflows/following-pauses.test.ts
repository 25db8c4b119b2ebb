import {
  watchBlocks,
  type BlockEvent,
  type WatchBlocksArgs,
  type WatchBlocksOptions,
  type NodeClient,
} from '@coin/rpc';
// When a stream of blocks looks for the next one, what it asks for, and how long it bears failures.
import { abortAfter, useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test, vi } from 'vitest';
import { chainNode, type ChainNode } from '../support/chain-node.ts';
import { clockAt } from '../support/clock-at.ts';
import { errorCodeOf } from '../support/outcome.ts';

useVirtualTime();

/** A chain whose node answers in virtual time, and when it was asked for what. */
function timedNode(
  intercept: (asked: string, node: ChainNode) => Response | Promise<Response> | void = () => {},
  length = 1,
) {
  const started = Date.now();
  const times: [asked: string, at: number][] = [];
  const node = chainNode({
    client: { clock: clockAt(() => Date.now()) },
    intercept: (asked, one) => {
      times.push([asked, Date.now() - started]);
      return intercept(asked, one);
    },
  });
  node.extend(length - 1);
  return { node, times, since: () => Date.now() - started };
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
const follow = ({ client }: { client: NodeClient }, args: WatchBlocksArgs, options?: WatchBlocksOptions) =>
  watchBlocks(client, args, options) as AsyncIterableIterator<BlockEvent>;

/** The next events in short: `+5` is block 5, `-5` its drop. */
async function take(stream: AsyncIterator<BlockEvent>, count: number): Promise<string> {
  const events: string[] = [];
  for (let index = 0; index < count; index++) {
    const { value } = await stream.next();
    events.push(value.kind === 'block' ? `+${value.block.number}` : `-${value.number}`);
  }
  return events.join(' ');
}
const unavailable = (headers = {}): Response => new Response('', { status: 503, headers });
const rejected = (): Response => new Response('', { status: 401 });

describe('a stream at the tip', () => {
  test('looks once per interval, however long the chain stands still', async () => {
    const { node, times } = timedNode(() => {}, 10);
    const stream = follow(node, { state: 'head', fromBlock: 9 }, { maxOutageMs: 10_000 });
    await take(stream, 1);
    setTimeout(() => node.extend(1), 59_000);
    expect(await take(stream, 1)).toBe('+10');
    expect(times).toEqual([
      ['limitnext 9-29', 0],
      ...Array.from({ length: 20 }, (_, index) => ['nowblock', 3000 * (index + 1)]),
    ]);
  });

  test.each([
    [0, 3000],
    [1000, 3000],
    [3000, 3000],
    [7000, 7000],
  ])('looks an interval after the last look, when a block is worked on for %i ms', async (workMs, at) => {
    const pauses: number[] = [];
    const { node, times } = timedNode(() => {}, 10);
    const clock = { now: () => Date.now(), sleep: (ms: number) => (pauses.push(ms), sleep(ms)) };
    const client: NodeClient = { ...node.client, clock };
    const stream = follow({ client }, { state: 'head', fromBlock: 9 });
    await take(stream, 1);
    node.extend(1);
    await sleep(workMs);
    expect(await take(stream, 1)).toBe('+10');
    expect(times.at(-1)).toEqual(['nowblock', at]);
    expect(pauses).toEqual(workMs < 3000 ? [3000 - workMs] : []);
  });

  test('looks after an interval at the latest when the clock is set back', async () => {
    let offset = 0;
    const { node, times } = timedNode(() => {}, 10);
    const client: NodeClient = { ...node.client, clock: clockAt(() => Date.now() + offset) };
    const stream = follow({ client }, { state: 'head', fromBlock: 9 }, { pollMs: 2000 });
    await take(stream, 1);
    node.extend(1);
    offset = -3_600_000;
    expect(await take(stream, 1)).toBe('+10');
    expect(times.at(-1)).toEqual(['nowblock', 2000]);
  });
});

describe('a stream whose requests fail', () => {
  test.each([
    ['at once', 0, 9000],
    ['after a second each', 1000, 11_000],
  ])('ends once they have failed for maxOutageMs, here %s', async (_, takesMs, endsAt) => {
    const { node, since } = timedNode(async () => {
      await sleep(takesMs);
      return unavailable();
    });
    const stream = follow(node, { state: 'head', fromBlock: 0 }, { maxOutageMs: 9000, pollMs: 1000 });
    expect([await errorCodeOf(stream.next()), since()]).toEqual(['HTTP_STATUS', endsAt]);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test('counts the time of an outage from its first failure after a success', async () => {
    let answers = 0;
    const { node } = timedNode((_, one) => {
      // Nine of ten requests fail, which is for eight seconds.
      if (++answers % 10 > 0) return unavailable();
      one.extend(1);
      return undefined;
    });
    const stream = follow(node, { state: 'head', fromBlock: 0 }, { maxOutageMs: 9000, pollMs: 1000 });
    expect(await take(stream, 5)).toBe('+0 +1 +2 +3 +4');
    expect(answers).toBe(40);
  });

  test.each([
    ['the interval', '1', 3000],
    ['the time that the node names', '7', 7000],
  ])('pauses for %s, whichever is longer', async (_, seconds, at) => {
    let failures = 1;
    const { node, times } = timedNode(() => (failures-- > 0 ? unavailable({ 'retry-after': seconds }) : undefined));
    await take(follow(node, { state: 'head', fromBlock: 0 }), 1);
    expect(times).toEqual([
      ['limitnext 0-20', 0],
      ['limitnext 0-20', at],
    ]);
  });

  test('ends with an error that may not be retried, and with any error of a custom client', async () => {
    const { node, times } = timedNode(rejected);
    expect(await errorCodeOf(follow(node, { state: 'head', fromBlock: 0 }).next())).toBe('UNAUTHORIZED');
    expect(times).toHaveLength(1);
    const thrown = new TypeError('no such route');
    const request = vi.fn<NodeClient['request']>().mockRejectedValue(thrown);
    const other: NodeClient = { ...node.client, request };
    await expect(follow({ client: other }, { state: 'head' }).next()).rejects.toBe(thrown);
    expect(request).toHaveBeenCalledOnce();
  });

  test('asks for half as many blocks after a timeout, and soon for as many as before', async () => {
    const { node, times } = timedNode(
      (asked) => (asked.endsWith('-21') && asked.startsWith('limitnext 1-') ? sleep(60_000).then(rejected) : undefined),
      100,
    );
    await take(follow(node, { state: 'head', fromBlock: 1 }, { timeoutMs: 1000 }), 40);
    expect(times).toEqual([
      ['limitnext 1-21', 0],
      // After the timeout and a pause.
      ['limitnext 1-11', 4000],
      ['limitnext 11-31', 4000],
      ['limitnext 31-51', 4000],
    ]);
  });

  test('ends when a single block takes too long, or is too large', async () => {
    const slow = timedNode(() => sleep(60_000).then(rejected), 9);
    const options = { batchSize: 4, timeoutMs: 1000, maxOutageMs: 20_000 };
    expect(await errorCodeOf(follow(slow.node, { state: 'head', fromBlock: 1 }, options).next())).toBe('TIMEOUT');
    expect(slow.times.map(([asked]) => asked)).toEqual([
      'limitnext 1-5',
      'limitnext 1-3',
      ...Array.from({ length: 4 }, () => 'limitnext 1-2'),
    ]);
    const large = timedNode(() => new Response(' '.repeat(20_000_000)), 9);
    expect(await errorCodeOf(follow(large.node, { state: 'head', fromBlock: 1 }, options).next())).toBe(
      'RESPONSE_TOO_LARGE',
    );
    expect(large.times).toEqual([
      ['limitnext 1-5', 0],
      ['limitnext 1-3', 0],
      ['limitnext 1-2', 0],
    ]);
  });

  test('asks for equally large batches after any other failure', async () => {
    let failures = 2;
    const { node, times } = timedNode(() => (failures-- > 0 ? unavailable() : undefined), 50);
    await take(follow(node, { state: 'head', fromBlock: 1 }), 1);
    expect(new Set(times.map(([asked]) => asked))).toEqual(new Set(['limitnext 1-21']));
  });
});

describe('a stream whose signal aborts', () => {
  test('ends immediately, during a request and during a pause', async () => {
    const hanging = timedNode(() => sleep(60_000).then(rejected));
    const first = follow(hanging.node, { state: 'head', fromBlock: 0 }, { signal: abortAfter(300) });
    expect([await errorCodeOf(first.next()), hanging.since()]).toEqual(['ABORTED', 300]);
    const still = timedNode();
    const second = follow(still.node, { state: 'head', fromBlock: 0 }, { signal: abortAfter(300) });
    await take(second, 1);
    await expect(second.next()).rejects.toMatchObject({ code: 'ABORTED', context: { path: 'waiting for a block' } });
    expect(still.since()).toBe(300);
    const failing = timedNode(unavailable);
    const third = follow(failing.node, { state: 'head', fromBlock: 0 }, { signal: abortAfter(300) });
    expect([await errorCodeOf(third.next()), failing.since()]).toEqual(['ABORTED', 300]);
  });

  test('reports no further block, though it has read some', async () => {
    const controller = new AbortController();
    const { node } = timedNode(() => {}, 20);
    const stream = follow(node, { state: 'head', fromBlock: 1, infos: true }, { signal: controller.signal });
    await take(stream, 5);
    const cause = new Error('enough');
    controller.abort(cause);
    await expect(stream.next()).rejects.toMatchObject({
      code: 'ABORTED',
      context: { path: 'waiting for a block' },
      cause,
    });
  });
});

describe('a stream', () => {
  test('gives each of its requests the signal, the timeout and the retries', async () => {
    const { node } = timedNode(() => {}, 10);
    node.extend(1, 1);
    const seen: [path: string, options: object][] = [];
    const client: NodeClient = {
      ...node.client,
      request(path, body, options = {}) {
        const { signal, timeoutMs, retries } = options;
        seen.push([path, { signal, timeoutMs, retries }]);
        return node.client.request(path, body, options);
      },
    };
    const { signal } = new AbortController();
    const options = { signal, timeoutMs: 1234, retries: 0 };
    await take(follow({ client }, { state: 'head', infos: true }, options), 1);
    expect(seen).toEqual([
      ['/wallet/getblockbynum', options],
      ['/wallet/getnowblock', options],
      ['/wallet/gettransactioninfobyblocknum', options],
    ]);
  });

  test('ends with return, which gives no value', async () => {
    const { node, times } = timedNode(() => {}, 10);
    const stream = follow(node, { state: 'head', fromBlock: 1 });
    await take(stream, 1);
    expect(await stream.return?.()).toEqual({ done: true, value: undefined });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(times).toHaveLength(1);
  });

  test('ends for every pending call when it fails', async () => {
    const { node } = timedNode(rejected);
    const stream = follow(node, { state: 'head', fromBlock: 1 });
    const [first, second] = await Promise.allSettled([stream.next(), stream.next()]);
    expect([first, second]).toMatchObject([{ status: 'rejected' }, { value: { done: true, value: undefined } }]);
  });

  test('reads a batch once, though it gives five blocks with their infos at a time', async () => {
    const { node, times } = timedNode(() => {}, 50);
    await take(follow(node, { state: 'head', fromBlock: 1, infos: true }, { batchSize: 12 }), 13);
    expect(times.map(([asked]) => asked)).toEqual(['limitnext 1-13', 'limitnext 13-25']);
  });

  test('asks for the network once', async () => {
    const { node } = timedNode(() => {}, 50);
    const request = vi.spyOn(node.client, 'request');
    await take(follow(node, { state: 'head', fromBlock: 1 }), 45);
    expect(request.mock.calls.filter(([path]) => path === '/wallet/getblockbynum')).toHaveLength(1);
  });
});
