import { List, Map } from 'immutable';
import { bytesToHex, hexToBytes } from '../../protocol/hex.ts';
import { MAX_TIME } from '../../protocol/time.ts';

export type JsonObject = { readonly [key: string]: Json };

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** Writes a value as JSON, and reads it from untrusted JSON. */
export interface Codec<Value> {
  readonly write: (value: Value) => Json;
  /** @throws CodecError that names the path. */
  readonly read: (json: unknown, path: string) => Value;
}

/** A codec whose value type only its table of codecs knows. */
export interface SomeCodec {
  readonly write: (value: never) => Json;
  readonly read: (json: unknown, path: string) => unknown;
}

/** JSON does not have the form that a codec expects. */
export class CodecError extends Error {
  override readonly name = 'CodecError';
  readonly path: string;
  readonly problem: string;

  constructor(path: string, problem: string) {
    super(`${path} ${problem}`);
    this.path = path;
    this.problem = problem;
  }
}

/** Rejects a dump unless something holds. @throws CodecError */
export function requireThat(holds: boolean, path: string, problem: string): void {
  if (!holds) throw new CodecError(path, problem);
}

export type ValueOf<C extends SomeCodec> = ReturnType<C['read']>;

const plain = <Value extends Json>(is: (json: unknown) => json is Value, expected: string): Codec<Value> => ({
  write: (value) => value,
  read: (json, path) => {
    if (!is(json)) throw new CodecError(path, `is not ${expected}`);
    return json;
  },
});

export const boolean: Codec<boolean> = /* @__PURE__ */ plain((json) => typeof json === 'boolean', 'true or false');

export const text: Codec<string> = /* @__PURE__ */ plain((json) => typeof json === 'string', 'a string');

/** A number, an index or a slot. */
export const integer: Codec<number> = /* @__PURE__ */ plain(
  (json): json is number => Number.isSafeInteger(json) && Number(json) >= 0,
  'an integer from 0 to 2^53 - 1',
);

/** The clock can be advanced to the year 9999, and blocks are produced after that. */
const MAX_DUMPED_TIME = 2 * MAX_TIME;

/** Milliseconds since 1970. */
export const time: Codec<number> = /* @__PURE__ */ plain(
  (json): json is number => Number.isSafeInteger(json) && Number(json) >= 0 && Number(json) <= MAX_DUMPED_TIME,
  `a time in milliseconds from 0 to ${MAX_DUMPED_TIME}`,
);

/** Bytes stored as lower-case hexadecimal. */
export const hex: Codec<string> = /* @__PURE__ */ plain(
  (json): json is string => typeof json === 'string' && /^[0-9a-f]*$/.test(json) && json.length % 2 === 0,
  'bytes in lower-case hexadecimal digits',
);

/** An address, `41…`. */
export const address: Codec<string> = /* @__PURE__ */ plain(
  (json): json is string => typeof json === 'string' && /^41[0-9a-f]{40}$/.test(json),
  'an address in 42 lower-case hexadecimal digits',
);

const decimal = (bits: 64 | 256, min = -(2n ** BigInt(bits - 1))): Codec<bigint> => ({
  write: (value) => value.toString(),
  read: (json, path) => {
    const max = 2n ** BigInt(bits - 1) - 1n;
    if (typeof json !== 'string' || !/^-?[0-9]{1,78}$/.test(json) || BigInt(json) < min || BigInt(json) > max)
      throw new CodecError(path, `is not a decimal string of an integer from ${min} to ${max}`);
    return BigInt(json);
  },
});

/** An int64, a decimal string in JSON. */
export const amount: Codec<bigint> = /* @__PURE__ */ decimal(64);

/** An int64 of 0 or more. */
export const naturalAmount: Codec<bigint> = /* @__PURE__ */ decimal(64, 0n);

/** An integer that the node does not limit, such as the sum of rewards per vote. */
export const wideAmount: Codec<bigint> = /* @__PURE__ */ decimal(256);

/** Bytes stored as bytes. */
export const bytes: Codec<Uint8Array> = {
  write: (value) => bytesToHex(value),
  read: (json, path) => hexToBytes(hex.read(json, path)),
};

export const oneOf = <Name extends string>(...names: readonly Name[]): Codec<Name> =>
  plain((json): json is Name => names.some((name) => name === json), `one of ${names.join(', ')}`);

export const array = <Value>(item: Codec<Value>): Codec<readonly Value[]> => ({
  write: (values) => values.map((value) => item.write(value)),
  read: (json, path) => {
    if (!Array.isArray(json)) throw new CodecError(path, 'is not a list');
    return json.map((entry: unknown, index) => item.read(entry, `${path}[${index}]`));
  },
});

export const list = <Value>(item: Codec<Value>): Codec<List<Value>> => ({
  write: (values) => values.toArray().map((value) => item.write(value)),
  read: (json, path) => List(array(item).read(json, path)),
});

/** The fields of JSON that must be an object. @throws CodecError that names the path. */
export function fieldsOf(json: unknown, path: string): Readonly<Record<string, unknown>> {
  if (!isObject(json)) throw new CodecError(path, 'is not an object');
  return json;
}

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/** A map by string keys. Keys are written in order, so equal maps give equal JSON. */
export const map = <Value>(item: Codec<Value>): Codec<Map<string, Value>> => ({
  write: (values) =>
    Object.fromEntries(
      [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => [key, item.write(value)]),
    ),
  read: (json, path) =>
    Map(
      Object.entries(fieldsOf(json, path)).map(([key, value]): [string, Value] => [
        key,
        item.read(value, `${path}.${key}`),
      ]),
    ),
});

/** A map by integers. */
export const numberMap = <Value>(item: Codec<Value>): Codec<Map<number, Value>> => ({
  write: (values) =>
    Object.fromEntries([...values].sort(([a], [b]) => a - b).map(([key, value]) => [key, item.write(value)])),
  read: (json, path) =>
    Map(
      Object.entries(fieldsOf(json, path)).map(([key, value]): [number, Value] => [
        integer.read(Number(key), `the key ${path}.${key}`),
        item.read(value, `${path}.${key}`),
      ]),
    ),
});

type Fields = Readonly<Record<string, SomeCodec | Optional>>;

/** A field that may be absent. */
interface Optional<C extends SomeCodec = SomeCodec> {
  readonly optional: C;
}

export const optional = <C extends SomeCodec>(codec: C): Optional<C> => ({ optional: codec });

type OptionalKeys<F extends Fields> = { [K in keyof F]: F[K] extends Optional ? K : never }[keyof F];
type FieldValue<F> = F extends Optional<infer C> ? ValueOf<C> : F extends SomeCodec ? ValueOf<F> : never;
export type RecordOf<F extends Fields> = { readonly [K in Exclude<keyof F, OptionalKeys<F>>]: FieldValue<F[K]> } & {
  readonly [K in OptionalKeys<F>]?: FieldValue<F[K]>;
};

export interface RecordCodec<Value> extends Codec<Value> {
  readonly write: (value: Value) => JsonObject;
}

/** An object of named fields; unknown keys are rejected. */
export const record = <F extends Fields>(fields: F): RecordCodec<RecordOf<F>> => ({
  write: (value) => {
    // `RecordOf` gives each field its codec's value type, which a loop over the names cannot express.
    const source = value as Readonly<Record<string, never>>;
    const written: Record<string, Json> = {};
    for (const [name, field] of Object.entries(fields)) {
      const codec = 'optional' in field ? field.optional : field;
      if (source[name] !== undefined) written[name] = codec.write(source[name]);
    }
    return written;
  },
  read: (json, path) => {
    const source = fieldsOf(json, path);
    for (const key of Object.keys(source))
      if (!Object.hasOwn(fields, key)) throw new CodecError(`${path}.${key}`, 'is unknown');
    const value: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(fields)) {
      const codec = 'optional' in field ? field.optional : field;
      if (source[name] === undefined) {
        if ('optional' in field) continue;
        throw new CodecError(`${path}.${name}`, 'is missing');
      }
      value[name] = codec.read(source[name], `${path}.${name}`);
    }
    return value as RecordOf<F>;
  },
});
