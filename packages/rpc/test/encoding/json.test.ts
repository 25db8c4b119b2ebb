import { isRpcError, type NodeClient } from '@coin/rpc';
import { anyText } from '@coin/test-kit/any-text';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse } from '../support/client-with-answers.ts';

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

/** A decimal as a rational number: an integer over a power of ten. */
function rational(text: string): { numerator: bigint; denominator: bigint } {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [integer = '', fraction = ''] = mantissa.split('.');
  const exponent = BigInt(power) - BigInt(fraction.length);
  const scale = 10n ** (exponent < 0n ? -exponent : exponent);
  const numerator = BigInt(integer + fraction);
  return exponent < 0n ? { numerator, denominator: scale } : { numerator: numerator * scale, denominator: 1n };
}

/** Whether two decimals are the same rational number. */
function sameDecimal(a: string, b: string): boolean {
  const [x, y] = [rational(a), rational(b)];
  return x.numerator * y.denominator === y.numerator * x.denominator;
}

/** Whether a decimal can be held: an integer of at most 100 digits, or a fraction that a number prints as it is. */
function isHoldable(text: string): boolean {
  const { numerator, denominator } = rational(text);
  if (numerator % denominator === 0n) return String(numerator / denominator).replace('-', '').length <= 100;
  return sameDecimal(String(Number(text)), text);
}

describe('a client', () => {
  test('parses every int64 exactly, as a number if that is safe', () =>
    fc.assert(
      fc.asyncProperty(int64, fc.constantFrom('', ' ', '\n'), async (value, space) => {
        const { json } = await exchange(`{"a":${space}${value}${space},"b":[${value},${space}${value}]}`);
        const exact = BigInt(Number(value)) === value && Number.isSafeInteger(Number(value)) ? Number(value) : value;
        expect(json).toEqual({ a: exact, b: [exact, exact] });
      }),
      { numRuns: scaled(200) },
    ));

  test('writes bigints bare, with all their digits', () =>
    fc.assert(
      fc.asyncProperty(int64, async (value) => {
        expect((await exchange('{}', { amount: value, nested: [{ value }] })).sent).toBe(
          `{"amount":${value},"nested":[{"value":${value}}]}`,
        );
      }),
      { numRuns: scaled(100) },
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

  test.each<[string, unknown]>([
    ['1.5', 1.5],
    ['-0.000001', -0.000001],
    ['0.1', 0.1],
    ['15e-1', 1.5],
    ['1.0', 1],
    ['1e2', 100],
    ['-0', 0],
    ['-0.0e9', 0],
    ['0e999999999999', 0],
    ['1e22', 10n ** 22n],
    ['1.2345678901234567e+20', 123_456_789_012_345_670_000n],
    ['9007199254740993.0', 9_007_199_254_740_993n],
    ['9'.repeat(100), 10n ** 100n - 1n],
    [`1.${'0'.repeat(98)}`, 1],
    ['1e99', 10n ** 99n],
  ])('parses %s exactly', async (token, value) => {
    expect((await exchange(`[${token}]`)).json).toStrictEqual([value]);
  });

  test('parses decimals exactly or not at all', () =>
    fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^-?(?:0|[1-9]\d{0,25})(?:\.\d{1,25})?(?:[eE][+-]?\d{1,3})?$/),
        async (token) => {
          const parsed = await exchange(`{"a":${token}}`).catch((error: unknown) => error);
          expect(isRpcError(parsed, 'RESPONSE_INVALID'), token).toBe(!isHoldable(token));
          if (isRpcError(parsed)) return;
          const { a } = (parsed as { json: { a: number | bigint } }).json;
          expect(sameDecimal(String(a), token), `${token} as ${a}`).toBe(true);
          if (typeof a === 'number') expect(Number.isSafeInteger(a) || !Number.isInteger(a)).toBe(true);
        },
      ),
      { numRuns: scaled(300) },
    ));
});

/** JSON of a value, with its bigints as they are and this space around each token. */
function write(value: unknown, space: string): string {
  const join = (items: string[]) => items.join(`${space},${space}`);
  const writeItem = (item: unknown) => write(item, space);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${space}${join(value.map(writeItem))}${space}]`;
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}${space}:${space}${writeItem(item)}`,
  );
  return `{${space}${join(members)}${space}}`;
}

test('a client parses every value exactly, with integers and awkward keys at any place', () =>
  fc.assert(
    fc.asyncProperty(
      fc.letrec((tie) => ({
        value: fc.oneof(
          int64.map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value)),
          fc.integer(),
          anyText(),
          fc.constantFrom(true, false, null),
          tie('list'),
          tie('object'),
        ),
        list: fc.array(tie('value'), { maxLength: 4 }),
        object: fc.dictionary(
          fc.oneof(
            fc.string(),
            fc.constantFrom('__proto__', 'constructor', '', '0', '17', '"', '\\', ',', ':', '}', ']'),
          ),
          tie('value'),
          { maxKeys: 4 },
        ),
      })).object,
      fc.constantFrom('', ' ', '\n\t'),
      async (value, space) => {
        const { json } = await exchange(write({ value }, space));
        expect(write(json, '')).toBe(write({ value }, ''));
      },
    ),
    { numRuns: scaled(400) },
  ));

test('a client reads an escaped key correctly after an object whose key is a backslash', async () => {
  // JSON.parse of V8 13.6 reads it as a backslash then.
  await exchange(String.raw`{"x":1,"\\":2}`);
  expect((await exchange(String.raw`{"x":1,"\"":2}`)).json).toEqual({ x: 1, '"': 2 });
});

test.each([
  '{"a":1,"a":2}',
  '{"balance":5,"x":{"b":1,"b":1}}',
  '{"a":',
  '{"a":01}',
  "{'a':1}",
  'hello',
  '[1,]',
  '{"a":1}{}',
  '{12345678901234567890:5,"balance":1,"balance":2}',
  '{"balance":1,"x":9007199254740993,"balance":2}',
  String.raw`{"a":1,"\u0061":2}`,
  String.raw`{"\u0001":1,"\u0001":2}`,
  '{"__proto__":1,"__proto__":2}',
  '{"12345678901234567890":1,"12345678901234567890":2}',
  '{"1":1,"b":2,"1":3}',
  '{"":1,"":2}',
  '{"a":{"b":[{"c":1,"d":2,"c":3}]}}',
  `${'['.repeat(257)}${']'.repeat(257)}`,
])('a client rejects %s', async (text) => {
  const failure = await exchange(text).catch((error: unknown) => error);
  expect(isRpcError(failure, 'RESPONSE_NOT_JSON')).toBe(true);
});

test.each([
  '1e400',
  '-1e400',
  '1e-400',
  '1.1234567890123456789',
  '0.1000000000000000055511151231257827',
  '9007199254740992.5',
  `1${'0'.repeat(100)}`,
  '1e100',
  '0.37781800769011289',
  '-37.781800769011289e-2',
  `1.${'0'.repeat(99)}`,
])('a client does not round %s', async (token) => {
  const failure = await exchange(`[${token}]`).catch((error: unknown) => error);
  expect(isRpcError(failure, 'RESPONSE_INVALID')).toBe(true);
});

test.each<[string, unknown]>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['""', ''],
  ['{}', {}],
  ['[]', []],
  [' [ 1 , 2 ] ', [1, 2]],
  ['{ "a" : 1 , "b" : [ ] }', { a: 1, b: [] }],
  ['[true ,false ,null ,7 ]', [true, false, null, 7]],
  ['[true,false,null,7]', [true, false, null, 7]],
  ['{"a":true,"b":false,"c":null,"d":7}', { a: true, b: false, c: null, d: 7 }],
  ['[true\n,false\t]', [true, false]],
  ['{"a":{"b":{"c":[]}}}', { a: { b: { c: [] } } }],
  [String.raw`["\"","\\","a\\","\\\""]`, ['"', '\\', 'a\\', '\\"']],
  ['["null","true","1","]","}"]', ['null', 'true', '1', ']', '}']],
  ['{"]":1,"}":2,"[":3}', { ']': 1, '}': 2, '[': 3 }],
  ['-9007199254740993', -9_007_199_254_740_993n],
  ['-1e22', -(10n ** 22n)],
  ['[0.00012,1.500,0.10,100,1200e-2,-0.0,-0e-5]', [0.00012, 1.5, 0.1, 100, 12, 0, 0]],
])('a client parses %s', async (text, value) => {
  expect((await exchange(text)).json).toStrictEqual(value);
});

test.each([
  ['as deep as 256 lists', `${'['.repeat(256)}${']'.repeat(256)}`],
  ['as deep as 256 objects', `${'{"a":'.repeat(255)}{}${'}'.repeat(255)}`],
  ['300 lists beside each other', `[${'[],'.repeat(300)}1]`],
  ['300 objects beside each other', `[${'{},'.repeat(300)}1]`],
  ['300 lists that end with a string', `[${'["a"],'.repeat(300)}1]`],
  ['brackets within a string', `["${'[{'.repeat(300)}"]`],
  ['brackets behind an escaped quote', String.raw`["\"${'[{'.repeat(300)}"]`],
])('a client parses %s', async (_, text) => {
  expect((await exchange(text)).json).toEqual(JSON.parse(text));
});

test.each([`${'{"a":'.repeat(256)}{}${'}'.repeat(256)}`, '[],'.repeat(9), '['.repeat(300), `["${'a'.repeat(9)}`])(
  'a client rejects what nests too deeply or breaks off: %s',
  async (text) => {
    const failure = await exchange(text).catch((error: unknown) => error);
    expect(isRpcError(failure, 'RESPONSE_NOT_JSON')).toBe(true);
  },
);

test('a client writes strings, numbers, booleans and lists as JSON, and leaves out undefined values', async () => {
  const body = { a: 'x"y', b: 1.5, c: true, d: [1, 'z', []], e: undefined, f: { g: undefined } };
  expect((await exchange('{}', body)).sent).toBe(JSON.stringify(body));
});

test('a client keeps keys that objects have by themselves apart from them', async () => {
  const text = '{"__proto__":{"balance":5},"constructor":1,"hasOwnProperty":2,"toString":3}';
  const { json } = await exchange(text);
  expect(Object.entries(json as object)).toEqual(Object.entries(JSON.parse(text)));
  expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
  const property = Object.getOwnPropertyDescriptor(json, '__proto__');
  expect(property).toEqual({ value: { balance: 5 }, writable: true, enumerable: true, configurable: true });
});

test('a client rejects a duplicate key, even if the two are escaped differently', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        anyText({ maxLength: 8 }),
        fc.constantFrom('__proto__', 'constructor', '12345678901234567890', '7', '-0'),
      ),
      fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 4 }),
      fc.constantFrom('1', '9007199254740993', '"x"', '[{"a":":"}]'),
      fc.nat(2),
      async (key, others, value, depth) => {
        const escaped = key
          .split('')
          .map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join('');
        const entries = others.filter((other) => other !== key).map((other) => `${JSON.stringify(other)}:${value}`);
        const object = (members: string[]) => `${'[{"o":'.repeat(depth)}{${members.join(',')}}${'}]'.repeat(depth)}`;
        const first = `${JSON.stringify(key)}:${value}`;
        await expect(exchange(object([first, ...entries]))).resolves.toBeDefined();
        const failure = await exchange(object([first, ...entries, `"${escaped}" :${value}`])).catch((e: unknown) => e);
        expect(isRpcError(failure, 'RESPONSE_NOT_JSON')).toBe(true);
      },
    ),
    { numRuns: scaled(300) },
  ));
