// What each argument may be, and what the error of another one says.
import {
  createMemoryStore,
  createOutbox,
  createOutboxQueue,
  isPaymentsError,
  type PaymentsError,
} from '@coin/payments';
import { describe, expect, test } from 'vitest';
import { clientOf } from './support/client-of.ts';
import { call, signer, transfer } from './support/paying-node.ts';

const { client } = clientOf(() => Response.json({}));
const MAX_INT64 = 2n ** 63n - 1n;
const MAX_TIMER_MS = 2 ** 31 - 1;

const outboxWith = (options: object): unknown =>
  createOutbox({ store: createMemoryStore(), client, signer, ...options });
const enqueueWith = (change: object): unknown =>
  createOutboxQueue({ store: createMemoryStore() }).enqueue('a', { ...transfer, ...change });
const enqueueOptions = (options: object): unknown =>
  createOutboxQueue({ store: createMemoryStore() }).enqueue('a', transfer, options);

async function failureOf(run: () => unknown): Promise<PaymentsError<'ARGUMENT_INVALID'> | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (!isPaymentsError(error, 'ARGUMENT_INVALID')) throw error;
    return error;
  }
}

const integerIn = (min: number, max: number): unknown =>
  expect.stringMatching(
    max === Number.MAX_SAFE_INTEGER ? `an integer of ${min} or more` : `an integer from ${min} to ${max}`,
  );

test.each<[string, number, number, (value: unknown) => unknown]>([
  ['concurrency', 1, 10_000, (concurrency) => outboxWith({ concurrency })],
  ['maxFailures', 1, Number.MAX_SAFE_INTEGER, (maxFailures) => outboxWith({ maxFailures })],
  ['retryDelayMs', 1, MAX_TIMER_MS, (retryDelayMs) => outboxWith({ retryDelayMs })],
  ['pollMs', 1, MAX_TIMER_MS, (pollMs) => outboxWith({ pollMs })],
  ['leaseMs', 1, MAX_TIMER_MS, (leaseMs) => outboxWith({ leaseMs })],
  ['maxSigningMs', 1, 86_340_000, (maxSigningMs) => outboxWith({ maxSigningMs })],
  ['priority', -100, 100, (priority) => enqueueOptions({ priority })],
  ['permissionId', 0, 9, (permissionId) => enqueueWith({ permissionId })],
])('%s is an integer from %d to %d', async (argument, min, max, run) => {
  for (const value of [min, max]) expect(await failureOf(() => run(value))).toBeUndefined();
  for (const value of [min - 1, max + 1, min + 0.5, NaN, Infinity, String(min), BigInt(max)]) {
    const context = { argument, value: String(value), expected: integerIn(min, max) };
    expect((await failureOf(() => run(value)))?.context).toMatchObject(context);
  }
});

test.each<[string, bigint, bigint, (value: unknown) => unknown]>([
  ['maxFeePerPayment', 0n, MAX_INT64, (maxFeePerPayment) => outboxWith({ maxFeePerPayment })],
  ['maxFeesPerDay', 0n, MAX_INT64, (maxFeesPerDay) => outboxWith({ maxFeesPerDay })],
  ['amount', 1n, MAX_INT64, (amount) => enqueueWith({ amount })],
  [
    'feeLimit',
    0n,
    MAX_INT64,
    (feeLimit) => createOutboxQueue({ store: createMemoryStore() }).enqueue('a', { ...call, feeLimit } as never),
  ],
  [
    'amount',
    1n,
    2n ** 256n - 1n,
    (amount) => enqueueWith({ kind: 'transfer-token', token: call.contract, feeLimit: 1n, amount }),
  ],
])('%s is a bigint from %d to %d', async (argument, min, max, run) => {
  for (const value of [min, max]) expect(await failureOf(() => run(value))).toBeUndefined();
  for (const value of [min - 1n, max + 1n, Number(min), String(max)]) {
    const expected = expect.stringContaining(`a bigint from ${min} to ${max}`);
    expect((await failureOf(() => run(value)))?.context).toMatchObject({ argument, value: String(value), expected });
  }
});

test.each([
  ['AbCd', true],
  ['0xABcd', true],
  ['', true],
  ['0x', true],
  ['abc', false],
  ['zzab', false],
  ['abzz', false],
  ['ab0xcd', false],
  [5, false],
])('the data %o of a call is whole bytes in hex: %o', async (data, isValid) => {
  const { functionSelector: _, parameter: __, ...rest } = call;
  const queue = createOutboxQueue({ store: createMemoryStore() });
  const error = await failureOf(() => queue.enqueue('a', { ...rest, data, feeLimit: 1n } as never));
  expect(error?.context.argument).toBe(isValid ? undefined : 'data');
  if (!isValid) return;
  const stored = await queue.get('a');
  expect(stored?.intent).toMatchObject({ data: String(data).replace('0x', '').toLowerCase() });
});

test('describes an object by its type, and a long text by its start', async () => {
  const error = await failureOf(() => outboxWith({ concurrency: {} }));
  expect(error?.context.value).toBe('an object');
  const long = await failureOf(() => enqueueWith({ amount: 'x'.repeat(300) }));
  expect(long?.context.value).toBe(`${'x'.repeat(199)}…`);
});

test.each<[string, string, (value: unknown) => unknown, readonly unknown[], readonly unknown[]]>([
  ['memo', 'a string', (memo) => enqueueWith({ memo }), [5, null, {}], ['', 'x', undefined]],
  ['transaction', 'absent', (transaction) => enqueueOptions({ transaction }), [{}, null], [undefined]],
])('%s must be %s', async (argument, expected, run, wrong, right) => {
  for (const value of wrong) {
    const error = await failureOf(() => run(value));
    expect(error?.context).toMatchObject({ argument, expected: expect.stringContaining(expected) });
  }
  for (const value of right) expect(await failureOf(() => run(value))).toBeUndefined();
});

describe('an unknown option', () => {
  test.each([
    ['concurency', 'concurrency'],
    ['Concurrency', 'concurrency'],
    ['POLLMS', 'pollMs'],
    ['poll', 'pollMs'],
    ['lease', 'leaseMs'],
    ['signers', 'signer'],
    ['maxFees', 'maxFeesPerDay'],
    ['delay', 'retryDelayMs'],
    ['abi', 'abis'],
    // equally like client and signer
    ['cliesigne', 'client'],
    // a long name counts by its first 50 characters
    [`concurrency${'x'.repeat(60)}`, 'concurrency'],
  ])('%s is named with the known one that is most like it, %s', async (name, closest) => {
    const error = await failureOf(() => outboxWith({ [name]: 1 }));
    expect(error?.shortMessage).toBe(`Unknown option "${name}". Did you mean ${closest}?`);
  });

  test('lists the known names', async () => {
    const names = async (name: string) => (await failureOf(() => enqueueOptions({ [name]: 1 })))?.context.expected;
    expect(await names('priorities')).toBe('one of the options group, after, priority, transaction');
  });

  test('does not show its value, which may be a key', async () => {
    const error = await failureOf(() => outboxWith({ privateKey: 'secret' }));
    expect(error?.context.value).toBe('(hidden)');
  });
});
