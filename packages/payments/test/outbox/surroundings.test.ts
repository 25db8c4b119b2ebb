// What is wrong with clocks, nodes, the network and keys is no failure of a payment.
import { createMemoryStore, createOutbox, type OutboxOptions } from '@coin/payments';
import { RpcError } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { expect, test } from 'vitest';
import { payingNode, signer, transfer, type PayingNodeScript } from '../support/paying-node.ts';

useVirtualTime();

const COUNT = 3;
const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const stranger = createKeySigner('01'.repeat(32));

interface Surroundings {
  fault?: NonNullable<PayingNodeScript['fault']> | undefined;
  lagMs: number;
  skewMs: number;
  key: typeof signer;
}

/** An outbox with queued payments, in surroundings that a test changes. */
async function openOutbox(
  changes: Partial<Surroundings>,
  { count = COUNT, ...options }: Partial<OutboxOptions> & { count?: number } = {},
) {
  const around: Surroundings = { lagMs: 0, skewMs: 0, key: signer, ...changes };
  const node = payingNode({ fault: (path) => around.fault?.(path), lagMs: () => around.lagMs });
  const clock = { ...node.clock, now: () => node.clock.now() + around.skewMs };
  const problems: { code: string; at: number }[] = [];
  const started = Date.now();
  const outbox = createOutbox({
    store: createMemoryStore(),
    client: { ...node.client, clock },
    signer: { sign: (digest) => around.key.sign(digest) },
    pollMs: 5000,
    onProblem: ({ code }) => void problems.push({ code, at: Date.now() - started }),
    ...options,
  });
  for (let index = 0; index < count; index++) await outbox.enqueue(`${index}`, transfer);
  const stop = new AbortController();
  const running = outbox.run({ signal: stop.signal, whenIdle: 'wait' });
  const end = async () => {
    stop.abort();
    await running;
  };
  return { around, node, outbox, problems, running, end };
}

const only = (path: string, answer: () => Response) => (asked: string) => (asked === path ? answer() : undefined);
const json = (value: object, status = 200) => Response.json(value, { status });
const fetchFailed = (): never => {
  throw new TypeError('fetch failed');
};

/** Each fault, what its problem is called, and what is wrong. */
const faults: readonly [string, string, Partial<Surroundings>][] = [
  ['a clock that is 65 s ahead', 'CLOCK_WRONG', { skewMs: 65_000 }],
  ['a clock that is 11 s ahead', 'CLOCK_WRONG', { skewMs: 11_000 }],
  ['a clock that is five minutes behind', 'CLOCK_WRONG', { skewMs: -300_000 }],
  ['a head that is 45 s old', 'NODE_LAGS', { lagMs: 45_000 }],
  ['a head that is an hour old', 'NODE_LAGS', { lagMs: 3_600_000 }],
  ['a key that may not sign', 'SIGNER_MISMATCH', { key: stranger }],
  ...(
    [
      ['is down', 'NETWORK_FAILED', fetchFailed],
      ['never answers', 'TIMEOUT', () => new Promise<never>(() => {})],
      [
        'is busy',
        'RATE_LIMITED',
        () => json({ Error: 'class java.lang.IllegalAccessException : lack of computing resources' }),
      ],
      ['is busy, and says so without a class', 'RATE_LIMITED', () => json({ Error: 'lack of computing resources' })],
      ['is overloaded', 'HTTP_STATUS', () => json({}, 503)],
      ['is behind a gateway that rejects all', 'HTTP_STATUS', () => json({}, 400)],
      ['rejects the key of the caller', 'UNAUTHORIZED', () => json({}, 401)],
      ['lacks the path', 'NOT_SUPPORTED', () => json({}, 404)],
      ['answers in another form', 'RESPONSE_INVALID', () => json([])],
    ] as const
  ).flatMap(([what, code, answer]): [string, string, Partial<Surroundings>][] => [
    [`a node that ${what}`, code, { fault: answer }],
    [
      `a node that ${what} when it builds`,
      code,
      { fault: only('/wallet/createtransaction', answer as () => Response) },
    ],
  ]),
];

test.each(faults)(
  '%s is reported as %s within seconds, and rejects no payment however long it lasts',
  async (_, code, changes) => {
    const { around, node, outbox, problems, end } = await openOutbox(changes);
    await pass(300_000);
    expect(problems[0]?.code).toBe(code);
    expect(problems[0]?.at).toBeLessThan(10_000);
    // Once a minute.
    expect(problems.length).toBeGreaterThan(2);
    expect(problems.length).toBeLessThan(15);
    const entries = await Array.fromAsync(outbox.entries('open'));
    expect(entries.map(({ status, failures }) => `${status} ${failures}`)).toEqual(Array(COUNT).fill('queued 0'));
    expect(node.paid.size).toBe(0);

    Object.assign(around, { fault: undefined, lagMs: 0, skewMs: 0, key: signer });
    await pass(300_000);
    await end();
    expect((await outbox.summary()).counts).toMatchObject({ succeeded: COUNT, rejected: 0 });
    expect(node.paid.size).toBe(COUNT);
  },
);

test('twenty payments over a clock that is 65 s ahead are paid once it is set', async () => {
  const { around, node, outbox, problems, end } = await openOutbox({ skewMs: 65_000 }, { count: 20 });
  await pass(60_000);
  expect(problems[0]).toMatchObject({ code: 'CLOCK_WRONG' });
  around.skewMs = 0;
  await pass(120_000);
  await end();
  expect((await outbox.summary()).counts).toMatchObject({ succeeded: 20, rejected: 0 });
  expect(node.paid.size).toBe(20);
});

test('a node that goes down once payments were sent is reported within seconds', async () => {
  const { around, node, problems, end } = await openOutbox({});
  let isDown = true;
  around.fault = () => (isDown && node.paid.size === COUNT ? fetchFailed() : undefined);
  await pass(10_000);
  expect(problems[0]).toMatchObject({ code: 'NETWORK_FAILED' });
  isDown = false;
  await pass(120_000);
  await end();
});

test('a request without an answer is reported with its node', async () => {
  const problems: unknown[] = [];
  const fault = () => new Promise<never>(() => {});
  const { node, end } = await openOutbox({ fault }, { onProblem: (problem) => void problems.push(problem) });
  await pass(10_000);
  await end();
  expect(problems[0]).toMatchObject({ code: 'TIMEOUT', retryable: true, endpoint: node.client.endpoint });
});

test('a fault behind the error of a planner is no failure either', async () => {
  const cause = new RpcError('NODE_LAGS', { lagMs: 5 }, { retryable: true });
  let isFaulty = true;
  const { outbox, problems, end } = await openOutbox(
    {},
    {
      maxFailures: 1,
      planFeeLimit() {
        if (isFaulty) throw new Error('no plan', { cause });
        return 5n;
      },
    },
  );
  const { owner, to } = transfer;
  await outbox.enqueue('call', { kind: 'call', owner, contract: to, data: '' });
  await pass(600_000);
  expect(await outbox.get('call')).toMatchObject({ status: 'queued', failures: 0 });
  expect(problems[0]?.code).toBe('NODE_LAGS');
  isFaulty = false;
  await pass(120_000);
  expect(await outbox.get('call')).toMatchObject({ status: 'rejected', problem: { code: 'NODE_ERROR' } });
  await end();
});

test.each([
  ['throws', () => expect.fail('not now')],
  ['rejects', () => Promise.reject(new Error('not now'))],
])('an onProblem that %s ends the run', async (_, onProblem) => {
  for (const fault of [fetchFailed, only('/wallet/createtransaction', () => json({}, 503))]) {
    const { running } = await openOutbox({ fault }, { onProblem });
    await expect(running).rejects.toMatchObject({
      code: 'CALLBACK_FAILED',
      context: { callback: 'onProblem' },
      cause: { message: 'not now' },
    });
  }
});
