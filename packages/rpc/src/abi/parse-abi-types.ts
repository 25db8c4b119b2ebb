import { type Abi } from '@coin/units';

/** The spaces that a signature may be written with. */
type Space = ' ' | '\n' | '\t';

type Trim<T extends string> = T extends `${Space}${infer Rest}`
  ? Trim<Rest>
  : T extends `${infer Rest}${Space}`
    ? Trim<Rest>
    : T;

/** The parts between the commas of a list up to its closing bracket, and the text after that bracket. */
interface List {
  readonly parts: readonly string[];
  readonly rest: string;
}

type Append<Parts extends readonly string[], Part extends string> =
  Trim<Part> extends '' ? Parts : readonly [...Parts, Trim<Part>];

/** Reads up to the bracket that closes the list; `Depth` has an item for each bracket open within it. */
type ReadList<
  T extends string,
  Parts extends readonly string[] = readonly [],
  Part extends string = '',
  Depth extends readonly 0[] = readonly [],
> = T extends `${infer First}${infer Rest}`
  ? First extends '('
    ? ReadList<Rest, Parts, `${Part}(`, readonly [...Depth, 0]>
    : First extends ')'
      ? Depth extends readonly [0, ...infer Outer extends readonly 0[]]
        ? ReadList<Rest, Parts, `${Part})`, Outer>
        : { readonly parts: Append<Parts, Part>; readonly rest: Trim<Rest> }
      : First extends ','
        ? Depth extends readonly []
          ? ReadList<Rest, Append<Parts, Part>>
          : ReadList<Rest, Parts, `${Part},`, Depth>
        : ReadList<Rest, Parts, `${Part}${First}`, Depth>
  : never;

/** `uint` is short for `uint256`, also in lists. */
type FullType<T extends string> = T extends `${infer Base}[${infer Lengths}`
  ? `${FullType<Base>}[${Lengths}`
  : T extends 'uint' | 'int'
    ? `${T}256`
    : T;

type LastWord<T extends string> = T extends `${string} ${infer Rest}` ? LastWord<Rest> : T;

/** Words that stand between a type and its name and say where a value is kept. */
type Keyword = 'indexed' | 'memory' | 'calldata' | 'storage';

type Named<Words extends string> = Words extends ''
  ? unknown
  : Words extends Keyword
    ? unknown
    : { readonly name: Words };

/** The name behind a type, and whether the parameter is indexed. */
type Modifiers<Words extends string> = Named<LastWord<Trim<Words>>> &
  (HasWord<Trim<Words>, 'indexed'> extends true ? { readonly indexed: true } : unknown);

type Flat<T> = { readonly [K in keyof T]: T[K] };

/** `[2][] name` behind a tuple: the lengths are a part of its type. */
type TupleLengths<T extends string, Lengths extends string = ''> = T extends `[${infer Length}]${infer Rest}`
  ? TupleLengths<Rest, `${Lengths}[${Length}]`>
  : { readonly lengths: Lengths; readonly words: T };

type ParseTuple<L extends List> =
  TupleLengths<L['rest']> extends {
    readonly lengths: infer Lengths extends string;
    readonly words: infer Words extends string;
  }
    ? Flat<{ readonly type: `tuple${Lengths}`; readonly components: ParseParameters<L['parts']> } & Modifiers<Words>>
    : never;

type ParseParameter<T extends string> = T extends `(${infer Rest}` | `tuple(${infer Rest}`
  ? ParseTuple<ReadList<Rest>>
  : T extends `address payable${infer Rest extends '' | `[${string}` | ` ${string}`}`
    ? ParseParameter<`address${Rest}`>
    : T extends `${infer Type} ${infer Words}`
      ? Flat<{ readonly type: FullType<Type> } & Modifiers<Words>>
      : { readonly type: FullType<T> };

type ParseParameters<Parts extends readonly string[]> = { readonly [I in keyof Parts]: ParseParameter<Parts[I]> };

type HasWord<T extends string, Word extends string> = ` ${T} ` extends `${string} ${Word} ${string}` ? true : false;

type Mutability<T extends string> =
  HasWord<T, 'view'> extends true
    ? 'view'
    : HasWord<T, 'pure'> extends true
      ? 'pure'
      : HasWord<T, 'payable'> extends true
        ? 'payable'
        : 'nonpayable';

type Outputs<Rest extends string> = Rest extends `${string}returns${infer Behind}`
  ? Trim<Behind> extends `(${infer Inner}`
    ? ParseParameters<ReadList<Inner>['parts']>
    : never
  : readonly [];

type BeforeReturns<Rest extends string> = Rest extends `${infer Before}returns${string}` ? Before : Rest;

type ParseFunction<Name extends string, L extends List> = Flat<{
  readonly type: 'function';
  readonly name: Name;
  readonly inputs: ParseParameters<L['parts']>;
  readonly outputs: Outputs<L['rest']>;
  readonly stateMutability: Mutability<Trim<BeforeReturns<L['rest']>>>;
}>;

type ParseEntry<T extends string> = T extends `function ${infer Name}(${infer Rest}`
  ? ParseFunction<Trim<Name>, ReadList<Rest>>
  : T extends `event ${infer Name}(${infer Rest}`
    ? Flat<
        {
          readonly type: 'event';
          readonly name: Trim<Name>;
          readonly inputs: ParseParameters<ReadList<Rest>['parts']>;
        } & (ReadList<Rest>['rest'] extends `anonymous${string}` ? { readonly anonymous: true } : unknown)
      >
    : T extends `error ${infer Name}(${infer Rest}`
      ? { readonly type: 'error'; readonly name: Trim<Name>; readonly inputs: ParseParameters<ReadList<Rest>['parts']> }
      : T extends `constructor${infer Rest}`
        ? Trim<Rest> extends `(${infer Inner}`
          ? {
              readonly type: 'constructor';
              readonly inputs: ParseParameters<ReadList<Inner>['parts']>;
              readonly stateMutability: ReadList<Inner>['rest'] extends 'payable' ? 'payable' : 'nonpayable';
            }
          : never
        : never;

/** The ABI of human-readable signatures; any ABI if TypeScript knows the signatures only as `string`. */
export type ParsedAbi<Signatures extends readonly string[]> = string extends Signatures[number]
  ? Abi
  : { readonly [I in keyof Signatures]: ParseEntry<Trim<Signatures[I]>> };
