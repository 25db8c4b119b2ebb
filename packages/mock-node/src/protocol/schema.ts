/** How a field travels and how JSON shows it. `address` and `text` are bytes: base58check and UTF-8 in the visible form, hexadecimal otherwise. */
export type FieldKind =
  | 'int64'
  | 'int32'
  | 'bool'
  | 'string'
  | 'bytes'
  | 'address'
  | 'text'
  | 'enum'
  | 'message'
  | 'map';

export interface EnumSchema {
  readonly name: string;
  readonly values: Readonly<Record<string, number>>;
  /** Name of a number. */
  readonly names: ReadonlyMap<number, string>;
}

/** One field of a message. `T` is the decoded value's type; `Presence` says whether a decoded message may lack it. */
export interface Field<T = unknown, Presence extends 'always' | 'optional' = 'always' | 'optional'> {
  readonly number: number;
  readonly kind: FieldKind;
  readonly repeated: boolean;
  readonly presence: Presence;
  readonly enumeration?: EnumSchema;
  readonly schema?: MessageSchema<unknown>;
  /** Kinds of a map's key and value. */
  readonly entry?: { readonly key: 'int64' | 'string'; readonly value: 'int64' | 'string' };
  readonly __value?: T;
}

export interface NamedField extends Field {
  readonly name: string;
}

/** A message of the protocol. `T` is what `decode` gives: wire names, every scalar present, a sub-message present when it was set. */
export interface MessageSchema<T> {
  /** Full name without the package, as in `Transaction.Contract`. */
  readonly name: string;
  /** Ascending by number: the order on the wire and in the node's JSON. */
  readonly fields: readonly NamedField[];
  readonly byName: ReadonlyMap<string, NamedField>;
  readonly byNumber: ReadonlyMap<number, NamedField>;
  readonly __message?: T;
}

type Fields = Readonly<Record<string, Field>>;
type OptionalNames<F extends Fields> = { [K in keyof F]: F[K] extends Field<unknown, 'optional'> ? K : never }[keyof F];
type ValueOf<F> = F extends Field<infer T> ? T : never;
type Simplify<T> = { [K in keyof T]: T[K] };
type Decoded<F extends Fields> = Simplify<
  { readonly [K in Exclude<keyof F, OptionalNames<F>>]: ValueOf<F[K]> } & {
    readonly [K in OptionalNames<F>]?: ValueOf<F[K]>;
  }
>;

/** Type of a decoded message: `MessageOf<typeof Transaction>`. */
export type MessageOf<S> = S extends MessageSchema<infer T> ? T : never;

/** What an encoder takes: the decoded form, in which anything at its default may be left out. */
export type MessageInit<T> = {
  readonly [K in keyof T]?: T[K] extends readonly (infer E)[] | undefined
    ? readonly (E extends object ? MessageInit<E> : E)[]
    : T[K] extends object | undefined
      ? MessageInit<T[K]>
      : T[K];
};

const scalar =
  <T>(kind: FieldKind) =>
  (number: number): Field<T, 'always'> => ({ number, kind, repeated: false, presence: 'always' });

export const int64 = /* @__PURE__ */ scalar<bigint>('int64');
export const int32 = /* @__PURE__ */ scalar<number>('int32');
export const bool = /* @__PURE__ */ scalar<boolean>('bool');
export const string = /* @__PURE__ */ scalar<string>('string');
/** Bytes as lower-case hexadecimal. */
export const bytes = /* @__PURE__ */ scalar<string>('bytes');
/** 21 bytes (or what a client sent instead) as lower-case hexadecimal. */
export const address = /* @__PURE__ */ scalar<string>('address');
/** Bytes that hold UTF-8 text, as lower-case hexadecimal. */
export const text = /* @__PURE__ */ scalar<string>('text');

export const enumeration = (name: string, values: Readonly<Record<string, number>>): EnumSchema => ({
  name,
  values,
  names: new Map(Object.entries(values).map(([label, number]) => [number, label])),
});

export const enumerated = (number: number, schema: EnumSchema): Field<number, 'always'> => ({
  number,
  kind: 'enum',
  repeated: false,
  presence: 'always',
  enumeration: schema,
});

export const nested = <T>(number: number, schema: MessageSchema<T>): Field<T, 'optional'> => ({
  number,
  kind: 'message',
  repeated: false,
  presence: 'optional',
  schema,
});

export const repeated = <T>(field: Field<T>): Field<readonly T[], 'always'> => {
  const { number, kind, schema } = field;
  return { number, kind, repeated: true, presence: 'always', ...(schema && { schema }) };
};

interface MapScalars {
  readonly int64: bigint;
  readonly string: string;
}

/** A map as a list of its entries, in the order in which they were first set. */
export const map = <K extends keyof MapScalars, V extends keyof MapScalars>(
  number: number,
  key: K,
  value: V,
): Field<readonly { readonly key: MapScalars[K]; readonly value: MapScalars[V] }[], 'always'> => ({
  number,
  kind: 'map',
  repeated: true,
  presence: 'always',
  entry: { key, value },
});

export const message = <F extends Fields>(name: string, definition: F): MessageSchema<Decoded<F>> => {
  const fields = Object.entries(definition)
    .map(([fieldName, field]) => ({ ...field, name: fieldName }))
    .sort((a, b) => a.number - b.number);
  return {
    name,
    fields,
    byName: new Map(fields.map((field) => [field.name, field])),
    byNumber: new Map(fields.map((field) => [field.number, field])),
  };
};
