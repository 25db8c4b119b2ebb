// Readers of the parameters of `/tre`, in TRE's words. Each takes a JSON value as a text, as TRE's reader does.
import { isJsonArray, writeJson, type JsonValue } from '../http/json/json-value.ts';
import { MAX_INT64, MIN_INT64 } from '../protocol/java/long.ts';
import { InvalidParamsError } from './json-rpc.ts';

const invalid = (problem: string): never => {
  throw new InvalidParamsError(problem);
};

function textOf(value: JsonValue): string | undefined {
  if (value === null) return undefined;
  if (value instanceof Map || isJsonArray(value)) return invalid('method parameters invalid');
  return typeof value === 'string' ? value : writeJson(value);
}

/** An integer: a number, or a text in decimal or, after 0x, in hexadecimal. Null is −1, which no method accepts. */
function decodeLong(value: JsonValue): bigint {
  const text = textOf(value);
  if (text === undefined) return -1n;
  if (!/^(-?\d{1,100}|0[xX][0-9a-fA-F]{1,100})$/.test(text)) return invalid('integer decode error');
  const integer = BigInt(text);
  return integer > MAX_INT64 || integer < MIN_INT64 ? invalid('integer decode error') : integer;
}

/** An integer of 32 bits. */
export function decodeInt(value: JsonValue): number {
  const integer = decodeLong(value);
  return integer === BigInt.asIntN(32, integer) ? Number(integer) : invalid('integer decode error');
}
