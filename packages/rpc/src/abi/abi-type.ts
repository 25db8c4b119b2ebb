import { type AbiParameter } from '@coin/units';

/** A type of an ABI, and how its values lie in encoded data. */
export type AbiType = WordType | (Layout & (Counted | ArrayType | TupleType));

/** A type whose values take one word. */
export type WordType = Layout & Word;

interface Layout {
  /** The type as it appears in signatures; a tuple's without its components. */
  readonly type: string;
  /** Whether the value lies behind the list that it is in, which then has its offset. */
  readonly isDynamic: boolean;
  /** Number of 32-byte words it takes in a list; 1 if it is dynamic, for the offset. */
  readonly words: number;
}

/** A type that takes one word. */
type Word =
  | { readonly kind: 'address' | 'bool' }
  | { readonly kind: 'fixedBytes'; readonly size: number }
  | {
      readonly kind: 'integer';
      readonly min: bigint;
      readonly max: bigint;
      /** Whether values are of type `number`, as in abitype. */
      readonly isNumber: boolean;
    };

/** A type of variable length: a count, followed by that many bytes. */
interface Counted {
  readonly kind: 'bytes' | 'string';
}

interface ArrayType {
  readonly kind: 'array';
  readonly item: AbiType;
  /** Absent if the length varies by value. */
  readonly length?: number;
}

interface TupleType {
  readonly kind: 'tuple';
  readonly items: readonly AbiType[];
  /** Present if values are objects. */
  readonly names: readonly string[] | undefined;
}

/** A name and the lengths of arrays, none of them 0: a text of any length is read in linear time. */
const TYPE = /^(\w{1,16})((?:\[(?:[1-9]\d{0,15})?\]){0,128})$/;
/** Arrays and tuples within each other. */
export const MAX_LEVELS = 128;

/** Integers of up to as many bits are numbers. */
const NUMBER_BITS = 48;

const typeInvalid = (type: string) => new TypeError(`${type.slice(0, 80)} is not a type of an ABI`);

const DYNAMIC = { isDynamic: true, words: 1 };

/** Words of types in a list. */
export const countWords = (types: readonly AbiType[]): number => types.reduce((sum, { words }) => sum + words, 0);

/** The layout of a value that has these in a row. */
function createLayout(type: string, isDynamic: boolean, words: number): Layout {
  if (isDynamic) return { type, ...DYNAMIC };
  if (!Number.isSafeInteger(words)) throw typeInvalid(type);
  return { type, isDynamic, words };
}

function readElementary(type: string): AbiType {
  const layout = { type, isDynamic: false, words: 1 };
  if (type === 'address' || type === 'bool') return { ...layout, kind: type };
  if (type === 'string' || type === 'bytes') return { ...layout, ...DYNAMIC, kind: type };
  const [, size] = /^bytes([1-9]\d?)$/.exec(type === 'function' ? 'bytes24' : type) ?? [];
  if (size !== undefined && Number(size) <= 32) return { ...layout, kind: 'fixedBytes', size: Number(size) };
  // The virtual machine passes the number of a token as a word.
  const [, sign, digits = '256'] = /^(u?)int([1-9]\d*)?$/.exec(type === 'trcToken' ? 'uint' : type) ?? [];
  const bits = Number(digits);
  if (sign === undefined || bits > 256 || bits % 8 !== 0) throw typeInvalid(type);
  const values = 2n ** BigInt(bits);
  const min = sign === 'u' ? 0n : -values / 2n;
  return { ...layout, kind: 'integer', min, max: min + values - 1n, isNumber: bits <= NUMBER_BITS };
}

function readTuple(components: readonly AbiParameter[], level: number): AbiType {
  // It takes no bytes, so an array of such tuples takes none either, whatever its length.
  if (components.length === 0) throw typeInvalid('tuple');
  const items = components.map((component) => readAbiType(component, level));
  const isDynamic = items.some((item) => item.isDynamic);
  return {
    ...createLayout('tuple', isDynamic, countWords(items)),
    kind: 'tuple',
    items,
    names: readDistinctNames(components),
  };
}

function createArrayType(item: AbiType, digits: string): AbiType {
  const type = `${item.type}[${digits}]`;
  if (digits === '') return { type, ...DYNAMIC, kind: 'array', item };
  const length = Number(digits);
  return { ...createLayout(type, item.isDynamic, length * item.words), kind: 'array', item, length };
}

/** Reads a parameter's type. Throws for texts that are not types, and for tuples without components. */
export function readAbiType({ type, components = [] }: AbiParameter, level = 0): AbiType {
  const [, base = '', suffix = ''] = TYPE.exec(type) ?? [];
  const lengths = Array.from(suffix.matchAll(/\[(\d*)\]/g), ([, digits = '']) => digits);
  const levels = level + lengths.length;
  if (levels > MAX_LEVELS) throw typeInvalid(type);
  return lengths.reduce(createArrayType, base === 'tuple' ? readTuple(components, levels + 1) : readElementary(base));
}

/** Whether a text is a type that needs no components. */
export function isAbiType(type: string): boolean {
  try {
    readAbiType({ type });
    return true;
  } catch {
    return false;
  }
}

/**
 * The names of parameters whose values can form an object: at least one parameter, and all names present and distinct.
 */
export function readDistinctNames(parameters: readonly AbiParameter[]): readonly string[] | undefined {
  const names = parameters.map(({ name = '' }) => name);
  const areDistinct = names.length > 0 && names.every(Boolean) && new Set(names).size === names.length;
  return areDistinct ? names : undefined;
}

/** Values by these names; the list itself without names. */
export const nameValues = (names: readonly string[] | undefined, values: readonly unknown[]): unknown =>
  names === undefined ? values : Object.fromEntries(names.map((name, i) => [name, values[i]]));
