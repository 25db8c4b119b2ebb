import { broadcastTransaction, isRpcError, RpcError, sendTransaction, toAddress, type NodeClient } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALICE, ALICES_KEY, builtTransfer } from './support/built-transfer.ts';
import { clientWithAnswers } from './support/client-with-answers.ts';
import { balanceOrError } from './support/judy.ts';

/** Control characters, invisible ones, marks of writing direction, separators of lines, halves of surrogate pairs. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const hostileText = fc.string({
  unit: fc.constantFrom('a', ' ', '\n', '\0', '\u001b[31m', '\u0085', '\u200b', '\u2028', '\u202e', '\ud800', '😀'),
  maxLength: 2000,
});

/** Texts that only show the beginning of data; all others are sentences. */
const DATA = ['body', 'value'];

function expectQuoted(error: unknown): void {
  if (!isRpcError(error)) throw error;
  for (const [key, text] of Object.entries<unknown>({ ...error.context })) {
    if (typeof text !== 'string') continue;
    expect(text).not.toMatch(UNPRINTABLE);
    expect(text.length).toBeLessThanOrEqual(DATA.includes(key) ? 200 : 1000);
  }
  expect(error.shortMessage).not.toMatch(UNPRINTABLE);
  expect(error.message.length).toBeLessThan(2200);
}

test('an error quotes the beginning of an answer, without control characters', () =>
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

test.each([199, 200, 201, 300])('a quoted body of %i characters keeps the first 200', (length) => {
  const body = 'x'.repeat(length);
  const error = new RpcError('HTTP_STATUS', { path: '/wallet/getaccount', status: 500, body });
  expect(error.context.body).toBe(length <= 200 ? body : `${'x'.repeat(199)}…`);
});

test('an error shows whose signature a node rejects, and why', async () => {
  const transaction = await builtTransfer();
  const { txID } = transaction;
  const signature = createKeySigner(ALICES_KEY).sign(Buffer.from(txID, 'hex'));
  const signed = { ...transaction, signatures: [Buffer.from(signature).toString('hex')] };
  const said = `${Buffer.from(signature).toString('hex')} is signed by ${ALICE} but it is not contained of permission.`;
  const answer = Response.json({ code: 'SIGERROR', txid: txID, message: `Validate signature error: ${said}` });
  for (const send of [broadcastTransaction, (client: NodeClient) => sendTransaction(client, { transaction: signed })]) {
    const { client } = clientWithAnswers(({ path }) =>
      path === '/wallet/broadcasttransaction' ? answer.clone() : Response.json({}),
    );
    const error: unknown = await send(client, signed).catch((thrown: unknown) => thrown);
    expect(isRpcError(error) && error.message).toContain(
      `… is signed by ${ALICE} but it is not contained of permission.`,
    );
  }
});

test('an error has no property that it was not given', () => {
  const error = new RpcError('ABORTED', { path: '/wallet/getaccount' });
  expect(Object.keys(error).sort()).toEqual(['code', 'context', 'name', 'retryable']);
  expect(error.retryable).toBe(false);
});
