import { readFileSync } from 'node:fs';
import { scaled } from '@coin/test-kit/scaled';
import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toJSONSchema } from 'zod/mini';
import { runCommand } from '../../src/command/run-command.ts';
import { createMockNode, isMockNodeError, type NetworkDescription } from '../../src/index.ts';
import { createNetworkSchema } from '../../src/network/parse-network-description.ts';
import { readRecordedChain } from '../support/recorded-chain.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const folder = `${import.meta.dirname}/../..`;
const readText = (file: string): string => readFileSync(`${folder}/${file}`, 'utf8');

/** What the docstring of each member of a description says. */
const docs = new Map(
  [...readText('src/network/network-description.ts').matchAll(/\/\*\*((?:(?!\*\/).)*)\*\/\s+readonly (\w+)/gs)].map(
    ([, doc = '', name = '']) => [name, doc.replaceAll(/\s*\*?\s+/g, ' ').trim()],
  ),
);

const generated = toJSONSchema(createNetworkSchema(), {
  io: 'input',
  target: 'draft-7',
  unrepresentable: 'any',
  override({ jsonSchema }) {
    // JSON has no bigints.
    const written = jsonSchema.anyOf?.filter((member) => Object.keys(member).length > 0);
    if (written !== undefined) jsonSchema.anyOf = written;
  },
});

const withDoc = (name: string, member: Json): Json =>
  docs.has(name) ? { ...Object(member), description: docs.get(name) } : member;

test('the published schema is the one that the node parses with', async () => {
  const $id = 'https://unpkg.com/@coin/mock-node/network.schema.json';
  const published = { $id, title: 'A network for @coin/mock-node', ...generated };
  const text = JSON.stringify(published, (key, value: { readonly [name: string]: Json }) =>
    key === 'properties'
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withDoc(name, member)]))
      : value,
  );
  await expect(`${text}\n`).toMatchFileSnapshot(`${folder}/network.schema.json`);
});

const matchesSchema = new Ajv().compile(generated);

/** Why the node rejects a description; undefined if it accepts it. */
function refusalOf(network: unknown): { readonly path: string; readonly expected: string } | undefined {
  try {
    createMockNode({ network: network as NetworkDescription });
    return undefined;
  } catch (error) {
    if (isMockNodeError(error, 'CONFIG_INVALID')) return error.context;
    throw error;
  }
}

async function printedPreset(name: string): Promise<Json> {
  let text = '';
  await runCommand(['--print-config', name], { print: (part) => (text += part), printProblem: () => undefined });
  return JSON.parse(text) as Json;
}

const documented = [...readText('../../docs/guides/describe-a-network.md').matchAll(/```json\n(.*?)\n```/gs)].map(
  ([, text = '']) => JSON.parse(text) as Json,
);
const recorded = readRecordedChain('mainnet-edge-1').network as unknown as Json;
const described = [
  ...documented,
  recorded,
  await printedPreset('spec'),
  await printedPreset('mainnet'),
  await printedPreset('private'),
];

test('the schema and the node accept the documented examples, the presets and a recorded network', () => {
  expect(documented.length).toBeGreaterThan(0);
  for (const network of described) {
    expect([matchesSchema(network), matchesSchema.errors]).toEqual([true, null]);
    expect(refusalOf(network)).toBeUndefined();
  }
});

/** Every place in a description, as the keys that lead there. */
function placesIn(json: Json, path: readonly string[] = []): string[][] {
  const below = typeof json === 'object' && json !== null ? Object.entries(json) : [];
  return [[...path], ...below.flatMap(([key, value]) => placesIn(value, [...path, key]))];
}

/** A copy in which the value at a place is another, or is missing where there is none. */
function withValue(json: Json, [key, ...rest]: readonly string[], value: Json | undefined): Json | undefined {
  if (key === undefined || typeof json !== 'object' || json === null) return value;
  const copy = structuredClone(json) as { [key: string]: Json };
  const below = copy[key] === undefined && rest.length > 0 ? {} : (copy[key] ?? null);
  const changed = withValue(below, rest, value);
  if (changed !== undefined) copy[key] = changed;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}

const ADDRESS = 'TLLFFhmkB5hLo2TGsSpKSRoQEQ7Z1ydokw';
const newKeyNames = ['about', '$schema', 'supportconstant', 'getEnergyFee', 'getNothing', 'accountName'];
/** What is right in one place and wrong in another, at the edges and beyond. */
const edges: readonly Json[] = [
  null,
  true,
  'x',
  '',
  -1,
  0,
  1,
  10,
  11,
  3000,
  2_999_999,
  3_000_000,
  2 ** 31,
  2 ** 53,
  1.5,
  31_536_000_001,
  '-0',
  '-1',
  '0',
  '5',
  '05',
  '+5',
  '1e3',
  '5.0',
  '31536000001',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '99999999999999999999',
  ADDRESS,
  ADDRESS.replace(/w$/, 'x'),
  `41${'ab'.repeat(20)}`,
  `41${'AB'.repeat(20)}`,
  `42${'ab'.repeat(20)}`,
  'ab'.repeat(32),
  'Ab'.repeat(32),
  'ab'.repeat(31),
  [],
  {},
];
const values = fc.oneof(
  fc.constantFrom(...edges),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String),
  fc.maxSafeInteger(),
  fc.jsonValue().map((value) => value as Json),
);
const newKeys = fc.constantFrom(...newKeyNames);

const damaged = fc
  .record({
    network: fc.constantFrom(...described),
    changes: fc.array(
      fc.record({
        at: fc.nat(),
        key: fc.option(newKeys, { nil: undefined, freq: 4 }),
        value: fc.option(values, { nil: undefined, freq: 5 }),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  })
  .map(({ network, changes }) =>
    changes.reduce((json, { at, key, value }) => {
      const places = placesIn(json);
      const place = places[at % places.length] ?? [];
      return withValue(json, key === undefined ? place : [...place, key], value) ?? null;
    }, network),
  );

/** The value that a path as in `genesis.assets[0].address` leads to. */
const valueAt = (json: Json, path: string): unknown =>
  path.split(/[.[\]]+/).reduce((value: unknown, key) => (key === '' ? value : Object(value)[key]), json);

function expectAgreement(network: Json): void {
  const refusal = refusalOf(network);
  if (refusal === undefined) expect([network, matchesSchema(network)]).toEqual([network, true]);
  else if (matchesSchema(network)) {
    // The range of a number that is written as a text, also of an unknown parameter; the checksum of an address; and the
    // three named accounts.
    const isText = typeof valueAt(network, refusal.path) === 'string';
    expect(refusal.expected).toMatch(
      isText ? /^(an integer from |0, because |one of |an address)/ : /^a list with accounts/,
    );
  }
}

test('the schema and the node agree on the documented example with any one value changed, added or left out', () => {
  const [example = null] = documented;
  const places = placesIn(example);
  for (const place of places) {
    for (const value of [undefined, ...edges]) expectAgreement(withValue(example, place, value) ?? null);
    for (const key of newKeyNames) expectAgreement(withValue(example, [...place, key], 1) ?? null);
  }
  expect(places.length).toBeGreaterThan(40);
});

test("the schema and the node agree on damaged descriptions, except for the schema's rules for texts", () => {
  fc.assert(fc.property(damaged, expectAgreement), { numRuns: scaled(300) });
});
