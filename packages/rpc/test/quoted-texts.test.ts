import { isRpcError, RpcError, toAddress } from '@coin/rpc';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientWithAnswers } from './support/client-with-answers.ts';
import { balanceOrError } from './support/judy.ts';

/** Control characters, invisible ones, marks of writing direction, separators of lines, halves of surrogate pairs. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const hostileText = fc.string({
  unit: fc.constantFrom('a', ' ', '\n', '\0', '\u001b[31m', '\u0085', '\u200b', '\u2028', '\u202e', '\ud800', '😀'),
  maxLength: 400,
});

function expectQuoted(error: unknown): void {
  if (!isRpcError(error)) throw error;
  const texts = Object.values(error.context).filter((value): value is string => typeof value === 'string');
  for (const text of texts) {
    expect(text).not.toMatch(UNPRINTABLE);
    expect(text.length).toBeLessThanOrEqual(200);
  }
  expect(error.shortMessage).not.toMatch(UNPRINTABLE);
  expect(error.message.length).toBeLessThan(1000);
}

test('an error quotes at most 200 characters of an answer, without control characters', () =>
  fc.assert(
    fc.asyncProperty(
      hostileText,
      fc.constantFrom(
        (text: string) => new Response(text, { status: 500 }),
        (text: string) => new Response(text, { status: 404 }),
        (text: string) => new Response(`<${text}`, { headers: { 'content-type': 'application/json' } }),
        (text: string) => Response.json({ Error: `class java.lang.Exception : ${text}.` }),
        (text: string) => Response.json({ Error: `class ${text.replace(/\s/g, '')}Exception : no` }),
        (text: string) => Response.json({ Error: `class x.ContractValidateException : ${text}` }),
        (text: string) => new TypeError(`fetch failed: ${text}`),
      ),
      async (text, answerOf) => expectQuoted(await balanceOrError(clientWithAnswers(answerOf(text)).client)),
    ),
    { numRuns: scaled(100) },
  ));

test('an error quotes at most 200 characters of an argument, without control characters', () =>
  fc.assert(
    fc.property(hostileText, (text) => {
      try {
        toAddress(text);
      } catch (error) {
        expectQuoted(error);
      }
    }),
  ));

test.each<[string, (text: string) => Response | Error]>([
  ['a rejection', (text) => new Response(text, { status: 500 })],
  ['an error of the node', (text) => Response.json({ Error: `class java.lang.Exception : ${text}` })],
  ['a failed connection', (text) => new TypeError(`fetch failed: ${text}`)],
])('an error quotes a short text of %s unchanged', async (_, answerOf) => {
  const error = await balanceOrError(clientWithAnswers(answerOf('mind the gap')).client);
  expect(isRpcError(error) && error.message).toContain('mind the gap');
});

test('an error keeps the data of a revert whole', () => {
  const data = 'ab'.repeat(1000);
  expect(new RpcError('CALL_REVERTED', { path: '/wallet/x', reason: 'no', data }).context.data).toBe(data);
});

test.each([199, 200, 201, 300])('a quoted text of %i characters keeps the first 200', (length) => {
  const text = 'x'.repeat(length);
  const error = new RpcError('NETWORK_FAILED', { path: '/wallet/getaccount', reason: text });
  expect(error.context.reason).toBe(length <= 200 ? text : `${'x'.repeat(199)}…`);
});

test('an error has no property that it was not given', () => {
  const error = new RpcError('ABORTED', { path: '/wallet/getaccount' });
  expect(Object.keys(error).sort()).toEqual(['code', 'context', 'name', 'retryable']);
  expect(error.retryable).toBe(false);
});
