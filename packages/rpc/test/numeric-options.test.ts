import {
  createConcurrencyLimit,
  createNodeClient,
  createTransaction,
  custom,
  fallback,
  getNowBlock,
  createRateLimit,
  waitForTransaction,
  type BuildOptions,
  type CustomOptions,
  type FallbackOptions,
  type HttpOptions,
  type Limit,
  type NodeClientOptions,
  type OutgoingRequest,
  type RateLimitOptions,
  type Transport,
} from '@coin/rpc';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientWithAnswers, type Answer, type SentRequest } from './support/client-with-answers.ts';
import { clockAt } from './support/clock-at.ts';
import { recorded, recordedResponse } from './support/recordings.ts';
import { type TestClientOptions } from './support/test-client.ts';

useVirtualTime();

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

const clientOptions: Record<Numeric<NodeClientOptions>, Range> = { maxLifeMs: { min: 1, max: DAY_MS } };
const endpointOptions: Record<Numeric<HttpOptions & CustomOptions>, Range> = {
  retry: { min: 0, max: 1000 },
  timeout: { min: 1, max: TIMER_MS },
  totalTimeout: { min: 1, max: TIMER_MS },
  maxResponseBytes: { min: 1, max: 2 ** 29 },
};
const fallbackOptions: Record<Numeric<FallbackOptions>, Range> = {
  timeoutMs: { min: 1, max: TIMER_MS },
  retries: { min: 0, max: 1000 },
  cooldownMs: { min: 0, max: TIMER_MS },
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

/** Uses an option, noting each request that is sent and each start that a limit allows. */
type Use = (options: object, sent: unknown[]) => Promise<unknown>;

/** Lets one request through a limit. */
async function passLimit(limit: Limit, sent: unknown[]): Promise<void> {
  await limit(new AbortController().signal);
  sent.push('request');
}

/** A client whose requests are noted. */
function notingClient(sent: unknown[], answer: Answer, options: TestClientOptions = {}) {
  const noting = (request: SentRequest, signal: AbortSignal) => {
    sent.push(request);
    return typeof answer === 'function' ? answer(request, signal) : recordedResponse(answer as string);
  };
  return clientWithAnswers(noting, options).client;
}

/** A client over a function that notes each request other than the one for block 0. */
function clientOver(sent: unknown[], wrap: (carrier: Parameters<typeof custom>[0]) => Transport) {
  const request = async ({ path }: OutgoingRequest) => {
    if (path.endsWith('/getblockbynum')) return JSON.stringify({ blockID: '00'.repeat(32) });
    sent.push(path);
    return recorded('chain.getnowblock').answer;
  };
  return createNodeClient({ transport: wrap({ request }) });
}

/** Where an option may be given, and what uses it there. */
const places: Readonly<Record<string, [Record<string, Range>, Use]>> = {
  createNodeClient: [
    clientOptions,
    async (options, sent) => getNowBlock(notingClient(sent, 'chain.getnowblock', options)),
  ],
  http: [endpointOptions, async (options, sent) => getNowBlock(notingClient(sent, 'chain.getnowblock', options))],
  custom: [
    endpointOptions,
    async (options, sent) => getNowBlock(clientOver(sent, (carrier) => custom(carrier, options))),
  ],
  fallback: [
    fallbackOptions,
    async (options, sent) => getNowBlock(clientOver(sent, (carrier) => fallback([custom(carrier)], options))),
  ],
  createConcurrencyLimit: [
    { maxConcurrent: { min: 1, max: Number.MAX_SAFE_INTEGER } },
    async (options, sent) =>
      passLimit(createConcurrencyLimit((options as { maxConcurrent: number }).maxConcurrent), sent),
  ],
  createRateLimit: [
    rateOptions,
    async (options, sent) => passLimit(createRateLimit({ perSecond: 10, ...options }), sent),
  ],
  'a read': [
    { timeoutMs: callOptions.timeoutMs, retries: callOptions.retries },
    async (options, sent) => getNowBlock(notingClient(sent, 'chain.getnowblock'), options),
  ],
  'a build function': [
    callOptions,
    async (options, sent) =>
      createTransaction(
        notingClient(sent, () => recordedResponse('build.visible')),
        transfer,
        options,
      ),
  ],
  waitForTransaction: [
    waitOptions,
    async (options, sent) =>
      waitForTransaction(
        notingClient(sent, () => Response.json(info)),
        { txID },
        options,
      ),
  ],
};

/** The shortest time and the smallest answer, and lives that end before the recorded one. */
const NARROW_OPTIONS = ['TIMEOUT', 'RESPONSE_TOO_LARGE', 'TRANSACTION_MISMATCH'];

const rows = Object.entries(places).flatMap(([place, [ranges, use]]) =>
  Object.entries(ranges).map(([name, range]) => [name, place, range, use] as const),
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

test.each(rows)('%s of %s is rejected outside its range, before any request', async (name, _, range, use) => {
  await fc.assert(
    fc.asyncProperty(outside(range), async (value) => {
      const sent: unknown[] = [];
      const error = await use({ [name]: value }, sent).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'RpcError', code: 'ARGUMENT_INVALID', context: { argument: name } });
      expect(sent).toEqual([]);
    }),
    { numRuns: scaled(40) },
  );
});

test.each(rows)('%s of %s is accepted within its range, and the request is sent once', async (name, _, range, use) => {
  const inside = range.isReal
    ? fc.double({ min: range.min, max: range.max, noNaN: true })
    : fc.integer({ min: range.min, max: range.max });
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.constantFrom(range.min, range.max), inside), async (value) => {
      const sent: unknown[] = [];
      const error: unknown = await use({ [name]: value }, sent).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error === undefined) expect(sent).toHaveLength(1);
      else expect(NARROW_OPTIONS).toContain((error as { code?: unknown }).code);
      expect(sent.length).toBeLessThan(2);
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

test('a clock that gives no time accepts no transaction', async () => {
  for (const now of [Number.NaN, Infinity, -Infinity]) {
    const { client } = clientWithAnswers('build.visible', { clock: clockAt(now) });
    await expect(createTransaction(client, transfer)).rejects.toMatchObject({ code: 'CLOCK_WRONG' });
  }
});
