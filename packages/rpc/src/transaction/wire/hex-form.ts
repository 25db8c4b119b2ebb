import { addressToHex } from '../../address/address.ts';
import { bytesToHex } from '../../encoding/hex.ts';
import { type JsonObject, type JsonValue } from '../../encoding/json.ts';
import { type MessageLayout } from './message-layout.ts';

/** A contract's fields as with visible false: its addresses in 41-hex, its text in hex. */
export function hexForm(layout: MessageLayout, json: JsonObject): JsonObject {
  const entries = layout.map(([, name, kind, fields]): [string, JsonValue | undefined] => {
    const value = json[name];
    if (value === undefined) return [name, value];
    if (kind === 'address') return [name, addressToHex(value as string)];
    if (kind === 'text') return [name, bytesToHex(new TextEncoder().encode(value as string))];
    if (kind === 'message') return [name, hexForm(fields, value as JsonObject)];
    if (kind !== 'repeated') return [name, value];
    return [name, (value as JsonObject[]).map((item) => hexForm(fields, item))];
  });
  return Object.fromEntries(entries);
}
