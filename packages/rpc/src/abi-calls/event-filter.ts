import { type Abi } from '@coin/units';
import { readTypes, valueDecoder } from '../abi/abi-coding.ts';
import { filterEntries } from '../abi/abi-entries.ts';
import { type AbiEvent } from '../abi/abi-types.ts';
import { decodeLogs, topicParameter } from '../abi/decode-logs.ts';
import { encodeList, encodeValue } from '../abi/encode-value.ts';
import { toAddress } from '../address/address.ts';
import { type TransactionInfo } from '../answers/transaction-info.ts';
import { type ContractLog } from '../contract/execution-trace.ts';
import { argumentInvalid } from '../encoding/arguments.ts';
import { type JsonValue, stringifyJson } from '../encoding/json.ts';

/** The events of an ABI by name. */
export type EventName<A extends Abi> = AbiEvent<A>['eventName'];

/** Wanted values of an event's parameters. A list accepts each of its values, except where a value itself is a list. */
export type ParameterFilter<Args> = {
  readonly [P in keyof Args]?: [Args[P]] extends [object] ? Args[P] : Args[P] | readonly Args[P][];
};

/** The contract, and which of its events to return. */
export interface ContractEventFilter<A extends Abi, N extends EventName<A>> {
  /** The contract's ABI, `as const` or from `parseAbi`. */
  readonly abi: A;
  /** The contract: base58check or 41-hex. */
  readonly address: string;
  /** Only events of this name; all events of the ABI by default. */
  readonly eventName?: N;
  /**
   * Only events whose parameters have these values. A list of values accepts each of them. An indexed string, array or
   * tuple is its hash.
   */
  readonly args?: ParameterFilter<Extract<AbiEvent<A>, { readonly eventName: N }>['args']>;
}

/** An event, and where it was emitted. */
export type ContractEvent<A extends Abi, N = EventName<A>> = ContractLog &
  Extract<AbiEvent<A>, { readonly eventName: N }> & {
    readonly blockNumber: number;
    readonly blockID: string;
    /** Milliseconds since 1970. */
    readonly blockTime: number;
    readonly txID: string;
    /** The log's place in its transaction, from 0. */
    readonly index: number;
  };

export const FILTER_NAMES = ['abi', 'address', 'eventName', 'args'] as const;

const toText = (value: unknown): string => stringifyJson(value as JsonValue);

/** Returns whether an event has the name, and for each of `args` one of the values in any of its accepted notations. */
function eventMatcher(
  abi: Abi,
  { eventName, args = {} }: { readonly eventName?: string | undefined; readonly args?: object | undefined },
): (event: { readonly eventName: string; readonly args: object }) => boolean {
  const events = filterEntries(abi, 'event').filter(({ name }) => eventName === undefined || name === eventName);
  if (eventName !== undefined && events.length === 0)
    throw argumentInvalid('eventName', eventName, 'an event of the ABI');
  const inputs = events.flatMap(({ inputs: list = [] }) => list);
  const wanted = Object.entries(args).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined) return [];
    const parameters = inputs
      .filter((input) => input.name === name)
      .map((input) => (input.indexed ? topicParameter(input) : input));
    if (parameters.length === 0) {
      const names = [...new Set(inputs.map((input) => input.name ?? ''))].join(', ');
      throw argumentInvalid(`args.${name}`, '(hidden)', `one of the parameters ${names}`);
    }
    const forms = parameters.flatMap((parameter) => {
      const types = readTypes([parameter]);
      const isList = types.some(({ kind }) => kind === 'array' || kind === 'tuple');
      const values: readonly unknown[] = Array.isArray(value) && !isList ? value : [value];
      return values.map((each) => {
        const hex = encodeList(
          types,
          types.map((type) => encodeValue(`args.${name}`, type, each)),
        );
        return toText(valueDecoder([parameter])('args', hex)[0]);
      });
    });
    return [{ name, forms: new Set(forms) }];
  });
  return (event) =>
    (eventName === undefined || event.eventName === eventName) &&
    wanted.every(({ name, forms }) => forms.has(toText((event.args as Record<string, unknown>)[name])));
}

/** Returns the wanted events in the infos of a block's transactions, in their order. */
export function eventReader<A extends Abi, N extends EventName<A>>({
  abi,
  eventName,
  args,
  ...given
}: ContractEventFilter<A, N>) {
  const address = toAddress(given.address);
  const matches = eventMatcher(abi, { eventName, args });
  return (block: { readonly blockID: string }, infos: readonly TransactionInfo[]): ContractEvent<A, N>[] =>
    infos.flatMap(({ txID, blockNumber, blockTime, logs }) =>
      decodeLogs<Abi, ContractLog>({ abi, logs }).flatMap((log, index) => {
        if (log.address !== address || log.eventName === undefined || !matches(log)) return [];
        return [
          { ...log, blockNumber, blockID: block.blockID, blockTime, txID, index } as unknown as ContractEvent<A, N>,
        ];
      }),
    );
}
