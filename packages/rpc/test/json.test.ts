import { isRpcError, type NodeClient } from '@coin/rpc';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse } from './support/client-with-answers.ts';

/** Sends a body and receives an answer through a client: the text that was sent, and the answer as parsed. */
async function exchange(answer: string, body: Parameters<NodeClient['request']>[1] = {}) {
  let sent = '';
  const fetch = async (request: Request | URL | string) => {
    sent = await (request as Request).text();
    return jsonResponse(answer);
  };
  const { client } = clientWithAnswers([], { fetch });
  const { json } = await client.request('/wallet/getaccount', body);
  return { sent, json };
}

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

describe('a client', () => {
  test('parses every int64 exactly, as a number where that is safe', () =>
    fc.assert(
      fc.asyncProperty(int64, fc.constantFrom('', ' ', '\n'), async (value, space) => {
        const { json } = await exchange(`{"a":${space}${value}${space},"b":[${value},${space}${value}]}`);
        const exact = BigInt(Number(value)) === value && Number.isSafeInteger(Number(value)) ? Number(value) : value;
        expect(json).toEqual({ a: exact, b: [exact, exact] });
      }),
      { numRuns: 200 },
    ));

  test('writes bigints bare, with all their digits', () =>
    fc.assert(
      fc.asyncProperty(int64, async (value) => {
        expect((await exchange('{}', { amount: value, nested: [{ value }] })).sent).toBe(
          `{"amount":${value},"nested":[{"value":${value}}]}`,
        );
      }),
      { numRuns: 100 },
    ));

  test('leaves integers inside strings alone', async () => {
    const { json } = await exchange(
      String.raw`{"a":"9007199254740993","b":"x\"9007199254740993,","c":"\u0001123","d":9007199254740993}`,
    );
    expect(json).toEqual({
      a: '9007199254740993',
      b: 'x"9007199254740993,',
      c: '\u0001123',
      d: 9_007_199_254_740_993n,
    });
  });

  test('parses numbers with a fraction or an exponent as numbers', async () => {
    expect((await exchange('{"a":1.1234567890123456789,"b":1.2345678901234567e+20}')).json).toEqual({
      a: 1.1234567890123457,
      b: 123456789012345670000,
    });
  });
});

test('a client parses JSON with safe numbers as JSON.parse does', () =>
  fc.assert(
    fc.asyncProperty(
      fc.letrec((tie) => ({
        value: fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), tie('list'), tie('object')),
        list: fc.array(tie('value'), { maxLength: 4 }),
        object: fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
      })).object,
      async (value) => {
        const text = JSON.stringify({ value });
        expect((await exchange(text)).json).toEqual(JSON.parse(text));
      },
    ),
    { numRuns: 200 },
  ));

test.each([
  '{"a":1,"a":2}',
  '{"balance":5,"x":{"b":1,"b":1}}',
  '{"a":',
  '{"a":01}',
  "{'a':1}",
  'hello',
  '[1,]',
  '{"a":1}{}',
])('a client rejects %s', async (text) => {
  const failure = await exchange(text).catch((error: unknown) => error);
  expect(isRpcError(failure, 'RESPONSE_NOT_JSON')).toBe(true);
});
