import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeJson, type JsonValue } from '../../src/json/json-value.ts';
import {
  bodyRules,
  parseJson,
  parseJsonObject,
  readJson,
  standardRules,
  unlimitedRules,
  type JsonRules,
} from '../../src/json/read-json.ts';

const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
/** A list of numbers: with its brackets, it has this many tokens. */
const tokens = (count: number): string => `[${'1,'.repeat(count - 2).slice(0, -1)}]`;

const written = (text: string, rules: JsonRules): string => writeJson(readJson(text, rules) as JsonValue);

describe('a body of HTTP', () => {
  test.each<[string, string]>([
    ['{a:1,$b_1:2}', '{"a":1,"$b_1":2}'],
    ['{1:2,a-b:3,é:4,#@*+:5}', '{"1":2,"a-b":3,"é":4,"#@*+":5}'],
    [`{'a':'it\\'s "x"'}`, String.raw`{"a":"it's \"x\""}`],
    ['[1,2,]', '[1,2]'],
    ['{"a":1,}', '{"a":1}'],
    ['[+1,-1,007,-0]', '[1,-1,7,0]'],
    ['[.5,-.5,5.,+1.50,1e3,100.0,0.0]', '[0.5,-0.5,5,1.5,1E+3,1E+2,0]'],
    ['"a\tb\nc"', String.raw`"a\tb\nc"`],
    [String.raw`"\b\t\n\f\r\"\/\\\u00e9"`, String.raw`"\b\t\n\f\r\"/\\é"`],
    ['/* a */ [ // b\n 1 /**/ , 2 ] // c', '[1,2]'],
    ['{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'],
    ['{"@type":"x"}', '{"@type":"x"}'],
    ['{"a":1} {', '{"a":1}'],
    ['{} x', '{}'],
    ['null x', 'null'],
  ])('may be %s', (text, expected) => {
    expect(written(text, bodyRules)).toBe(expected);
  });

  test.each([
    'hello',
    '{',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":"b',
    '{"a" "b"}',
    '{"a":1 "b":2}',
    '{,}',
    '[,]',
    '[1,,2]',
    '{"a":1,,"b":2}',
    '{"a":NULL}',
    '{"a":True}',
    '{"a":nul}',
    '{"a":truex}',
    '{"a":undefined}',
    '{"a":NaN}',
    '{"a":Infinity}',
    '{"a":x}',
    '{"a":0x1}',
    '{"a":1L}',
    '{"a":-}',
    '{"a":+}',
    '{"a":.}',
    '{"a":1e}',
    '{"a":--1}',
    '{"a":1e2147483648}',
    '{"a":new Date(1)}',
    '{a b:1}',
    '{"a":\\u0041}',
    String.raw`{"a":"\q"}`,
    String.raw`{"a":"\x41"}`,
    String.raw`{"a":"\u00"}`,
    String.raw`{"a":"\u-041"}`,
    '1x',
    '1/**/',
    '/* open',
    '/',
    '# comment\n1',
    '\ufeff{}',
    '\f{}',
  ])('cannot be %s', (text) => {
    expect(() => readJson(text, bodyRules)).toThrow(
      expect.objectContaining({ javaClass: 'org.tron.json.JSONException' }),
    );
  });

  test.each([
    ['levels', 100, lists],
    ['tokens', 100_000, tokens],
    ['characters in a number', 1000, (length: number) => '1'.repeat(length)],
  ] as const)('has at most so many %s: %d', (_, most, write) => {
    expect(written(write(most), bodyRules)).toBe(write(most));
    expect(() => readJson(write(most + 1), bodyRules)).toThrow(/\d/);
  });

  test('counts for nothing if it is blank or null', () => {
    for (const text of ['', ' \n\u0001', 'null', ' null ']) expect(parseJsonObject(text, bodyRules)).toBeUndefined();
    for (const text of ['[]', 'true', '1', '"a"'])
      expect(() => parseJsonObject(text)).toThrow('can not cast to JSONObject.');
    expect(parseJson(tokens(200_000))).toHaveLength(199_998);
  });
});

const json = fc.json({ maxDepth: 4 }).filter((text) => !/-?\d[.e]|-0/.test(text));

test('reads JSON as JSON.parse does, in every dialect', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(bodyRules, standardRules, unlimitedRules), (text, rules) => {
      expect(JSON.parse(written(text, rules))).toEqual(JSON.parse(text));
    }),
    { numRuns: scaled(300) },
  );
});

test('reads damaged JSON as standard only if it begins with a value', () => {
  const damaged = fc
    .tuple(
      json,
      fc.nat(100),
      fc.nat(3),
      fc.constantFrom('', '"', ',', '}', '{', ':', '\\', '\u0000', '1', "'", '+', '//'),
    )
    .map(
      ([text, at, length, piece]) => text.slice(0, at % text.length) + piece + text.slice((at % text.length) + length),
    );
  fc.assert(
    fc.property(damaged, (text) => {
      let read: JsonValue | undefined;
      try {
        read = readJson(text, standardRules);
      } catch {
        return;
      }
      if (read === undefined) {
        expect(text.trim()).toBe('');
        return;
      }
      const ends = Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1));
      const value = JSON.stringify(JSON.parse(writeJson(read)));
      const isPrefix = ends.some((prefix) => {
        try {
          return JSON.stringify(JSON.parse(prefix)) === value;
        } catch {
          return false;
        }
      });
      expect(isPrefix, text).toBe(true);
    }),
    { numRuns: scaled(300) },
  );
});
