/** An enumeration of the protocol. `Name` is the union of its values' names. */
export interface EnumSchema<Name extends string = string> {
  /** Full name without the package, such as `Proposal.State`. */
  readonly name: string;
  readonly values: Readonly<Record<Name, number>>;
  /** Numbers by the names that clients send. */
  readonly byName: ReadonlyMap<string, number>;
  readonly byNumber: ReadonlyMap<number, Name>;
}

/**
 * The type of a scalar field. `address` and `text` are bytes, shown as base58check and UTF-8 in the visible form and as
 * hexadecimal otherwise.
 */
export type ScalarKind = 'int64' | 'int32' | 'bool' | 'string' | 'bytes' | 'address' | 'text';

type MapScalarKind = 'int64' | 'string';

/** How a field is encoded, and how JSON shows it. */
type FieldType =
  | { readonly kind: ScalarKind }
  | { readonly kind: 'enum'; readonly enumeration: EnumSchema }
  | { readonly kind: 'message'; readonly schema: MessageSchema<unknown> }
  | { readonly kind: 'map'; readonly entry: { readonly key: MapScalarKind; readonly value: MapScalarKind } };

/**
 * A field of a message. `T` is the type of the decoded value; `Presence` says whether a decoded message may lack it.
 */
export type Field<T = unknown, Presence extends 'always' | 'optional' = 'always' | 'optional'> = FieldType & {
  readonly number: number;
  readonly repeated: boolean;
  readonly presence: Presence;
  readonly __value?: T;
};

export type NamedField = Field & { readonly name: string };
export type MapField = NamedField & { readonly kind: 'map' };

/**
 * A message of the protocol. `T` is the type that `decode` returns: wire names, every scalar present, a sub-message
 * present if it was set.
 */
export interface MessageSchema<T, Name extends string = string> {
  /** Full name without the package, such as `Transaction.Contract`. */
  readonly name: Name;
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

/** The input of an encoder: the decoded form, in which fields with default values may be omitted. */
export type MessageInit<T> = {
  readonly [K in keyof T]?:
    | (T[K] extends readonly (infer E)[] | undefined
        ? readonly (E extends object ? MessageInit<E> : E)[]
        : T[K] extends object | undefined
          ? MessageInit<T[K]>
          : T[K])
    | undefined;
};

const scalar =
  <T>(kind: ScalarKind) =>
  (number: number): Field<T, 'always'> => ({ number, kind, repeated: false, presence: 'always' });

export const int64 = /* @__PURE__ */ scalar<bigint>('int64');
export const int32 = /* @__PURE__ */ scalar<number>('int32');
export const bool = /* @__PURE__ */ scalar<boolean>('bool');
export const string = /* @__PURE__ */ scalar<string>('string');
/** Bytes as lower-case hexadecimal. */
export const bytes = /* @__PURE__ */ scalar<string>('bytes');
/** 21 bytes, or whatever bytes a client sent, as lower-case hexadecimal. */
export const address = /* @__PURE__ */ scalar<string>('address');
/** Bytes that hold UTF-8 text, as lower-case hexadecimal. */
export const text = /* @__PURE__ */ scalar<string>('text');

export const enumeration = <const Name extends string>(
  name: string,
  values: Readonly<Record<Name, number>>,
): EnumSchema<Name> => {
  const entries = Object.entries(values) as [Name, number][];
  return {
    name,
    values,
    byName: new Map(entries),
    byNumber: new Map(entries.map(([label, number]) => [number, label])),
  };
};

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
  const element: FieldType & { readonly number: number } = field;
  return { ...element, repeated: true, presence: 'always' };
};

interface MapScalars {
  readonly int64: bigint;
  readonly string: string;
}

/** A map as a list of its entries, in the order of their first occurrence. */
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

export const message = <const Name extends string, F extends Fields>(
  name: Name,
  definition: F,
): MessageSchema<Decoded<F>, Name> => {
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
