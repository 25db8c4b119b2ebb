import { createOutbox, isPaymentsError, createMemoryStore, PaymentsError, type OutboxStore } from '@coin/payments';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientOf } from './support/client-of.ts';
import { signer, transfer } from './support/paying-node.ts';

const { client } = clientOf(() => Response.json({}));
const outboxOver = (store: OutboxStore) => createOutbox({ store, client, signer });

test('a message contains the values of its context', () => {
  const error = new PaymentsError('STORE_FAILED', { method: 'compareAndSet', reason: 'disk full' });
  expect(error.shortMessage).toBe('The store failed in compareAndSet. Repair it and repeat the call: disk full');
  expect(Object.keys(error).sort()).toEqual(['code', 'context', 'name']);
});

test('isPaymentsError recognises an error of another copy of the package', () => {
  const foreign = Object.assign(new Error('x'), { name: 'PaymentsError', code: 'STORE_FAILED' });
  expect(isPaymentsError(foreign, 'STORE_FAILED')).toBe(true);
  expect(isPaymentsError(foreign, 'NODE_FAILED')).toBe(false);
  expect(isPaymentsError(Object.assign(new Error('x'), { code: 'STORE_FAILED' }))).toBe(false);
  expect(isPaymentsError(undefined)).toBe(false);
});

test.each([
  ['a '.repeat(500), 'a '.repeat(500)],
  [`${'a'.repeat(81)} b`, `${'a'.repeat(39)}… b`],
  ['a\tb\nc\u0085d', 'a b c d'],
  ['a\u0007b\u200bc\ud800', 'a\ufffdb\ufffdc\ufffd'],
])('an error quotes %o', (reason, quoted) => {
  expect(new PaymentsError('NODE_FAILED', { reason }).context.reason).toBe(quoted);
});

test('a context keeps numbers, and has no cause that it was not given', () => {
  const context = { argument: 'a', value: '0', expected: 'more', min: 1, max: 5n };
  const error = new PaymentsError('ARGUMENT_INVALID', context);
  expect(error.context).toEqual(context);
  expect(error).not.toHaveProperty('cause');
});

/** Control characters, invisible ones, marks of writing direction, separators of lines, halves of surrogate pairs. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const hostileText = fc.string({
  unit: fc.constantFrom('a', ' ', '\n', '\0', '\u001b[31m', '\u0085', '\u200b', '\u2028', '\u202e', '\ud800', '😀'),
  maxLength: 400,
});

test('an error quotes at most 200 characters of an error of the store, without control characters', () =>
  fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      const get = async () => {
        throw new Error(text);
      };
      const error: unknown = await outboxOver({ ...createMemoryStore(), get })
        .get('a')
        .catch((thrown: unknown) => thrown);
      if (!isPaymentsError(error, 'STORE_FAILED')) throw error;
      expect(error.context.method).toBe('get');
      expect(error.context.reason).not.toMatch(UNPRINTABLE);
      expect(error.context.reason.length).toBeLessThanOrEqual(200);
      expect(error.shortMessage).not.toMatch(UNPRINTABLE);
    }),
    { numRuns: scaled(100) },
  ));

test.each<[string, () => unknown, string]>([
  ['an error', () => new Error('disk full'), 'disk full'],
  ['an error with a link', () => Object.assign(new Error('full\nDocs: x'), { shortMessage: 'full' }), 'full'],
  ['a text', () => 'disk full', 'disk full'],
  ['nothing', () => undefined, 'undefined'],
  ['an object without a message', () => ({ message: 5 }), 'object'],
])('a store that throws %s fails with a reason and the cause', async (_, thrown, reason) => {
  const cause = thrown();
  const list = async () => {
    throw cause;
  };
  const error: unknown = await outboxOver({ ...createMemoryStore(), list })
    .entries()
    .next()
    .catch((failure: unknown) => failure);
  if (!isPaymentsError(error, 'STORE_FAILED')) throw error;
  expect(error.context).toEqual({ method: 'list', reason });
  expect(error.cause).toBe(cause);
});

test.each([
  ['owner', { ...transfer, owner: 'T' }, 'wrong length'],
  ['to', { ...transfer, to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh1' }, 'wrong checksum'],
  ['contract', { kind: 'call', owner: transfer.owner, contract: '', data: '', feeLimit: 1n } as const, 'wrong length'],
])('a bad address as %s is a bad argument', async (argument, intent, reason) => {
  const context = { argument, expected: expect.stringContaining(reason) };
  await expect(outboxOver(createMemoryStore()).enqueue('a', intent)).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    context,
    cause: { name: 'RpcError', code: 'ADDRESS_INVALID' },
  });
});

test.each([
  ['functionSelector', { functionSelector: 'transfer(address,uint)' }],
  ['functionSelector', {}],
  ['parameter', { functionSelector: 'f(uint256)', parameter: '00' }],
  ['data', { data: '0' }],
  ['data', { data: '00', functionSelector: 'f()' }],
])('a bad %s of a call is rejected: %o', async (argument, input) => {
  const intent = { kind: 'call', owner: transfer.owner, contract: transfer.to, feeLimit: 1n, ...input } as const;
  await expect(outboxOver(createMemoryStore()).enqueue('a', intent as never)).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    context: { argument },
  });
});

test.each<[string, string, () => unknown]>([
  [
    'concurency',
    'concurrency',
    () => createOutbox({ store: createMemoryStore(), client, signer, concurency: 5 } as never),
  ],
  ['groups', 'group', () => outboxOver(createMemoryStore()).enqueue('a', transfer, { groups: 'x' } as never)],
  ['amounts', 'amount', () => outboxOver(createMemoryStore()).enqueue('a', { ...transfer, amounts: 1n } as never)],
  ['whenidle', 'whenIdle', () => outboxOver(createMemoryStore()).run({ whenidle: 'wait' } as never)],
])('the unknown option %s is rejected with the closest known one', async (name, closest, run) => {
  const error: unknown = await (async () => run())().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'ARGUMENT_INVALID', context: { argument: name } });
  expect((error as PaymentsError).shortMessage).toBe(`Unknown option "${name}". Did you mean ${closest}?`);
});
