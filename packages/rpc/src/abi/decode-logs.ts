import { type Abi, type AbiEntry, type AbiParameter } from '@coin/units';
import { hexArgument } from '../encoding/arguments.ts';
import { valueDecoder, type ValueDecoder } from './abi-coding.ts';
import { abiSignature, filterEntries } from './abi-entries.ts';
import { nameValues, readDistinctNames } from './abi-type.ts';
import { type AbiEvent } from './abi-types.ts';
import { signatureHash } from './function-selector.ts';

/** The part of a log that is decoded, from the node's HTTP answers or its JSON-RPC. */
export interface EncodedLog {
  /** Hex, 32 bytes each. */
  readonly topics: readonly string[];
  /** Hex. */
  readonly data: string;
}

/** A log with its decoded event, or unchanged if no event matches. */
export type DecodedLog<A extends Abi, L> = L &
  (AbiEvent<A> | { readonly eventName?: undefined; readonly args?: undefined });

interface LogDecoder {
  readonly event: AbiEntry;
  /** The values in the order of the event's parameters; throws if the log belongs to another event. */
  readonly decode: (log: EncodedLog) => unknown[];
}

/** A topic holds only the hash of a value that does not fit it. */
export const topicParameter = (parameter: AbiParameter): AbiParameter =>
  /^(?:string|bytes|tuple)$|\[/.test(parameter.type) ? { type: 'bytes32' } : parameter;

function logDecoder(event: AbiEntry): LogDecoder {
  const { inputs = [], anonymous = false } = event;
  const head = anonymous ? [] : [signatureHash(abiSignature(event))];
  const indexed = inputs.filter((input) => input.indexed);
  // Created when the first log of the event is read: an ABI may have events that cannot be decoded and never occur.
  let readers: [topics: ValueDecoder, data: ValueDecoder] | undefined;
  return {
    event,
    decode({ topics, data }) {
      const words = topics.map((topic) => hexArgument('topics', topic, { bytes: 32 }));
      if (words.length !== head.length + indexed.length || (words[0] !== head[0] && !anonymous))
        throw new RangeError('the log belongs to another event');
      readers ??= [valueDecoder(indexed.map(topicParameter)), valueDecoder(inputs.filter((input) => !input.indexed))];
      const [readTopics, readData] = readers;
      const topicValues = readTopics('topics', words.slice(head.length).join(''));
      const dataValues = readData('data', data);
      return inputs.map((input) => (input.indexed ? topicValues : dataValues).shift());
    },
  };
}

/** Events that are written to logs alike are one, whatever their parameters are called. */
const describeForm = (event: AbiEntry): string =>
  `${abiSignature(event)} ${event.anonymous ?? false} ${(event.inputs ?? []).map((input) => input.indexed ?? false).join()}`;

const tryDecode = ({ event, decode }: LogDecoder, log: EncodedLog) => {
  try {
    return [{ event, values: decode(log) }];
  } catch {
    return [];
  }
};

/**
 * Decodes the events in logs, in order. A log stays as it is if it matches no event of the ABI, or is not the exact
 * encoding of its values. Any contract can emit any event: compare `address` with the contract that you mean.
 *
 * Accepts only the exact encoding of the values, see docs/decisions/14-abi-coder.md.
 *
 * Source: the Solidity documentation, "Contract ABI Specification", Events.
 *
 * @param logs - `logs` of a transaction's info, of a constant call, or of the node's JSON-RPC
 * @returns each log with `eventName` and `args`: an object by the names of the event's parameters, or a list if some
 * have no name. Indexed strings, bytes, arrays and tuples are only their hash, as hex with `0x`. An anonymous event is
 * recognised if exactly one event of the ABI fits.
 * @throws `ARGUMENT_INVALID` for anything that is not an ABI or not a list of logs
 *
 * @example
 * ```ts
 * import { decodeLogs } from '@coin/rpc/abi';
 *
 * const abi = [
 *   { type: 'event', name: 'Paused', inputs: [{ name: 'by', type: 'address', indexed: true }] },
 * ] as const;
 * const topics = [
 *   '62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a258',
 *   '0000000000000000000000001b02cc461f3bd04462c710609df74f63a6cdae1f',
 * ];
 * const [log] = decodeLogs({ abi, logs: [{ topics, data: '' }] });
 * log?.eventName; // => 'Paused'
 * log?.args; // => { by: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8' }
 * ```
 */
export function decodeLogs<const A extends Abi, L extends EncodedLog>(given: {
  readonly abi: A;
  readonly logs: readonly L[];
}): DecodedLog<A, L>[] {
  const { abi, logs }: { abi: Abi; logs: readonly L[] } = given;
  const events = new Map(filterEntries(abi, 'event').map((event) => [describeForm(event), event]));
  const decoders = [...events.values()].map(logDecoder);
  const [named, anonymous] = [false, true].map((kind) =>
    decoders.filter(({ event }) => (event.anonymous ?? false) === kind),
  );
  return logs.map((log) => {
    const fitting = [named, anonymous]
      .map((kind = []) => kind.flatMap((decoder) => tryDecode(decoder, log)))
      .find(({ length }) => length > 0);
    const [only] = fitting?.length === 1 ? fitting : [];
    if (only === undefined) return log;
    const { event, values } = only;
    return { ...log, eventName: event.name ?? '', args: nameValues(readDistinctNames(event.inputs ?? []), values) };
  });
}
