import * as rpc from '@coin/rpc';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse } from './support/client-with-answers.ts';
import { JUDY, JUDYS_BALANCE } from './support/judy.ts';
import { recordedReads } from './support/recorded-reads.ts';
import { recorded } from './support/recordings.ts';

/** JSON texts to put in the place of a value. */
const hostileTexts = fc.constantFrom(
  'null',
  'true',
  '-1',
  '-5',
  '1.5',
  '1e400',
  '9007199254740993',
  '9223372036854775808',
  `1${'0'.repeat(40)}`,
  '""',
  '"constructor"',
  '"__proto__"',
  '"\\u0000"',
  '[]',
  '[null]',
  '{}',
  '{"__proto__":null}',
  '{"constructor":null,"toString":5}',
  '{"__proto__":{"balance":5}}',
);

/** A value of an answer: its place and the text of the whole with a mark in it. */
function marked(value: unknown): string[] {
  const MARK = '\u0001mark\u0001';
  const texts: string[] = [];
  const visit = (item: unknown, write: (inner: unknown) => unknown): void => {
    texts.push(JSON.stringify(write(MARK)).replace(JSON.stringify(MARK), '\u0001'));
    if (Array.isArray(item))
      item.forEach((part, i) => visit(part, (inner) => write(item.map((other, j) => (i === j ? inner : other)))));
    else if (typeof item === 'object' && item !== null) {
      for (const [key, part] of Object.entries(item)) visit(part, (inner) => write({ ...item, [key]: inner }));
      // A further key.
      for (const key of ['constructor', 'toString', 'hasOwnProperty'])
        texts.push(JSON.stringify(write({ ...item, [key]: MARK })).replace(JSON.stringify(MARK), '\u0001'));
    }
  };
  visit(value, (inner) => inner);
  return texts;
}

async function failureOf(read: Promise<unknown>): Promise<unknown> {
  try {
    await read;
    return undefined;
  } catch (error) {
    return error;
  }
}

test.each(recordedReads)('%s of any faulty answer gives a result or an RpcError', async (_, recording, read) => {
  const answerTo = (text: string) => clientWithAnswers(jsonResponse(text)).client;
  expect(await failureOf(read(answerTo(recorded(recording).answer)))).toBeUndefined();
  const texts = marked(JSON.parse(recorded(recording).answer));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...texts), hostileTexts, async (text, hostile) => {
      const error = await failureOf(read(answerTo(text.replace('\u0001', () => hostile))));
      expect(error === undefined || rpc.isRpcError(error), `a raw ${String(error)}`).toBe(true);
    }),
    { numRuns: scaled(60) },
  );
});

test('getBalance of any faulty answer gives the balance that the answer has, or an RpcError', async () => {
  const texts = marked(JSON.parse(recorded('account.visible').answer));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...texts), hostileTexts, async (text, hostile) => {
      const answer = text.replace('\u0001', () => hostile);
      const { client } = clientWithAnswers(jsonResponse(answer));
      // The hostile text may have a balance too, inside another field.
      const [, field = ''] = /"balance":([^,}]*)/.exec(text) ?? [];
      const [digits = '0'] = /^\d+$/.exec(field.replace('\u0001', () => hostile)) ?? [];
      let balance: bigint;
      try {
        balance = await rpc.getBalance(client, { address: JUDY });
      } catch (error) {
        if (rpc.isRpcError(error)) return;
        throw error;
      }
      expect([BigInt(digits), JUDYS_BALANCE, ...(answer === '{}' ? [0n] : [])]).toContain(balance);
      expect(balance).toBe(answer === '{}' ? 0n : BigInt(digits));
    }),
    { numRuns: scaled(150) },
  );
});

const OWNER = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const TO = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';

test.each<[string, Record<string, unknown>]>([
  ['a fee limit of null', { fee_limit: null }],
  ['a contract of null', { contract: null }],
  ['a contract list of null', { contract: [null] }],
  ['a key constructor', { constructor: null }],
  ['a key toString', { toString: 5 }],
  ['a key hasOwnProperty', { hasOwnProperty: {} }],
  ['memo data of null', { data: null }],
])('a built transaction with %s is a mismatch', async (_, change) => {
  const answer = JSON.parse(recorded('build.visible').answer);
  // Its bytes differ too: the JSON is looked at to say where.
  const built = {
    ...answer,
    raw_data_hex: `${answer.raw_data_hex}00`,
    raw_data: { ...answer.raw_data, ...change },
  };
  const { client } = clientWithAnswers(Response.json(built));
  const [key] = Object.keys(change);
  await expect(rpc.createTransaction(client, { owner: OWNER, to: TO, amount: 1_000_000n })).rejects.toMatchObject({
    name: 'RpcError',
    code: 'TRANSACTION_MISMATCH',
    context: { field: expect.stringContaining(`raw_data.${key}`) },
  });
});
