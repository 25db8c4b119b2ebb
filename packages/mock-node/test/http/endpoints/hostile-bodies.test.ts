import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMockNode, isMockNodeError } from '../../../src/index.ts';
import { answerTo, errorIn } from '../../support/http-network.ts';

// Source: docs/protocol/http.md, Request body parsing.
const node = createMockNode();
const [owner, other] = node.accounts.map(({ address }) => address) as [string, string];
const LONGEST = 65_535;
const MANY = 1_000_000;

const transfer = (members: string): string =>
  `{"owner_address":"${owner}","to_address":"${other}","amount":1,"visible":true,${members}}`;
const deploy = (members: object): string =>
  JSON.stringify({ owner_address: owner, bytecode: '00', visible: true, ...members });

describe('a number of very many digits', () => {
  const BAD_JSON = /^class org.tron.json.JSONException : /;
  const RANGE =
    /^class org.tron.core.services.http.JsonFormat\$ParseException : 1:\d+: Couldn't parse integer: Number out/;
  const nines = (count: number): string => '9'.repeat(count);
  const digits = (text: string) => errorIn(node, '/wallet/createtransaction', transfer(`"ignored":${text}`));

  test.each([
    ['an integer', nines],
    ['a negative integer', (length: number) => `-${nines(length - 1)}`],
    ['zeros', (length: number) => '0'.repeat(length)],
    ['a fraction', (length: number) => `1.${nines(length - 2)}`],
    ['an exponent', (length: number) => `1e${'0'.repeat(length - 2)}`],
    ['a list', (length: number) => `[${nines(length)}]`],
  ])('is rejected in %s beyond 1,000 characters', async (_, write) => {
    expect(await digits(write(1000))).not.toMatch(BAD_JSON);
    expect(await digits(write(1001))).toMatch(BAD_JSON);
    expect(await digits(write(MANY))).toMatch(BAD_JSON);
  });

  test.each([
    [`"${'1'.repeat(LONGEST)}"`, 'class java.lang.ArithmeticException : Overflow'],
    [`"${'1'.repeat(LONGEST + 1)}"`, 'class org.tron.json.JSONException : decimal overflow'],
    [`"${'1'.repeat(MANY)}"`, 'class org.tron.json.JSONException : decimal overflow'],
    ['"1,000,000"', 'no error'],
    [`"${'0'.repeat(LONGEST - 5)}12345"`, 'no error'],
    ['0e2000000000', 'no error'],
    ['"0e-2000000000"', 'no error'],
    ['"1e-2000000000"', 'class java.lang.ArithmeticException : Rounding necessary'],
    ['"1e2000000000"', 'class java.lang.ArithmeticException : Overflow'],
    [`1${'0'.repeat(900)}e-900`, 'no error'],
    ['12345678901234567890e-2', 'class java.lang.ArithmeticException : Rounding necessary'],
  ])('is read as an int64 as Java reads it, case %#', async (limit, message) => {
    const body = deploy({ fee_limit: 0 }).replace('"fee_limit":0', `"fee_limit":${limit}`);
    expect(await errorIn(node, '/wallet/deploycontract', body)).toBe(message);
  });

  test.each([
    ['/wallet/getblockbynum?num=', `For input string: "${nines(MANY)}"`],
    ['/wallet/getcandelegatedmaxsize?type=', `For input string: "${nines(MANY)}"`],
    ['/wallet/getblock?id_or_num=', 'id must be legal block hash.'],
  ])('is rejected in the query string of %s', async (path, message) => {
    expect(await errorIn(node, path + nines(MANY))).toContain(message);
    const { number } = JSON.parse(await answerTo(node, `${path}${'0'.repeat(MANY)}1`)).block_header?.raw_data ?? {};
    if (path.includes('block')) expect(number).toBe(1);
  });

  test('is rejected in text that is a permission id, an ABI or an address', async () => {
    const id = transfer(`"Permission_id":"${nines(MANY)}"`);
    expect(await errorIn(node, '/wallet/createtransaction', id)).toMatch(
      /^class java.lang.NumberFormatException : For/,
    );
    expect(await errorIn(node, '/wallet/deploycontract', deploy({ abi: `[{"a":${nines(MANY)}}]` }))).toMatch(RANGE);
    expect(await errorIn(node, '/wallet/deploycontract', deploy({ abi: `[{"a":0x${nines(MANY)}}]` }))).toMatch(RANGE);
    expect(await errorIn(node, '/wallet/getaccount', { address: nines(MANY), visible: true })).toMatch(
      /invalid address for field: protocol.Account.address/,
    );
  });
});

test('broadcasthex reads unknown fields in proportion to their number', async () => {
  const transaction = '7801'.repeat(300_000);
  expect(await answerTo(node, '/wallet/broadcasthex', { transaction })).toContain('"result"');
});

describe('a body that is nested deeply', () => {
  const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  const objects = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
  const both = (depth: number): string => '{"a":['.repeat(depth) + '1' + ']}'.repeat(depth);
  const ask = (value: string) =>
    node.fetch('http://node/wallet/createtransaction', { method: 'POST', body: transfer(`"a":${value}`) });

  test.each([
    [lists(99), lists(100)],
    [objects(99), objects(100)],
    [both(49), both(50)],
  ])('is rejected from the 101st level, case %#', async (last, first) => {
    expect(await (await ask(last)).text()).not.toContain('JSONException');
    expect((await (await ask(first)).json()).Error).toMatch(/^class org.tron.json.JSONException : /);
  });

  test('is read at any depth in the text of an ABI', async () => {
    const body = deploy({ abi: `[{"a":${objects(20_000)}}]` });
    expect(JSON.parse(await answerTo(node, '/wallet/deploycontract', body))).toHaveProperty('txID');
  });

  test('never ends in a stack trace, for any kind and depth', async () => {
    const kinds = { lists, objects, both, open: (depth: number) => '[{"a":'.repeat(depth) };
    const places: Readonly<Record<string, (value: string) => readonly [path: string, body: string]>> = {
      json: (value) => ['/wallet/createtransaction', transfer(`"a":${value}`)],
      root: (value) => ['/wallet/getaccount', value],
      abi: (value) => ['/wallet/deploycontract', deploy({ abi: `[{"a":${value}}]` })],
      'abi as JSON': (value) => ['/wallet/deploycontract', deploy({}).replace('}', `,"abi":${value}}`)],
      transaction: (value) => ['/wallet/broadcasttransaction', `{"raw_data":{"contract":[],"a":${value}}}`],
      contract: (value) => ['/wallet/getsignweight', `{"raw_data":{"contract":[{"parameter":{"value":${value}}}]}}`],
      text: (value) => ['/wallet/getapprovedlist', JSON.stringify({ raw_data: value })],
      block: (value) => ['/admin/importblock', `{"block_header":${value}}`],
      admin: (value) => ['/admin/mine', `{"count":${value}}`],
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(kinds)),
        fc.constantFrom(...Object.keys(places)),
        fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 1_300 })),
        async (kind, place, depth) => {
          const value = kinds[kind as keyof typeof kinds](depth);
          const [path, body] = places[place]?.(value) ?? ['', ''];
          const answer = await node.fetch(`http://node${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          });
          expect(await answer.text()).not.toMatch(/defect|\n\s+at /);
          expect([200, 400]).toContain(answer.status);
        },
      ),
      { numRuns: scaled(40) },
    );
  });

  test('is rejected by importBlock with an error of this package', () => {
    const error = (() => {
      try {
        node.importBlock(objects(20_000));
      } catch (thrown) {
        return thrown;
      }
      return undefined;
    })();
    expect(isMockNodeError(error, 'BLOCK_INVALID')).toBe(true);
  });
});
