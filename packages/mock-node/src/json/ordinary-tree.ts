import { type EnumSchema, type MessageInit, type MessageSchema, type NamedField } from '../protocol/messages/schema.ts';
import { create } from '../protocol/messages/wire.ts';
import { isJsonArray, type JsonObject, type JsonValue } from './json-value.ts';
import { ordinaryValue } from './ordinary-object.ts';
import { type PrintOptions } from './protobuf-printer.ts';

type Fields = Record<string, unknown>;
type Schema = MessageSchema<unknown>;

/**
 * Reads the message of an object with nested objects and lists, as the protobuf-JSON reader reads it from the output of
 * `writeJson`.
 *
 * @returns undefined unless everything is ordinary: names that are identifiers, strings without escapes, integers of at
 * most 15 digits, true, false, and names of enumerations as they are printed.
 */
export function readOrdinaryTree<T>(
  schema: MessageSchema<T>,
  object: JsonObject,
  options: PrintOptions,
): T | undefined {
  const fields = fieldsOf(schema, object, options);
  return fields && create(schema, fields as MessageInit<T>);
}

function fieldsOf(schema: Schema, object: JsonObject, options: PrintOptions): Fields | undefined {
  const fields: Fields = {};
  for (const [name, given] of object) {
    if (!identifier.test(name)) return undefined;
    const field = schema.byName.get(name);
    if (field === undefined) {
      if (!isOrdinaryScalar(given)) return undefined;
      continue;
    }
    const value = field.repeated ? elementsOf(field, given, options) : valueOf(field, given, options);
    if (value === undefined) return undefined;
    fields[name] = value;
  }
  return fields;
}

function elementsOf(field: NamedField, given: JsonValue, options: PrintOptions): readonly unknown[] | undefined {
  if (!isJsonArray(given)) return undefined;
  const elements = given.map((element) => valueOf(field, element, options));
  return elements.includes(undefined) ? undefined : elements;
}

function valueOf(field: NamedField, given: JsonValue, options: PrintOptions): unknown {
  if (field.kind === 'message') return given instanceof Map ? fieldsOf(field.schema, given, options) : undefined;
  if (!isOrdinaryScalar(given)) return undefined;
  return field.kind === 'enum' ? printedEnum(field.enumeration, given) : ordinaryValue(field, given, options);
}

/** The reader capitalizes a lower-case first letter of a name. */
function printedEnum({ byName }: EnumSchema, given: JsonValue): number | undefined {
  return typeof given === 'string' && identifier.test(given) && /[^a-z]/.test(given) ? byName.get(given) : undefined;
}

const identifier = /^[A-Za-z_]\w*$/;
// oxlint-disable-next-line no-control-regex
const escaped = /["\\\0-\x1f\x7f-\x9f\u2028\u2029]/;
const LIMIT = 10n ** 15n;

function isOrdinaryScalar(given: JsonValue): boolean {
  if (typeof given === 'string') return !escaped.test(given);
  if (typeof given === 'bigint') return -LIMIT < given && given < LIMIT;
  return typeof given === 'boolean';
}
