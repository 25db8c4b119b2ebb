import { toEvmAddress } from '../address/evm-address.ts';
import { argumentInvalid, hexArgument } from '../encoding/arguments.ts';
import { bytesToHex } from '../encoding/hex.ts';
import { countWords, type AbiType } from './abi-type.ts';

/** Hex digits of a word. */
const WORD = 64;

const encodeWord = (value: bigint | number): string => value.toString(16).padStart(WORD, '0');

/** Hex padded with zeros to whole words. */
const padWord = (hex: string): string => hex.padEnd(Math.ceil(hex.length / WORD) * WORD, '0');

/** Any bytes behind their count. */
const encodeBytes = (hex: string): string => encodeWord(hex.length / 2) + padWord(hex);

function encodeInteger(
  argument: string,
  { isNumber, min, max }: Extract<AbiType, { kind: 'integer' }>,
  value: unknown,
): string {
  const integer = isNumber && Number.isInteger(value) ? BigInt(value as number) : value;
  if (typeof integer !== 'bigint' || integer < min || integer > max)
    throw argumentInvalid(argument, value, `${isNumber ? 'an integer' : 'a bigint'} from ${min} to ${max}`);
  return encodeWord(BigInt.asUintN(256, integer));
}

function encodeText(argument: string, value: unknown): string {
  if (typeof value !== 'string') throw argumentInvalid(argument, value, 'a string');
  // TextEncoder would write another character for half of a pair; with the flag, whole pairs do not match.
  if (/[\ud800-\udfff]/u.test(value)) throw argumentInvalid(argument, value, 'a string without unpaired surrogates');
  return encodeBytes(bytesToHex(new TextEncoder().encode(value)));
}

function encodeArray(argument: string, type: Extract<AbiType, { kind: 'array' }>, value: unknown): string {
  const { item, length } = type;
  if (!Array.isArray(value) || (length !== undefined && value.length !== length))
    throw argumentInvalid(argument, value, `an array, ${type.type}`);
  const items = Array.from(value, (each: unknown, i) => encodeValue(`${argument}[${i}]`, item, each));
  const list = encodeList(
    items.map(() => item),
    items,
  );
  return length === undefined ? encodeWord(items.length) + list : list;
}

/** The items of a tuple: a list, or an object if all components have names. */
function tupleItems(
  argument: string,
  { items, names }: Extract<AbiType, { kind: 'tuple' }>,
  value: unknown,
): readonly unknown[] {
  if (Array.isArray(value) && value.length === items.length) return value;
  if (typeof value === 'object' && value !== null && names?.every((name) => Object.hasOwn(value, name)))
    return names.map((name) => (value as Record<string, unknown>)[name]);
  throw argumentInvalid(argument, value, `a tuple (${(names ?? items.map(({ type }) => type)).join(', ')})`);
}

/**
 * Hex of a value, without its offset. Accepts only unambiguous values: no number that may have lost digits, no text for
 * a number, no truthy value for a boolean.
 */
export function encodeValue(argument: string, type: AbiType, value: unknown): string {
  switch (type.kind) {
    case 'integer':
      return encodeInteger(argument, type, value);
    case 'address':
      return toEvmAddress(value as string)
        .slice(2)
        .padStart(WORD, '0');
    case 'bool':
      if (typeof value !== 'boolean') throw argumentInvalid(argument, value, 'true or false');
      return encodeWord(Number(value));
    case 'string':
      return encodeText(argument, value);
    case 'bytes':
      return encodeBytes(hexArgument(argument, value));
    case 'fixedBytes':
      return padWord(hexArgument(argument, value, { bytes: type.size }));
    case 'array':
      return encodeArray(argument, type, value);
    case 'tuple': {
      const { items, names } = type;
      const values = tupleItems(argument, type, value);
      return encodeList(
        items,
        items.map((item, i) => encodeValue(`${argument}.${names?.[i] ?? i}`, item, values[i])),
      );
    }
  }
}

/** Encoded values in a list: in their places, or behind them all with an offset in place. */
export function encodeList(types: readonly AbiType[], encoded: readonly string[]): string {
  const end = countWords(types) * WORD;
  let head = '';
  let tail = '';
  encoded.forEach((hex, i) => {
    if (types[i]?.isDynamic) {
      head += encodeWord((end + tail.length) / 2);
      tail += hex;
    } else head += hex;
  });
  return head + tail;
}
