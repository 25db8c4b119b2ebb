import { createNodeClient, custom, isRpcError } from '@coin/rpc';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers } from '../support/client-with-answers.ts';
import { balanceOrError } from '../support/judy.ts';

useVirtualTime();

/** The cause of the error with which a read fails when fetch throws this. */
async function causeOf(thrown: unknown): Promise<unknown> {
  const error = await balanceOrError(clientWithAnswers(() => Promise.reject(thrown)).client);
  return isRpcError(error, 'NETWORK_FAILED') ? error.cause : error;
}

/** All own properties of a value and of those in it. An error has a stack; its text is left out. */
function contentOf(value: unknown): unknown {
  if (Object(value) !== value) return value;
  if (Array.isArray(value)) return value.map(contentOf);
  const content = Reflect.ownKeys(value as object).map((key) => [
    key,
    key === 'stack' ? typeof Reflect.get(value as object, key) : contentOf(Reflect.get(value as object, key)),
  ]);
  return { ...Object.fromEntries(content), isError: value instanceof Error };
}

const plain = { name: 'Error', message: 'down', stack: 'string', isError: true };
const SYMBOL = Symbol('gone');
const revoked = (target: object) => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};

describe('the cause of a broken connection', () => {
  test.each<[string, unknown, unknown]>([
    ['an error', new Error('down'), plain],
    ['an error of a class', new TypeError('down'), { ...plain, name: 'TypeError' }],
    ['an object that is not an error', { message: 'down' }, { message: 'down', isError: false }],
    ['a text', 'down', 'down'],
    ['a number', 5, 5],
    ['null', null, null],
    ['a symbol', SYMBOL, SYMBOL],
    ['a cause that is a number', new Error('down', { cause: 5 }), { ...plain, cause: 5 }],
    ['a cause that is null', new Error('down', { cause: null }), { ...plain, cause: null }],
    ['a cause that is absent', new Error('down', { cause: undefined }), plain],
    ['a code', Object.assign(new Error('down'), { code: 'ENOTFOUND' }), { ...plain, code: 'ENOTFOUND' }],
    ['a code that is a number', Object.assign(new Error('down'), { code: 111 }), { ...plain, code: 111 }],
    ['a code that is an object', Object.assign(new Error('down'), { code: { key: 1 } }), plain],
    ['anything else in a property', Object.assign(new Error('down'), { request: { key: 1 } }), plain],
    [
      'errors',
      new AggregateError([new Error('down'), 'text'], 'both'),
      { ...plain, name: 'AggregateError', message: 'both', errors: [plain, 'text'] },
    ],
    ['errors that are not a list', Object.assign(new Error('down'), { errors: 'text' }), plain],
    ['a revoked proxy', new Error('down', { cause: revoked({}) }), { ...plain, cause: { isError: false } }],
    ['errors in a revoked proxy', Object.assign(new Error('down'), { errors: revoked([]) }), plain],
  ])('shows %s as it is', async (_, thrown, content) => {
    expect(contentOf(await causeOf(thrown))).toStrictEqual(content);
  });

  test('is cut after 10,000 characters of a text', async () => {
    for (const [length, shown] of [
      [10_000, 10_000],
      [10_001, 10_000],
    ] as const) {
      expect(await causeOf(new Error('x'.repeat(length)))).toHaveProperty('message.length', shown);
      expect(await causeOf('x'.repeat(length))).toHaveLength(shown);
    }
  });

  test('ends after 16 errors of a chain, and after 16 of a list', async () => {
    const chain = Array.from({ length: 20 }).reduce<Error | undefined>(
      (cause) => new Error('down', { cause }),
      undefined,
    );
    let depth = 0;
    for (let error = (await causeOf(chain)) as Error | undefined; error !== undefined; depth++)
      error = error.cause as Error | undefined;
    expect(depth).toBe(16);
    expect(await causeOf(new AggregateError(Array.from({ length: 20 }, String)))).toHaveProperty(
      'errors',
      Array.from({ length: 16 }, String),
    );
  });

  test('refers to itself where the error does', async () => {
    const error = new Error('down');
    error.cause = new AggregateError([error, error]);
    const copy = (await causeOf(error)) as Error;
    const { errors } = copy.cause as AggregateError;
    expect(errors).toEqual([copy, copy]);
    expect(errors[0]).toBe(copy);
    expect(copy).not.toBe(error);
  });

  test('has properties that a reporter of errors can replace, as those of every error', async () => {
    const cause = Object.getOwnPropertyDescriptors(await causeOf(new Error('down', { cause: 'no route' })));
    for (const name of ['message', 'cause', 'stack'])
      expect(cause).toHaveProperty(
        name,
        expect.objectContaining({ configurable: true, writable: true, enumerable: false }),
      );
  });
});

describe('an error that a carrier throws', () => {
  const thrownBy = (thrown: unknown) =>
    balanceOrError(createNodeClient({ transport: custom({ request: () => Promise.reject(thrown) }, { retries: 0 }) }));

  test.each<[string, object]>([
    ['the code of this package alone', Object.assign(new Error('no'), { code: 'NOT_SUPPORTED' })],
    ['the name of this package alone', Object.assign(new Error('no'), { name: 'RpcError' })],
    ['an unknown code', Object.assign(new Error('no'), { name: 'RpcError', code: 'toString' })],
  ])('with %s is a broken connection', async (_, thrown) => {
    expect(await thrownBy(thrown)).toMatchObject({
      code: 'NETWORK_FAILED',
      context: { path: '/wallet/getaccount', reason: 'no' },
      retryable: true,
      endpoint: 'custom',
      cause: { message: 'no' },
    });
  });

  test('keeps its code and its details, if they are of the right types', async () => {
    const context = { path: '/x', status: 500, body: 'no', deep: {} };
    const own = { name: 'RpcError', code: 'HTTP_STATUS', context };
    const error = await thrownBy({ ...own, retryable: true, retryAfterMs: 5, endpoint: 'mine' });
    expect(error).toMatchObject({ code: 'HTTP_STATUS', retryable: true, retryAfterMs: 5, endpoint: 'mine' });
    expect(isRpcError(error) && error.context).toEqual({ path: '/x', status: 500, body: 'no' });
    const wrong = await thrownBy({ ...own, retryable: 'yes', retryAfterMs: 'soon', endpoint: 5 });
    expect(Object.keys(wrong).sort()).toEqual(['code', 'context', 'name', 'retryable']);
    expect(wrong).toMatchObject({ retryable: false });
  });
});
