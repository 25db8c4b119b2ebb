import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase58 } from '../protocol/address.ts';
import { type MessageInit, type MessageSchema, type NamedField } from '../protocol/messages/schema.ts';
import { hexFromText } from './hex-text.ts';
import { type JsonObject, type JsonValue } from './json-value.ts';

const blanks = String.raw`[ \t\n\r]*`;
const name = String.raw`"([A-Za-z_]\w*)"`;
const value = String.raw`(?:"([^"\\\0-\x1f]*)"|(0|-?[1-9]\d{0,14})|(true|false))`;

/**
 * A member of an ordinary object: a string without escapes, an integer of at most 15 digits, true or false. Its name is
 * an identifier.
 */
const ordinaryMember = /* @__PURE__ */ new RegExp(`${blanks}${name}${blanks}:${blanks}${value}${blanks}`, 'y');
const ordinaryStart = /[ \t\n\r]*\{/y;
const ordinaryEnd = /\}[ \t\n\r]*$/y;

/**
 * Reads the JSON that almost every client sends: an object of ordinary members with distinct names. For it, both of the
 * node's readers and `JSON.parse` agree. It can therefore be read once, without the readers' tolerance and errors.
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
 * The given fields of an ordinary object, as the protobuf-JSON reader reads them from its text.
 *
 * @returns undefined if that reader would reject a member, and for field kinds that only it handles.
 */
export function readOrdinaryFields<T>(
  schema: MessageSchema<T>,
  object: JsonObject,
  options: { readonly visible: boolean },
): MessageInit<T> | undefined {
  const fields: Record<string, unknown> = {};
  for (const [key, given] of object) {
    const field = schema.byName.get(key);
    // The reader skips unknown members.
    if (field === undefined) continue;
    const read = field.repeated ? undefined : ordinaryValue(field, given, options);
    if (read === undefined) return undefined;
    fields[key] = read;
  }
  return fields as MessageInit<T>;
}

/** Converts an ordinary member to a field's value; undefined if it has the wrong kind. */
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
