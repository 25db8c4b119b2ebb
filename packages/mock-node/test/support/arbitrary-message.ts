import * as fc from 'fast-check';
import { type MessageSchema, type NamedField } from '../../src/protocol/messages/schema.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const hex = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('hex'));

function arbitraryValue(field: NamedField): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'int64':
      return int64;
    case 'int32':
    case 'enum':
      return int32;
    case 'bool':
      return fc.boolean();
    case 'string':
      return fc.string({ unit: 'grapheme' });
    case 'message':
      return arbitraryMessage(field.schema);
    case 'map':
      return fc.record({
        key: field.entry.key === 'int64' ? int64 : fc.string(),
        value: field.entry.value === 'int64' ? int64 : fc.string(),
      });
    case 'bytes':
    case 'address':
    case 'text':
      return hex;
  }
}

function arbitraryField(field: NamedField): fc.Arbitrary<unknown> {
  const value = arbitraryValue(field);
  if (field.kind === 'map') {
    return fc.uniqueArray(value as fc.Arbitrary<{ key: unknown }>, { maxLength: 3, selector: ({ key }) => key });
  }
  return field.repeated ? fc.array(value, { maxLength: 3 }) : value;
}

/** A message of any schema, with any of its fields. */
export function arbitraryMessage(schema: MessageSchema<unknown>): fc.Arbitrary<object> {
  const fields = Object.fromEntries(schema.fields.map((field) => [field.name, arbitraryField(field)]));
  return fc.record(fields, { requiredKeys: [] });
}
