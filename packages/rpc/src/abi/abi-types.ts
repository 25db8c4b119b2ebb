import { type Abi, type AbiEntry, type AbiParameter } from '@coin/units';

type Parameters<P> = P extends readonly AbiParameter[] ? P : readonly [];

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

type ListOf<V, Length, L extends readonly V[] = readonly []> = L['length'] extends Length
  ? L
  : ListOf<V, Length, readonly [...L, V]>;

/** A list of values, of a known length below 100. */
type Items<V, Length extends string> = Length extends Digit | `${Digit}${Digit}`
  ? Length extends `${infer N extends number}`
    ? ListOf<V, N>
    : never
  : readonly V[];

/** `[2][]` behind a type: its values in lists of two, and these in a list of any length. */
type Lists<V, Lengths extends string> = Lengths extends `[${infer Length}]${infer Rest}`
  ? Lists<Items<V, Length>, Rest>
  : V;

type NumberBits = '8' | '16' | '24' | '32' | '40' | '48';

type ElementaryValues = {
  readonly address: string;
  readonly bool: boolean;
  readonly string: string;
  readonly trcToken: bigint;
  readonly function: `0x${string}`;
};

type Elementary<T extends string> = T extends keyof ElementaryValues
  ? ElementaryValues[T]
  : T extends `bytes${string}`
    ? `0x${string}`
    : T extends `${'u' | ''}int${NumberBits}`
      ? number
      : T extends `${'u' | ''}int${string}`
        ? bigint
        : unknown;

type TupleValue<P extends readonly AbiParameter[]> =
  '' extends NameOf<P[number]> ? Values<P> : { [C in P[number] as NameOf<C>]: Value<C> };

type Value<P extends AbiParameter> = P['type'] extends `${infer Base}[${infer Lengths}`
  ? Lists<BaseValue<P, Base>, `[${Lengths}`>
  : BaseValue<P, P['type']>;

type BaseValue<P extends AbiParameter, Base extends string> = Base extends 'tuple'
  ? TupleValue<Parameters<P['components']>>
  : Elementary<Base>;

type ValueList<P extends readonly AbiParameter[]> = { readonly [I in keyof P]: Value<P[I]> };

/** The TypeScript type of a parameter's value: abitype's, except that an address is any `string`. */
export type Values<P> = P extends readonly AbiParameter[]
  ? number extends P['length']
    ? readonly unknown[]
    : ValueList<P>
  : readonly [];

type JoinedTypes<P extends readonly AbiParameter[]> = P extends readonly [
  infer First extends AbiParameter,
  ...infer Rest extends readonly AbiParameter[],
]
  ? `${HashedType<First>}${Rest extends readonly [] ? '' : ','}${JoinedTypes<Rest>}`
  : '';

type HashedType<P extends AbiParameter> = P['type'] extends `tuple${infer Lengths}`
  ? `(${JoinedTypes<Parameters<P['components']>>})${Lengths}`
  : P['type'];

type Signature<E> = E extends { readonly name: infer Name extends string }
  ? `${Name}(${JoinedTypes<Parameters<InputsOf<E>>>})`
  : never;

type InputsOf<E> = E extends { readonly inputs: infer Inputs } ? Inputs : readonly [];

/** Whether an ABI's type tells its entries: it does if it is `as const`. */
type IsKnown<A extends Abi> = string extends A[number]['type'] ? false : true;

type EntriesOf<A extends Abi, T extends string> = Extract<A[number], { readonly type: T }>;

type NameOf<E> = E extends { readonly name: infer Name extends string } ? Name : '';

/** The functions of an ABI, by name or by full signature. */
export type FunctionName<A extends Abi> =
  IsKnown<A> extends true ? NameOf<EntriesOf<A, 'function'>> | Signature<EntriesOf<A, 'function'>> : string;

/** The functions that a name or a full signature names. */
type NamedFunction<A extends Abi, N> =
  EntriesOf<A, 'function'> extends infer E
    ? E extends AbiEntry
      ? N extends NameOf<E> | Signature<E>
        ? E
        : never
      : never
    : never;

/** The arguments of a function, in order. */
export type FunctionArgs<A extends Abi, N> = IsKnown<A> extends true ? ArgsOf<NamedFunction<A, N>> : readonly unknown[];

/** The arguments of a constructor, in order. */
export type ConstructorArgs<A extends Abi> =
  IsKnown<A> extends true
    ? [EntriesOf<A, 'constructor'>] extends [never]
      ? readonly []
      : ArgsOf<EntriesOf<A, 'constructor'>>
    : readonly unknown[];

type ArgsOf<E> = E extends AbiEntry ? Values<InputsOf<E>> : never;

/** `args` may be omitted if it may be empty. */
export type WithArgs<Args> = readonly [] extends Args ? { readonly args?: Args } : { readonly args: Args };

/** A function's result: nothing, the one value, or a list of the values. */
export type FunctionResult<A extends Abi, N> = IsKnown<A> extends true ? ResultOf<NamedFunction<A, N>> : unknown;

type ResultOf<E> = E extends AbiEntry
  ? OneOrAll<Values<E extends { readonly outputs: infer O } ? O : readonly []>>
  : never;

type OneOrAll<V> = V extends readonly [] ? undefined : V extends readonly [infer Only] ? Only : V;

type TopicType<T extends string> = T extends 'string' | 'bytes' | `tuple${string}` | `${string}]` ? 'bytes32' : T;

/** A log has only the hash of an indexed value that does not fit a topic. */
type LoggedTypes<P extends readonly AbiParameter[]> = {
  readonly [I in keyof P]: P[I] extends { readonly indexed: true }
    ? { readonly name: NameOf<P[I]>; readonly type: TopicType<P[I]['type']> }
    : P[I];
};

type EventArgs<P extends readonly AbiParameter[]> = P extends readonly []
  ? readonly []
  : '' extends NameOf<P[number]>
    ? Values<LoggedTypes<P>>
    : {
        readonly [I in Exclude<keyof P, keyof (readonly unknown[])> as NameOf<P[I]>]: Values<
          readonly [LoggedTypes<P>[I]]
        >[0];
      };

/** The events of an ABI, as they are decoded. */
export type AbiEvent<A extends Abi> =
  IsKnown<A> extends true
    ? EntriesOf<A, 'event'> extends infer E
      ? E extends AbiEntry
        ? { readonly eventName: NameOf<E>; readonly args: EventArgs<Parameters<InputsOf<E>>> }
        : never
      : never
    : { readonly eventName: string; readonly args: { readonly [name: string]: unknown } | readonly unknown[] };

/** The functions of an ABI with their arguments, as they are decoded. */
export type AbiCall<A extends Abi> =
  IsKnown<A> extends true
    ? EntriesOf<A, 'function'> extends infer E
      ? E extends AbiEntry
        ? { readonly functionName: NameOf<E>; readonly args: ArgsOf<E> }
        : never
      : never
    : { readonly functionName: string; readonly args: readonly unknown[] };

/** The errors of an ABI, as they are decoded. */
export type AbiError<A extends Abi> =
  IsKnown<A> extends true
    ? EntriesOf<A, 'error'> extends infer E
      ? E extends AbiEntry
        ? { readonly errorName: NameOf<E>; readonly args: Values<InputsOf<E>> }
        : never
      : never
    : { readonly errorName: string; readonly args: readonly unknown[] };
