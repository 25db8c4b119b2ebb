import { globSync, readFileSync } from 'node:fs';
import * as fee from '@coin/fee';
import * as resources from '@coin/fee/resources';
import { describe, expect, test } from 'vitest';

interface Vectors {
  readonly version: number;
  readonly about: string;
  readonly cases: readonly { name: string; function: string; input: readonly unknown[]; expected: unknown }[];
}

const FOLDER = `${import.meta.dirname}/../vectors`;
const functions: Readonly<Record<string, unknown>> = { ...fee, ...resources };

/** Strings of digits are integers. */
const parse = (text: string): Vectors =>
  JSON.parse(text, (_, value: unknown) => (typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : value));

const files = globSync('*.json', { cwd: FOLDER }).filter((file) => file !== 'schema.json');

test('the schema has the format that is checked here', () => {
  const { properties } = JSON.parse(readFileSync(`${FOLDER}/schema.json`, 'utf8'));
  expect(Object.keys(properties)).toEqual(['version', 'about', 'cases']);
  expect(properties.version).toEqual({ const: 1 });
  expect(properties.cases.items.required).toEqual(['name', 'function', 'input', 'expected']);
});

test('the README lists the files of vectors', () => {
  const listed = readFileSync(`${FOLDER}/README.md`, 'utf8').matchAll(/^\| `([a-z-]+\.json)` \|/gm);
  expect(new Set([...listed].map(([, file]) => file))).toEqual(new Set(files));
});

describe.each(files)('the vectors of %s', (file) => {
  const { version, about, cases, ...more } = parse(readFileSync(`${FOLDER}/${file}`, 'utf8'));

  test('have the format of the schema', () => {
    expect({ version, about, more }).toEqual({ version: 1, about: expect.any(String), more: {} });
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    for (const each of cases) expect(Object.keys(each)).toEqual(['name', 'function', 'input', 'expected']);
  });

  test('match the results of the functions', () => {
    expect(cases.length).toBeGreaterThan(file === 'decisions.json' ? 4 : 20);
    for (const { name, function: called, input, expected } of cases) {
      const run = functions[called] as (...args: readonly unknown[]) => unknown;
      expect(run(...input), name).toEqual(expected);
    }
  });
});
