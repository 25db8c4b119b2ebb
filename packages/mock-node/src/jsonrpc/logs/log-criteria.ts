import { isJsonArray, type JsonValue } from '../../json/json-value.ts';
import { hexBytes } from '../../message/request-arguments.ts';
import { type LogMessage } from '../../protocol/messages/messages.ts';
import { type Hex } from '../../protocol/primitives.ts';
import { invalidParams, unexpected, type MethodError } from '../envelope/failures.ts';
import { scalarText } from '../envelope/json-text.ts';

/**
 * Selects logs that come from any of the addresses and have, at each position, one of the given topics. An empty list
 * matches anything.
 */
export interface LogCriteria {
  /** 20 bytes each. */
  readonly addresses: readonly Hex[];
  /** 32 bytes each, by position. */
  readonly topics: readonly (readonly Hex[])[];
}

/** Maximum number of positions, and of topics at one. Source: docs/protocol/json-rpc.md, Limits. */
const MAX_POSITIONS = 4;
const MAX_TOPICS = 1000;

/** @throws MethodError, RequestError */
export function readCriteria(address: JsonValue, topics: readonly JsonValue[] | null): LogCriteria {
  return { addresses: readAddresses(address), topics: readTopics(topics ?? []) };
}

function readAddresses(address: JsonValue): readonly Hex[] {
  if (address === null) return [];
  if (typeof address === 'string') return [readBytes(address, 20, () => `invalid address: ${address}`)];
  if (!isJsonArray(address)) throw invalidParams('invalid addresses in query');
  return address.map((element, index) => {
    const text = stringOrNull(element);
    return readBytes(text, 20, () => `invalid address at index ${index}: ${text}`);
  });
}

function readTopics(topics: readonly JsonValue[]): LogCriteria['topics'] {
  if (topics.length > MAX_POSITIONS) throw invalidParams(`topics size should be <= ${MAX_POSITIONS}`);
  return topics.map((wanted) => {
    if (wanted === null) return [];
    if (typeof wanted === 'string') return [readTopic(wanted)];
    if (!isJsonArray(wanted)) throw invalidParams('invalid topic(s)');
    if (wanted.length > MAX_TOPICS) throw invalidParams(`exceed max topics: ${MAX_TOPICS}`);
    return wanted.map((topic) => readTopic(stringOrNull(topic)));
  });
}

const readTopic = (text: string | null): Hex => readBytes(text, 32, () => `invalid topic(s): ${text}`);

/**
 * Reads hexadecimal bytes; null means none. @throws RequestError for other characters, MethodError for another size.
 */
function readBytes(text: string | null, size: number, problem: () => string): Hex {
  const bytes = hexBytes(text ?? undefined);
  if (bytes.length !== 2 * size) throw invalidParams(problem());
  return bytes;
}

/** Reads an element of a list, which the node expects to be text. @throws MethodError for any other value. */
function stringOrNull(value: JsonValue): string | null {
  if (value === null || typeof value === 'string') return value;
  throw castError(value);
}

function castError(value: JsonValue): MethodError {
  const javaClass = javaClassOf(value);
  const homes = `${javaClass} and java.lang.String are in module java.base of loader 'bootstrap'`;
  return unexpected(
    'java.lang.ClassCastException',
    `class ${javaClass} cannot be cast to class java.lang.String (${homes})`,
  );
}

function javaClassOf(value: JsonValue): string {
  if (value instanceof Map) return 'java.util.LinkedHashMap';
  if (typeof value === 'boolean') return 'java.lang.Boolean';
  if (typeof value === 'bigint') {
    if (BigInt.asIntN(32, value) === value) return 'java.lang.Integer';
    return BigInt.asIntN(64, value) === value ? 'java.lang.Long' : 'java.math.BigInteger';
  }
  return scalarText(value) === undefined ? 'java.util.ArrayList' : 'java.lang.Double';
}

/** Whether a log matches. It must have every position in the criteria, even those that match anything. */
export function matchesLog({ addresses, topics }: LogCriteria, log: LogMessage): boolean {
  if (addresses.length > 0 && !addresses.includes(log.address)) return false;
  return topics.every((wanted, position) => {
    const topic = log.topics[position];
    return topic !== undefined && (wanted.length === 0 || wanted.includes(topic));
  });
}

/**
 * Whether a block's logs contain, anywhere, a value for each criterion. This decides which blocks the node searches.
 *
 * It compares the values themselves. The node stores bits of their hashes, and searches a few blocks in vain.
 */
export function mayMatchBlock({ addresses, topics }: LogCriteria, values: ReadonlySet<Hex>): boolean {
  return [addresses, ...topics].every((wanted) => wanted.length === 0 || wanted.some((value) => values.has(value)));
}
