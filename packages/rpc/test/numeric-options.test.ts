import {
  concurrencyLimit,
  createNodeClient,
  createTransaction,
  getNowBlock,
  isRpcError,
  rateLimit,
  waitForTransaction,
  type BuildOptions,
  type NodeClientOptions,
  type RateLimitOptions,
} from '@coin/rpc';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientWithAnswers } from './support/client-with-answers.ts';
import { recordedResponse } from './support/recordings.ts';

/** The options of an interface that are numbers: one that the table lacks does not compile. */
type Numeric<T> = { [K in keyof T]-?: number extends T[K] ? K : never }[keyof T];
type WaitOptions = NonNullable<Parameters<typeof waitForTransaction>[2]>;

interface Range {
  min: number;
  max: number;
  /** Fractions are taken too. */
  isReal?: true;
}

const TIMER_MS = 2 ** 31 - 1;
const DAY_MS = 86_400_000;

const clientOptions: Record<Numeric<NodeClientOptions>, Range> = {
  timeoutMs: { min: 1, max: TIMER_MS },
  attemptTimeoutMs: { min: 1, max: TIMER_MS },
  retries: { min: 0, max: 1000 },
  retryDelayMs: { min: 0, max: TIMER_MS },
  maxResponseBytes: { min: 1, max: 2 ** 29 },
  cooldownMs: { min: 0, max: TIMER_MS },
  maxLifeMs: { min: 1, max: DAY_MS },
};
const callOptions: Record<Numeric<BuildOptions>, Range> = {
  timeoutMs: { min: 1, max: TIMER_MS },
  retries: { min: 0, max: 1000 },
  maxLifeMs: { min: 1, max: DAY_MS },
};
const waitOptions: Record<Numeric<WaitOptions>, Range> = {
  timeoutMs: { min: 1, max: TIMER_MS },
  retries: { min: 0, max: 1000 },
  pollMs: { min: 1, max: TIMER_MS },
};
const rateOptions: Record<Numeric<RateLimitOptions>, Range> = {
  perSecond: { min: 1 / 86_400, max: 1e6, isReal: true },
  burst: { min: 1, max: 1e6 },
};

const txID = 'ab'.repeat(32);
const info = { id: txID, blockNumber: 7, blockTimeStamp: 1_795_231_230_000, receipt: {} };
const OWNER = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const transfer = { owner: OWNER, to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', amount: 1_000_000n };

/** Where an option may be given, and what gives it: the requests that were sent meanwhile. */
const places: Readonly<Record<string, [Record<string, Range>, (options: object) => Promise<number>]>> = {
  createNodeClient: [
    clientOptions,
    async (options) => {
      createNodeClient({ endpoints: 'http://a.example', ...options });
      return 0;
    },
  ],
  concurrencyLimit: [
    { maxConcurrent: { min: 1, max: Number.MAX_SAFE_INTEGER } },
    async (options) => {
      concurrencyLimit((options as { maxConcurrent: number }).maxConcurrent);
      return 0;
    },
  ],
  rateLimit: [
    rateOptions,
    async (options) => {
      rateLimit({ perSecond: 10, ...options });
      return 0;
    },
  ],
  'a read': [
    { timeoutMs: callOptions.timeoutMs, retries: callOptions.retries },
    async (options) => {
      const { client, requests } = clientWithAnswers('chain.getnowblock');
      await getNowBlock(client, options).catch((error: unknown) => {
        // The shortest time.
        if (!isRpcError(error, 'TIMEOUT')) throw error;
      });
      return requests.length;
    },
  ],
  'a build function': [
    callOptions,
    async (options) => {
      const { client, requests } = clientWithAnswers(() => recordedResponse('build.visible'));
      await createTransaction(client, transfer, options).catch((error: unknown) => {
        // The shortest time, and lives that end before the recorded one.
        if (!isRpcError(error, 'TIMEOUT') && !isRpcError(error, 'TRANSACTION_MISMATCH')) throw error;
      });
      return requests.length;
    },
  ],
  waitForTransaction: [
    waitOptions,
    async (options) => {
      const { client, requests } = clientWithAnswers(() => Response.json(info));
      await waitForTransaction(client, { txID }, options);
      return requests.length;
    },
  ],
};

const rows = Object.entries(places).flatMap(([place, [ranges, give]]) =>
  Object.entries(ranges).map(([name, range]) => [name, place, range, give] as const),
);

const outside = ({ min, max, isReal }: Range) =>
  fc
    .oneof(
      fc.constantFrom<unknown>(-1, 0, Number.NaN, Infinity, -Infinity, 2 ** 53, 1e308, -1e308, '5', 5n, null, true),
      fc.constantFrom<unknown>(min - 1, max + 1, ...(isReal ? [] : [min + 0.5, max - 0.5, Number.MIN_VALUE])),
      fc.double(),
      fc.maxSafeInteger(),
    )
    .filter((value) => !(typeof value === 'number' && value >= min && value <= max && (isReal || value % 1 === 0)));

test.each(rows)('%s of %s is rejected outside its range, before any request', async (name, _, range, give) => {
  await fc.assert(
    fc.asyncProperty(outside(range), async (value) => {
      const error = await give({ [name]: value }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'RpcError', code: 'ARGUMENT_INVALID', context: { argument: name } });
    }),
  );
});

test.each(rows)('%s of %s is accepted within its range', async (name, _, range, give) => {
  const inside = range.isReal
    ? fc.double({ min: range.min, max: range.max, noNaN: true })
    : fc.integer({ min: range.min, max: range.max });
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.constantFrom(range.min, range.max), inside), async (value) => {
      expect(await give({ [name]: value })).toBeLessThan(2);
    }),
    { numRuns: 20 },
  );
});

test('a request that is rejected for its options is not sent', async () => {
  const { client, requests } = clientWithAnswers('chain.getnowblock');
  for (const options of [{ timeoutMs: 1.5 }, { retries: -1 }, { timeoutMs: Number.NaN }])
    await expect(getNowBlock(client, options)).rejects.toMatchObject({ code: 'ARGUMENT_INVALID' });
  expect(requests).toEqual([]);
});

test('a clock that gives no time accepts no expiration', async () => {
  for (const now of [Number.NaN, Infinity, -Infinity]) {
    const { client } = clientWithAnswers('build.visible', { clock: { now: () => now } });
    await expect(createTransaction(client, transfer)).rejects.toMatchObject({ code: 'TRANSACTION_MISMATCH' });
  }
});
