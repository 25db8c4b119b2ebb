import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeJson, type JsonValue } from '../../src/json/json-value.ts';
import { readOrdinaryTree } from '../../src/json/ordinary-tree.ts';
import { parseMessage } from '../../src/json/protobuf-parser.ts';
import { contractSchemas } from '../../src/protocol/messages/contract-schemas.ts';
import { Transaction } from '../../src/protocol/messages/messages.ts';
import { type MessageSchema, type NamedField } from '../../src/protocol/messages/schema.ts';

const address = fc.constantFrom(
  'TLLFFhmkB5hLo2TGsSpKSRoQEQ7Z1ydokw',
  'TLLFFhmkB5hLo2TGsSpKSRoQEQ7Z1ydokx',
  `41${'ab'.repeat(20)}`,
);
const hex = fc.constantFrom('', '00ff', '0x1', 'ABC', '0a 0b', 'xy');
const odd = fc.constantFrom<JsonValue>(
  null,
  'a"b',
  'a\\b',
  'a\nb',
  '\u007f',
  '\u2028',
  '\ud800',
  2n ** 63n,
  10n ** 15n,
  { decimal: '1.5' },
  [],
  new Map(),
  new Map([['1', 2n]]),
  [null],
  true,
  'nan',
);
const number = fc.constantFrom(0n, 1n, -5n, 2n ** 31n, 999_999_999_999_999n);

function arbitraryValue(field: NamedField): fc.Arbitrary<JsonValue> {
  switch (field.kind) {
    case 'int64':
    case 'int32':
      return number;
    case 'bool':
      return fc.boolean();
    case 'string':
      return fc.oneof(fc.string(), fc.constantFrom('#', '/*', "'", '\u00e9'));
    case 'enum':
      return fc.constantFrom<JsonValue>(...Object.keys(field.enumeration.values), 'normal', 'account', 0n);
    case 'address':
      return address;
    case 'bytes':
    case 'text':
      return fc.oneof(hex, fc.constantFrom('name', '\u00e9'));
    case 'message':
      return arbitraryObject(field.schema, 4);
    case 'map':
      return fc.constantFrom<JsonValue>(
        [],
        new Map([
          ['key', 1n],
          ['value', 2n],
        ]),
      );
  }
}

/** Mostly fields of the message with values that fit; one in `strange` members has another name or another value. */
function arbitraryObject(schema: MessageSchema<unknown>, strange: number): fc.Arbitrary<Map<string, JsonValue>> {
  const members = schema.fields.map((field) => {
    const value = field.repeated ? fc.array(arbitraryValue(field), { maxLength: 2 }) : arbitraryValue(field);
    const given = fc.oneof({ weight: 20 * strange, arbitrary: value }, { weight: 1, arbitrary: odd });
    return fc.tuple(fc.constant(field.name), given);
  });
  const unknown = fc.tuple(fc.constantFrom('other', 'txID', 'a.b', '1', 'a b'), fc.oneof(number, hex, odd));
  const known = members.length === 0 ? unknown : fc.oneof(...members);
  const member = fc.oneof({ weight: 20 * strange, arbitrary: known }, { weight: 1, arbitrary: unknown });
  return fc.array(member, { maxLength: 5 }).map((list) => new Map<string, JsonValue>(list));
}

const schemas: readonly MessageSchema<unknown>[] = [Transaction, ...contractSchemas.values()];

/** A value that is ordinary for a field. */
function ordinaryValue(field: NamedField, visible: boolean): JsonValue {
  switch (field.kind) {
    case 'int64':
    case 'int32':
      return 5n;
    case 'bool':
      return true;
    case 'string':
      return 'word';
    case 'enum':
      return Object.keys(field.enumeration.values)[0] ?? '';
    case 'address':
      return visible ? 'TLLFFhmkB5hLo2TGsSpKSRoQEQ7Z1ydokw' : `41${'ab'.repeat(20)}`;
    case 'bytes':
      return '00ff';
    case 'text':
      return visible ? 'name' : '00ff';
    case 'message':
      return ordinaryTree(field.schema, visible);
    case 'map':
      return [];
  }
}

/** Every field of a message, with an ordinary value. */
function ordinaryTree(schema: MessageSchema<unknown>, visible: boolean): Map<string, JsonValue> {
  return new Map(
    schema.fields.map((field) => {
      const value = ordinaryValue(field, visible);
      return [field.name, field.repeated && field.kind !== 'map' ? [value, value] : value];
    }),
  );
}

test.each(schemas.flatMap((schema) => [true, false].map((visible) => [schema.name, visible, schema] as const)))(
  'reads all fields of an ordinary %s as the reader of texts does, with visible %j',
  (_, visible, schema) => {
    const object = ordinaryTree(schema, visible);
    expect(readOrdinaryTree(schema, object, { visible })).toEqual(parseMessage(schema, writeJson(object), { visible }));
  },
);

test('reads a tree as the reader of texts does, or leaves it to that reader', () => {
  const objects = fc
    .constantFrom(...schemas)
    .chain((schema) =>
      fc.record({ schema: fc.constant(schema), object: arbitraryObject(schema, 1), visible: fc.boolean() }),
    );
  fc.assert(
    fc.property(objects, ({ schema, object, visible }) => {
      const message = readOrdinaryTree(schema, object, { visible });
      if (message !== undefined) expect(message).toEqual(parseMessage(schema, writeJson(object), { visible }));
    }),
    { numRuns: scaled(1500) },
  );
});
