interface ScalarValues {
  readonly address: string;
  /** Hex. */
  readonly bytes: string;
  /** Hex of each. */
  readonly repeatedBytes: readonly string[];
  readonly string: string;
  /** Bytes that JSON has as text with visible true, and as hex with visible false. */
  readonly text: string;
  readonly int64: bigint;
  readonly bool: boolean;
  /** Entries of a map: key and value are always written, zeros included. */
  readonly map: readonly (readonly [key: bigint, value: bigint])[];
}

/**
 * One field of a protobuf message: its number, its name in the node's JSON and its kind. An enumeration also has its
 * names in the order of their numbers, and a message its own fields.
 */
export type FieldLayout =
  | readonly [number: number, name: string, kind: keyof ScalarValues]
  | readonly [number: number, name: string, kind: 'enum', names: readonly string[]]
  | readonly [number: number, name: string, kind: 'message', fields: MessageLayout]
  | readonly [number: number, name: string, kind: 'repeated', fields: MessageLayout];

/** The fields of a message in the order of their numbers. */
export type MessageLayout = readonly FieldLayout[];

/** The value of a field: of an enumeration the name. */
type FieldValue<F extends FieldLayout> = F extends readonly [number, string, infer Kind extends keyof ScalarValues]
  ? ScalarValues[Kind]
  : F extends readonly [number, string, 'enum', readonly (infer Name)[]]
    ? Name
    : F extends readonly [number, string, 'message', infer Fields extends MessageLayout]
      ? MessageValue<Fields>
      : F extends readonly [number, string, 'repeated', infer Fields extends MessageLayout]
        ? readonly MessageValue<Fields>[]
        : never;

/** The values of a message's fields by their names. An absent field is zero or empty. */
export type MessageValue<Layout extends MessageLayout = MessageLayout> = {
  readonly [F in Layout[number] as F[1]]?: FieldValue<F> | undefined;
};

/** A field's layout with its value; the kind narrows the value's type. */
export type WireField =
  | readonly [number: number, name: string, kind: 'address' | 'bytes' | 'string' | 'text', of: undefined, value: string]
  | readonly [number: number, name: string, kind: 'repeatedBytes', of: undefined, value: readonly string[]]
  | readonly [number: number, name: string, kind: 'int64', of: undefined, value: bigint]
  | readonly [number: number, name: string, kind: 'bool', of: undefined, value: boolean]
  | readonly [number: number, name: string, kind: 'map', of: undefined, value: ScalarValues['map']]
  | readonly [number: number, name: string, kind: 'enum', names: readonly string[], value: string]
  | readonly [number: number, name: string, kind: 'message', fields: MessageLayout, value: MessageValue]
  | readonly [number: number, name: string, kind: 'repeated', fields: MessageLayout, value: readonly MessageValue[]];

/** The fields of a message that have a value, in the order of its layout. */
export const wireFields = (layout: MessageLayout, message: MessageValue): WireField[] =>
  layout.flatMap(([number, name, kind, of]) => {
    const value = message[name];
    return value === undefined ? [] : [[number, name, kind, of, value] as unknown as WireField];
  });
