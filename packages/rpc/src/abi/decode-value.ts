import { addressFromWord } from '../address/address.ts';
import { hexToText } from '../encoding/hex.ts';
import { countWords, type AbiType, type WordType, nameValues } from './abi-type.ts';

/** Hex digits of a word. */
const WORD = 64;

/** A value, and the word behind it. */
type Decoded<V = unknown> = readonly [value: V, end: number];

const inexact = (problem: string) => new RangeError(`the data is not exact: ${problem}`);

/** The words from one to another; throws if the data ends earlier. */
function readWords(data: string, from: number, to = from + 1): string {
  if (!(to * WORD <= data.length)) throw inexact('it ends too early');
  return data.slice(from * WORD, to * WORD);
}

/** The number in a word. It is exact up to 2^53, and larger counts would not fit into the data. */
const readCount = (data: string, at: number): number => Number(`0x${readWords(data, at)}`);

/** The first digits of whole words. Throws if the digits after them are not all zero. */
function stripPadding(hex: string, digits: number): string {
  if (/[^0]/.test(hex.slice(digits))) throw inexact('padding is not zero');
  return hex.slice(0, digits);
}

/** The value of a type that takes one word. */
function decodeWord(hex: string, type: WordType): unknown {
  const word = BigInt(`0x${hex}`);
  switch (type.kind) {
    case 'integer': {
      const { min, max, isNumber } = type;
      const integer = min === 0n ? word : BigInt.asIntN(256, word);
      if (integer < min || integer > max) throw inexact('an integer has more bits than its type');
      return isNumber ? Number(integer) : integer;
    }
    case 'address':
      return addressFromWord(hex);
    case 'bool':
      if (word > 1n) throw inexact('a bool is neither 0 nor 1');
      return word === 1n;
    case 'fixedBytes':
      return `0x${stripPadding(hex, type.size * 2)}`;
  }
}

/** Bytes behind their count. */
function decodeCounted(data: string, at: number): Decoded<string> {
  const size = readCount(data, at);
  const start = at + 1;
  const end = start + Math.ceil((size * 2) / WORD);
  return [stripPadding(readWords(data, start, end), size * 2), end];
}

/** Decodes UTF-8 text, keeping a byte order mark. Rejects bytes that the text would not be encoded to. */
function decodeText(hex: string): string {
  const text = hexToText(hex);
  if (text === undefined) throw inexact('a text is not UTF-8');
  return text;
}

function decodeArray(data: string, { item, length }: Extract<AbiType, { kind: 'array' }>, at: number) {
  const count = length ?? readCount(data, at);
  const start = length === undefined ? at + 1 : at;
  // A list of types is made only for items that the data has room for.
  readWords(data, start, start + count * item.words);
  return decodeList(
    data,
    Array.from({ length: count }, () => item),
    start,
  );
}

/** Reads the value of a type that begins with a word. */
function decodeValue(data: string, type: AbiType, at: number): Decoded {
  switch (type.kind) {
    case 'array':
      return decodeArray(data, type, at);
    case 'tuple': {
      const [values, end] = decodeList(data, type.items, at);
      return [nameValues(type.names, values), end];
    }
    case 'string':
    case 'bytes': {
      const [hex, end] = decodeCounted(data, at);
      return [type.kind === 'string' ? decodeText(hex) : `0x${hex}`, end];
    }
    case 'address':
    case 'bool':
    case 'fixedBytes':
    case 'integer':
      return [decodeWord(readWords(data, at), type), at + 1];
  }
}

/**
 * Reads a list that begins with a word. An offset has to lead to where the value before it ended, so each word is read
 * once, however the offsets are chosen.
 */
function decodeList(data: string, types: readonly AbiType[], start: number): Decoded<unknown[]> {
  let at = start;
  let end = start + countWords(types);
  const values = types.map((type) => {
    const place = at;
    at += type.words;
    if (!type.isDynamic) return decodeValue(data, type, place)[0];
    if (readCount(data, place) * 2 !== (end - start) * WORD) throw inexact('an offset leads elsewhere');
    const [value, next] = decodeValue(data, type, end);
    end = next;
    return value;
  });
  return [values, end];
}

/** Reads all of the hex digits as a list of values. Throws for data that these values are not encoded to. */
export function decodeValues(data: string, types: readonly AbiType[]): unknown[] {
  const [values, end] = decodeList(data, types, 0);
  if (end * WORD !== data.length) throw inexact('it has bytes after the values');
  return values;
}
