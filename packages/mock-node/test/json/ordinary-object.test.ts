import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJsonObject } from '../../src/json/fastjson-reader.ts';
import { readOrdinaryFields, readOrdinaryObject } from '../../src/json/ordinary-object.ts';
import { parseMessage } from '../../src/json/protobuf-parser.ts';
import { BytesMessage, NumberMessage } from '../../src/protocol/messages/api-messages.ts';
import { contractSchemas } from '../../src/protocol/messages/contract-schemas.ts';
import { Account } from '../../src/protocol/messages/messages.ts';
import { type MessageSchema } from '../../src/protocol/messages/schema.ts';
import { create } from '../../src/protocol/messages/wire.ts';
import { readRecording } from '../support/recordings.ts';

const schemas: readonly MessageSchema<unknown>[] = [...contractSchemas.values(), Account, BytesMessage, NumberMessage];

/** Holds both readings of a text against the node's readers; tells how many messages were read. */
function compareReadings(text: string): { readonly isOrdinary: boolean; readonly messages: number } {
  const object = readOrdinaryObject(text);
  if (object === undefined) return { isOrdinary: false, messages: 0 };
  expect([...object]).toEqual([...(parseJsonObject(text) ?? [])]);
  let messages = 0;
  for (const schema of schemas) {
    if (![...object.keys()].some((name) => schema.byName.has(name))) continue;
    for (const visible of [true, false]) {
      const message = readOrdinaryFields(schema, object, { visible });
      if (message === undefined) continue;
      expect(create(schema, message)).toEqual(parseMessage(schema, text, { visible }));
      messages++;
    }
  }
  return { isOrdinary: true, messages };
}

const names = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(...new Set(schemas.flatMap(({ fields }) => fields.map(({ name }) => name)))),
  },
  fc.constantFrom('visible', '_', 'unknown_1', '__proto__', '1', 'a-b', 'a.b', 'é', '', '$ref', '@type'),
);
const integers = fc.oneof(
  fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }),
  fc.constantFrom(0n, 2n ** 31n - 1n, 2n ** 31n, -(2n ** 31n), -(2n ** 31n) - 1n, 10n ** 15n - 1n, 10n ** 15n),
);
const values = fc.oneof(
  fc
    .constantFrom('TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi', 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvv1', '0x41AB', 'ENERGY')
    .map((text) => JSON.stringify(text)),
  fc.uint8Array({ maxLength: 22 }).map((bytes) => `"${Buffer.from(bytes).toString('hex')}"`),
  fc.string({ unit: 'binary', maxLength: 6 }).map((text) => `"${text}"`),
  fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => JSON.stringify(text)),
  integers.map(String),
  fc.boolean().map(String),
  fc.constantFrom('-0', '00', '01', '0x10', '+1', '1.5', '1e3', 'null', '[]', '{}', "'a'", 'tru', '"a" // "', '#'),
);
const blanks = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom('', ' ', '\n', '\t', '\r') },
  { weight: 1, arbitrary: fc.constantFrom('\f', '\v', '\b', '\u00a0', '\ufeff', '/**/', '//\n', '#\n') },
);
const members = fc
  .tuple(blanks, names, blanks, blanks, values, blanks)
  .map(([before, name, afterName, colon, value, after]) =>
    [before, `"${name}"`, afterName, ':', colon, value, after].join(''),
  );
const objects = fc
  .tuple(blanks, fc.array(members, { maxLength: 5 }), blanks)
  .map(([before, list, after]) => `${before}{${list.join()}}${after}`);
/** Objects with a piece cut out or replaced. */
const damaged = fc
  .tuple(objects, fc.nat(200), fc.nat(3), fc.constantFrom('', '"', ',', '}', '{', ':', '\\', '\u0000', '1', 't'))
  .map(
    ([text, at, length, piece]) =>
      text.slice(0, at % (text.length + 1)) + piece + text.slice((at % (text.length + 1)) + length),
  );

test('an object is read as the node’s readers read it, or left to them', () => {
  fc.assert(
    fc.property(fc.oneof(objects, damaged), (text) => void compareReadings(text)),
    { numRuns: scaled(1000) },
  );
});

test('an object of one member is read as the node’s readers read it, or left to them', () => {
  fc.assert(
    fc.property(members, (member) => void compareReadings(`{${member}}`)),
    { numRuns: scaled(1000) },
  );
});

test('the recorded bodies are read as the node’s readers read them, and most of them in one go', () => {
  const exchanges = (['mainnet', 'private', 'noestimate', 'noconstant'] as const).flatMap(
    (name) => readRecording(name).exchanges,
  );
  const bodies = [...new Set(exchanges.flatMap(({ body }) => body ?? []))];
  const readings = bodies.map(compareReadings);
  const ordinary = readings.filter(({ isOrdinary }) => isOrdinary).length;
  expect(ordinary).toBeGreaterThan(bodies.length / 2);
});

test.each([
  ['{"address":"TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi","visible":true}', true],
  [' { "owner_address" : "41ab", "amount" : -5 } \n', true],
  ['{"a":1,"a":2}', false],
  ['{"a":-0}', false],
  ['{"a":1234567890123456}', false],
  ['{"a":"\\u0041"}', false],
  ['{"a":1,}', false],
  ['{"a":1}{', false],
  ['{}', false],
  ['', false],
])('whether %s is ordinary: %j', (text, expected) => {
  expect(compareReadings(text).isOrdinary).toBe(expected);
});

test('leaves a message to the faithful reader if that would reject a member', () => {
  const read = (schema: MessageSchema<unknown>, object: Record<string, string | bigint | boolean>, visible: boolean) =>
    readOrdinaryFields(schema, new Map(Object.entries(object)), { visible });
  expect(read(Account, { address: 'zz' }, false)).toBeUndefined();
  expect(read(Account, { address: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvv1' }, true)).toBeUndefined();
  expect(read(Account, { balance: '1' }, false)).toBeUndefined();
  expect(read(NumberMessage, { num: true }, false)).toBeUndefined();
});
