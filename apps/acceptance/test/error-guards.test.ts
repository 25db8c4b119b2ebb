import { runInNewContext } from 'node:vm';
import { FeeError, isFeeError } from '@coin/fee';
import { isMockNodeError, MockNodeError } from '@coin/mock-node';
import { isRpcError, RpcError } from '@coin/rpc';
import { isUnitsError, parseCoin, UnitsError } from '@coin/units';
import { describe, expect, test } from 'vitest';

function caught(fail: () => unknown): unknown {
  try {
    return fail();
  } catch (error) {
    return error;
  }
}

const packages = [
  { guard: isUnitsError, error: caught(() => parseCoin('')), Class: UnitsError },
  { guard: isFeeError, error: new FeeError('FEE_LIMIT_TOO_HIGH', { needed: 2n, max: 1n }), Class: FeeError },
  { guard: isRpcError, error: new RpcError('ABORTED', { path: '/wallet/getaccount' }), Class: RpcError },
  { guard: isMockNodeError, error: new MockNodeError('SNAPSHOT_UNKNOWN', { snapshot: '1' }), Class: MockNodeError },
] as const;

/** The same error as another realm, or another copy of the package, would make it. */
function ofAnotherRealm(error: unknown): unknown {
  const { name, message, code, context } = error as Record<string, unknown>;
  const make = runInNewContext('(fields) => Object.assign(new Error(fields.message), fields)') as (
    fields: object,
  ) => unknown;
  return make({ name, message, code, context });
}

describe.each(packages)('the guard of $error.name', ({ guard, error, Class }) => {
  const is = guard as (value: unknown, code?: string) => boolean;
  const { code } = error as { code: string };

  test('accepts an error of its own package, by code too', () => {
    expect([is(error), is(error, code), is(error, 'ANOTHER_CODE')]).toEqual([true, true, false]);
  });

  test('accepts an error of another realm', () => {
    const foreign = ofAnotherRealm(error);
    expect(foreign).not.toBeInstanceOf(Class);
    expect([is(foreign), is(foreign, code), is(foreign, 'ANOTHER_CODE')]).toEqual([true, true, false]);
  });

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a number', 0],
    ['a text', 'text'],
    ['a symbol', Symbol('s')],
    ['an object', {}],
    ['an array', []],
    ['another error', new Error('other')],
    ['a function', () => {}],
  ])('rejects %s without throwing', (_, value) => {
    expect([is(value), is(value, code)]).toEqual([false, false]);
  });
});
