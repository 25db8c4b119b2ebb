import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase58 } from '../protocol/address.ts';
import { type MessageInit, type MessageSchema, type NamedField } from '../protocol/schema.ts';
import { hexFromText } from './hex-text.ts';
import { type JsonObject, type JsonValue } from './json-value.ts';

const blanks = String.raw`[ \t\n\r]*`;
const name = String.raw`"([A-Za-z_]\w*)"`;
const value = String.raw`(?:"([^"\\\0-\x1f]*)"|(0|-?[1-9]\d{0,14})|(true|false))`;

/**
 * A member of an ordinary object: a string without escapes, an integer of at most 15 digits, true or false, under a
 * name that is an identifier.
 */
const ordinaryMember = /* @__PURE__ */ new RegExp(`${blanks}${name}${blanks}:${blanks}${value}${blanks}`, 'y');
const ordinaryStart = /[ \t\n\r]*\{/y;
const ordinaryEnd = /\}[ \t\n\r]*$/y;

/**
 * Reads what almost every client sends: an object of ordinary members with different names. Both of the node's readers
 * agree with each other and with `JSON.parse` on it, so that it can be read once, without their tolerance and without
 * their errors.
 *
 * @returns undefined for any other text, valid or not.
 */
export function readOrdinaryObject(text: string): JsonObject | undefined {
  const object: JsonObject = new Map();
  ordinaryStart.lastIndex = 0;
  if (!ordinaryStart.test(text)) return undefined;
  ordinaryMember.lastIndex = ordinaryStart.lastIndex;
  for (;;) {
    const [, key, string, integer, word] = ordinaryMember.exec(text) ?? [];
    if (key === undefined || object.has(key)) return undefined;
    object.set(key, string ?? (integer === undefined ? word === 'true' : BigInt(integer)));
    const end = ordinaryMember.lastIndex;
    if (text[end] === ',') ordinaryMember.lastIndex = end + 1;
    else {
      ordinaryEnd.lastIndex = end;
      return ordinaryEnd.test(text) ? object : undefined;
    }
  }
}

/**
 * The fields of an ordinary object, as the protobuf-JSON reader reads them from its text; those that are not given are
 * not in it.
 *
 * @returns undefined where that reader would refuse a member, and for the kinds of fields that are left to it.
 */
export function readOrdinaryFields<T>(
  schema: MessageSchema<T>,
  object: JsonObject,
  options: { readonly visible: boolean },
): MessageInit<T> | undefined {
  const fields: Record<string, unknown> = {};
  for (const [key, given] of object) {
    const field = schema.byName.get(key);
    // The reader skips the members that it does not know.
    if (field === undefined) continue;
    const read = field.repeated ? undefined : ordinaryValue(field, given, options);
    if (read === undefined) return undefined;
    fields[key] = read;
  }
  return fields as MessageInit<T>;
}

/** The value of a field from one of an ordinary member; undefined where it is not one of the field's kind. */
export function ordinaryValue(
  { kind }: NamedField,
  given: JsonValue,
  { visible }: { readonly visible: boolean },
): string | bigint | number | boolean | undefined {
  if (typeof given === 'string') {
    if (kind === 'string') return given;
    if (kind === 'address') return visible ? fromBase58(given) : hexFromText(given);
    if (kind === 'text') return visible ? bytesToHex(utf8ToBytes(given)) : hexFromText(given);
    return kind === 'bytes' ? hexFromText(given) : undefined;
  }
  if (typeof given === 'bigint') {
    if (kind === 'int64') return given;
    return kind === 'int32' && BigInt.asIntN(32, given) === given ? Number(given) : undefined;
  }
  return kind === 'bool' && typeof given === 'boolean' ? given : undefined;
}
