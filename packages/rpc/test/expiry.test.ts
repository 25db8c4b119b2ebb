import { waitForTransaction } from '@coin/rpc';
import { array, assert, asyncProperty, constant, infiniteStream, integer, nat, oneof, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { clientOfBackEnds, type BackEndsOptions } from './support/back-ends.ts';
import { errorCodeOf } from './support/outcome.ts';

const txID = 'ab'.repeat(32);
const EXPIRATION = 1_795_231_233_000;

/** Ends after `maxRequests`, so that a wait that never settles takes no time. */
async function waitWith(options: BackEndsOptions, maxRequests = 120) {
  const { client, requests } = clientOfBackEnds(txID, options);
  const controller = new AbortController();
  const bounded: typeof client = {
    ...client,
    request(...request) {
      if (requests.length > maxRequests) controller.abort();
      return client.request(...request);
    },
  };
  const code = await errorCodeOf(
    waitForTransaction(bounded, { txID, expiration: EXPIRATION }, { pollMs: 1, signal: controller.signal }),
  );
  return { code, requests };
}

const schedule = infiniteStream(nat({ max: 2 })).map((stream) => {
  const chosen: number[] = [];
  return (request: number) => {
    while (chosen.length <= request) chosen.push(stream.next().value as number);
    return chosen[request] ?? 0;
  };
});
const includedAt = integer({ min: EXPIRATION - 15_000, max: EXPIRATION });
const lag = integer({ min: 57_000, max: 114_000 });

test('a transaction in a block never counts as expired while back ends lag by less than their solid state and a minute', async () => {
  await assert(
    asyncProperty(
      tuple(constant(0), lag, lag),
      schedule,
      includedAt,
      integer({ min: 55_000, max: 130_000 }),
      async (lagsMs, choose, included, late) => {
        const start = EXPIRATION + late;
        const { code } = await waitWith({ start, lagsMs, choose, includedAt: included });
        expect(code).not.toBe('TRANSACTION_EXPIRED');
      },
    ),
    { numRuns: 60 },
  );
});

test('a transaction in a block never counts as expired when two back ends answer in turn, however far one lags', async () => {
  await assert(
    asyncProperty(
      integer({ min: 0, max: 86_400_000 }),
      nat({ max: 1 }),
      includedAt,
      integer({ min: 0, max: 200_000 }),
      async (lag, first, included, late) => {
        const choose = (request: number) => (request + first) % 2;
        const start = EXPIRATION + late;
        const { code } = await waitWith({ start, lagsMs: [0, lag], choose, includedAt: included });
        expect(code).not.toBe('TRANSACTION_EXPIRED');
      },
    ),
    { numRuns: 60 },
  );
});

test('a transaction in a block never counts as expired when up to four back ends answer in a fixed round, however far all but one lag', async () => {
  await assert(
    asyncProperty(
      array(oneof(integer({ min: 0, max: 400_000 }), integer({ min: 0, max: 86_400_000 })), {
        minLength: 1,
        maxLength: 3,
      }),
      nat({ max: 3 }),
      includedAt,
      integer({ min: 0, max: 400_000 }),
      async (lags, first, included, late) => {
        const lagsMs = [0, ...lags];
        const choose = (request: number) => (request + first) % lagsMs.length;
        const { code } = await waitWith({ start: EXPIRATION + late, lagsMs, choose, includedAt: included });
        expect(code).not.toBe('TRANSACTION_EXPIRED');
      },
    ),
    { numRuns: 150 },
  );
});

test('an expiry takes two looks at different solid blocks a minute past the expiration', async () => {
  const { code, requests } = await waitWith({ start: EXPIRATION + 100_000, lagsMs: [0], choose: () => 0 });
  expect(code).toBe('TRANSACTION_EXPIRED');
  // Of one look: the solid block, then the info in both states.
  const looks = requests.filter((path, i) => path === '/walletsolidity/getnowblock' && requests[i + 1] !== undefined);
  const full = requests.join(' ').match(/solidity\/getnowblock \/wallet\/\w+infobyid \/walletsolidity\/\w+infobyid/g);
  expect(full?.length).toBeGreaterThanOrEqual(2);
  expect(looks.length).toBeGreaterThan(full?.length ?? 0);
});

test('an expiry tells the transaction, the solid block’s time and the endpoint that proves it', async () => {
  const { client } = clientOfBackEnds(txID, { start: EXPIRATION + 600_000, lagsMs: [0], choose: () => 0 });
  const clock = { ...client.clock, sleep: async () => {} };
  await expect(waitForTransaction({ ...client, clock }, { txID, expiration: EXPIRATION })).rejects.toMatchObject({
    code: 'TRANSACTION_EXPIRED',
    context: { txID, expiration: EXPIRATION, solidTime: expect.toSatisfy((time) => time >= EXPIRATION + 60_000) },
    endpoint: 'http://node.example',
  });
});

test('every request of a look has the options of the wait', async () => {
  const { client } = clientOfBackEnds(txID, { start: EXPIRATION + 600_000, lagsMs: [0], choose: () => 0 });
  const { signal } = new AbortController();
  const seen = new Set<string>();
  const observed: typeof client = {
    ...client,
    clock: { ...client.clock, sleep: async () => {} },
    request(path, body, options) {
      seen.add(JSON.stringify([path, options?.state, options?.retries, options?.signal === signal]));
      return client.request(path, body, options);
    },
  };
  await errorCodeOf(waitForTransaction(observed, { txID, expiration: EXPIRATION }, { signal, retries: 5 }));
  expect([...seen]).toEqual([
    '["/wallet/gettransactioninfobyid","head",5,true]',
    '["/wallet/getnowblock","solid",5,true]',
    '["/wallet/gettransactioninfobyid","solid",5,true]',
  ]);
});

test.each(['head', 'solid'] as const)(
  'a look that finds the transaction in the %s state, and once only, ends the wait',
  async (where) => {
    const { client } = clientOfBackEnds(txID, { start: EXPIRATION + 600_000, lagsMs: [0], choose: () => 0 });
    const info = { id: txID, blockNumber: 7, blockTimeStamp: 1, receipt: {} };
    let reads = 0;
    let finds = 0;
    const late: typeof client = {
      ...client,
      clock: { ...client.clock, sleep: async () => {} },
      async request(path, body, options) {
        if (path === '/wallet/getnowblock') reads++;
        const isFound = reads > 0 && path.endsWith('infobyid') && options?.state === where && finds++ === 0;
        return isFound ? { json: info, endpoint: client.endpoint } : client.request(path, body, options);
      },
    };
    expect(await waitForTransaction(late, { txID, expiration: EXPIRATION })).toMatchObject({ txID, blockNumber: 7 });
    expect(reads).toBe(4);
  },
);

test('a chain that stands still proves no expiry', async () => {
  const { client, requests } = clientOfBackEnds(txID, {
    start: EXPIRATION + 600_000,
    lagsMs: [0],
    choose: () => 0,
  });
  const first = await client.request('/wallet/getnowblock', {}, { state: 'solid' });
  const still: typeof client = {
    ...client,
    request: (path, ...rest) =>
      path === '/wallet/getnowblock' ? Promise.resolve(first) : client.request(path, ...rest),
  };
  expect(
    await errorCodeOf(waitForTransaction(still, { txID, expiration: EXPIRATION }, { pollMs: 1, timeoutMs: 50 })),
  ).toBe('TIMEOUT');
  expect(requests.length).toBeGreaterThan(6);
});

test('absence on one endpoint is not held against the solid block of another', async () => {
  // The network's newest block comes from the first, infos come from the second, which is a day behind.
  const { client } = clientOfBackEnds(txID, {
    start: EXPIRATION + 600_000,
    lagsMs: [0],
    choose: () => 0,
    includedAt: EXPIRATION - 3000,
    endpoint: 'http://first.example',
  });
  const { client: behind } = clientOfBackEnds(txID, {
    start: EXPIRATION + 600_000,
    lagsMs: [86_400_000],
    choose: () => 0,
    includedAt: EXPIRATION - 3000,
    endpoint: 'http://second.example',
  });
  const mixed: typeof client = {
    ...client,
    request: (path, ...rest) => (path === '/wallet/getnowblock' ? client : behind).request(path, ...rest),
  };
  expect(
    await errorCodeOf(waitForTransaction(mixed, { txID, expiration: EXPIRATION }, { pollMs: 1, timeoutMs: 60 })),
  ).toBe('TIMEOUT');
});

test('a transaction that only a fork included is waited for until the solid state has it', async () => {
  const { client } = clientOfBackEnds(txID, { start: EXPIRATION + 600_000, lagsMs: [0], choose: () => 0 });
  const info = { id: txID, blockNumber: 7, blockTimeStamp: 1, receipt: {} };
  const forked: typeof client = {
    ...client,
    request: async (path, body, options) =>
      path.endsWith('infobyid') && options?.state !== 'solid'
        ? { json: info, endpoint: client.endpoint }
        : client.request(path, body, options),
  };
  const wait = waitForTransaction(
    forked,
    { txID, expiration: EXPIRATION },
    { until: 'solid', pollMs: 1, timeoutMs: 60 },
  );
  expect(await errorCodeOf(wait)).toBe('TIMEOUT');
});

test.each([Number.NaN, -1, 1.5, 1_795_231_233, Infinity])('rejects an expiration of %s ms', async (wrong) => {
  const { client, requests } = clientOfBackEnds(txID, { start: EXPIRATION, lagsMs: [0], choose: () => 0 });
  expect(await errorCodeOf(waitForTransaction(client, { txID, expiration: wrong }))).toBe('ARGUMENT_INVALID');
  expect(requests).toEqual([]);
});
