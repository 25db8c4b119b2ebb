import { isRpcError } from '@coin/rpc';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse } from '../support/client-with-answers.ts';
import { visitedCharacters } from '../support/visited-characters.ts';

/** Texts of a given length that cost a parser more than its length, if it looks back, tries again or nests. */
const hostileTexts: Readonly<Record<string, (length: number, unit: string) => string>> = {
  'a name of control characters beside an unsafe integer': (length) =>
    `{"n":9007199254740993,"name":"${'\\u0001'.repeat(length / 6)}"}`,
  'an unterminated string': (length) => `{"a":"${'x'.repeat(length)}`,
  'an unterminated string of escapes': (length) => `{"a":"${String.raw`\"`.repeat(length / 2)}`,
  'a string of backslashes': (length) => `{"a":"${'\\\\'.repeat(length / 2)}"}`,
  'quotes that never become keys': (length) => `[${'"" ,'.repeat(length / 4)}""]`,
  'keys followed by blanks': (length) => `{"a"${' '.repeat(length)}:1}`,
  'an unterminated list of strings': (length) => '["",'.repeat(length / 4),
  'a long number': (length) => `[${'1'.repeat(length)}]`,
  'a long fraction': (length) => `[0.${'1'.repeat(length)}e5]`,
  'a run of signs and digits': (length) => `[${'-1e+'.repeat(length / 4)}]`,
  'unsafe integers': (length) => `[${'9007199254740993,'.repeat(length / 17)}1]`,
  'many keys': (length) => `{${Array.from({ length: length / 16 }, (_, i) => `"key${i}":${i}`).join(',')}}`,
  'many empty objects': (length) => `[${'{},'.repeat(length / 3)}1]`,
  'opening brackets': (length) => '['.repeat(length),
  'deep objects': (length) => '{"a":'.repeat(length / 5),
  'balanced brackets': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  blanks: (length) => ' '.repeat(length),
  'blanks and a quote': (length) => `${' '.repeat(length)}"`,
  'an error of the node': (length) => `{"Error":"class ${'x'.repeat(length)} "}`,
  'an error with words of a limit': (length) => `{"Error":"${'suspended for 1'.repeat(length / 15)}"}`,
  'any unit, repeated': (length, unit) => unit.repeat(length / unit.length),
  'any unit in a string': (length, unit) => `{"a":9007199254740993,"b":"${unit.repeat(length / unit.length)}"}`,
  'any unit in a list': (length, unit) => `[${`${unit},`.repeat(length / (unit.length + 1))}${unit}]`,
};

const numberText = fc
  .tuple(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat({ max: 30 }))
  .chain(([value, digits]) =>
    fc.constantFrom(String(value), value.toExponential(), value.toExponential(digits), value.toPrecision(digits + 1)),
  );

const unitOfText = fc.oneof(
  numberText,
  fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'"\\[]{}:,-+.eE019 \n\u0001u'.split('')) }),
  fc.jsonValue().map((value) => JSON.stringify(value)),
);

/** Visited characters per character of an answer. */
async function visitsOf(text: string, status: number): Promise<number> {
  const answer = new Response(text, { status, headers: jsonResponse('').headers });
  const { client } = clientWithAnswers(answer);
  const { characters, longestMatched } = await visitedCharacters(async () => {
    try {
      await client.request('/wallet/getaccount', {});
    } catch (error) {
      if (!isRpcError(error)) throw error;
    }
  });
  expect(longestMatched).toBeLessThanOrEqual(2000);
  return (characters - 6000) / text.length;
}

test('a client visits each character of an ordinary answer at least once', async () => {
  for (const length of [10_000, 100_000]) {
    const text = `{"address":"${'x'.repeat(length)}","n":9007199254740993}`;
    expect(await visitsOf(text, 200)).toBeGreaterThanOrEqual(1);
  }
});

test('a client visits each character of a hostile text of 10 kB 16 times at most', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(hostileTexts)),
      unitOfText,
      fc.constantFrom(200, 404, 500),
      async (kind, unit, status) => {
        const text = hostileTexts[kind]?.(10_000, unit) ?? '';
        expect(await visitsOf(text, status), kind).toBeLessThanOrEqual(16);
      },
    ),
    { numRuns: scaled(100) },
  ));

/** Far more than the texts above, so a cost that grows faster than the text shows; 10 MB in `test:full`. */
const LONG = Math.min(scaled(500_000), 10_000_000);

test.each(Object.keys(hostileTexts))(
  'a client visits each character of a long text 16 times at most: %s',
  async (kind) => {
    const text = hostileTexts[kind]?.(LONG, '{"a":"\\u0001",') ?? '';
    expect(await visitsOf(text, 200)).toBeLessThanOrEqual(16);
  },
);
