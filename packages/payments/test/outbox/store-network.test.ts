import { createOutbox, createMemoryStore, type OutboxOptions, type OutboxStore } from '@coin/payments';
// A run of an outbox begins once it knows the node's network.
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test, vi } from 'vitest';
import { clientOf } from '../support/client-of.ts';
import { outcomeOf } from '../support/outcome.ts';
import { signer } from '../support/paying-node.ts';
import { simulateChain } from '../support/simulated-chain.ts';

useVirtualTime();

const { genesisId } = simulateChain();
const genesis = () => Response.json(simulateChain().answer('/wallet/getblockbynum', { num: 0 }, Date.now()));
const busy = () => new Response('', { status: 503 });
const broken = () => Response.json({ Error: 'class java.lang.NullPointerException : null' });

/** Runs an outbox whose store is empty, and says when the node was asked for its network. */
async function runWith(
  answers: (() => Response | Promise<Response>)[],
  options: Partial<OutboxOptions> & { signal?: AbortSignal } = {},
) {
  const started = Date.now();
  const times: number[] = [];
  const { client } = clientOf(async ({ path }) => {
    // Where the chain is, which a run reads once it knows the network.
    if (path.endsWith('/getnowblock')) return genesis();
    const answer = answers[Math.min(times.length, answers.length - 1)] ?? genesis;
    times.push(Date.now() - started);
    return answer();
  });
  const { signal, ...rest } = options;
  const outbox = createOutbox({ store: createMemoryStore(), client, signer, ...rest });
  const end = await outcomeOf(outbox.run(signal && { signal }));
  return { end, times, endedAt: Date.now() - started };
}

describe('a run that asks for the network', () => {
  test.each([
    [0, [0, 500, 1500, 3500, 7500, 15_500, 31_500, 61_500, 91_500]],
    [0.5, [0, 750, 2250, 5250, 11_250, 23_250, 47_250, 92_250, 137_250]],
  ])('doubles its pauses up to a minute, with jitter, here with %d of its range', async (random, expected) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const { end, times } = await runWith([...Array.from({ length: 8 }, () => busy), genesis], { retryDelayMs: 1000 });
    vi.restoreAllMocks();
    expect([end, times]).toEqual([undefined, expected]);
  });

  test('gives up after it has failed maxFailures times in a row, however often the node was busy', async () => {
    const { end, times } = await runWith([broken, broken, busy, broken, busy, busy, broken], {
      maxFailures: 3,
      retryDelayMs: 10,
    });
    expect([end, times.length]).toEqual(['NODE_FAILED', 9]);
  });

  test('ends immediately when its signal aborts, during a request or a pause', async () => {
    const during = new AbortController();
    const never = (): Promise<Response> => new Promise(() => setTimeout(() => during.abort(), 70));
    expect(await runWith([never], { signal: during.signal })).toEqual({ end: undefined, times: [0], endedAt: 70 });
    const between = new AbortController();
    setTimeout(() => between.abort(), 200);
    const { end, times, endedAt } = await runWith([busy], { signal: between.signal, retryDelayMs: 1000 });
    expect([end, times, endedAt]).toEqual([undefined, [0], 200]);
  });

  test('throws the error of a custom client unchanged', async () => {
    const thrown = new TypeError('no such route');
    const { client } = clientOf(genesis);
    const other = { ...client, request: vi.fn<typeof client.request>().mockRejectedValue(thrown) };
    const outbox = createOutbox({ store: createMemoryStore(), client: other, signer });
    await expect(outbox.run()).rejects.toBe(thrown);
    expect(other.request).toHaveBeenCalledOnce();
  });

  test('names both networks and the endpoint when the store is of another network, or forgets its own', async () => {
    for (const stored of ['ab'.repeat(32), undefined]) {
      const memory = createMemoryStore();
      const store: OutboxStore = {
        ...memory,
        async get(key) {
          const record = await memory.get(key);
          if (key !== 'network' || record === undefined) return record;
          return stored === undefined ? undefined : { ...record, value: stored };
        },
      };
      const { client } = clientOf(genesis);
      const outbox = createOutbox({ store, client, signer });
      await expect(outbox.run()).rejects.toMatchObject({
        code: 'NETWORK_MISMATCH',
        context: { expected: stored ?? '', actual: genesisId, endpoint: 'http://node.example' },
      });
    }
  });
});
