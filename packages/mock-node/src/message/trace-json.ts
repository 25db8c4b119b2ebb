import { writeJson, type JsonValue } from '../json/json-value.ts';

/**
 * Formats a trace as JSON. Numbers of any size are integers, except words of the stack, which are hexadecimal with
 * `0x`.
 */
export function traceJson(trace: object): string {
  return writeJson(jsonValue(trace, ''));
}

function jsonValue(value: unknown, key: string): JsonValue {
  if (typeof value === 'bigint') return isWord(key) ? `0x${value.toString(16)}` : value;
  if (typeof value === 'number') return BigInt(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((item: unknown) => jsonValue(item, key));
  if (typeof value !== 'object' || value === null) return null;
  return new Map(Object.entries(value).map(([name, member]) => [name, jsonValue(member, name)]));
}

const isWord = (key: string): boolean => key === 'top' || key === 'stack';
