import { hexFromText } from '../../json/hex-text.ts';
import { isJsonArray, writeJson, type JsonValue } from '../../json/json-value.ts';
import { type LogMessage } from '../../protocol/messages/messages.ts';
import { type Hex } from '../../protocol/primitives.ts';
import { invalidParams } from '../envelope/failures.ts';
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

/** Maximum numbers of addresses, of positions, and of topics at one. Source: docs/protocol/json-rpc.md, Limits. */
const MAX_ADDRESSES = 1000;
const MAX_POSITIONS = 4;
const MAX_TOPICS = 1000;

/** @throws MethodError */
export function readCriteria(address: JsonValue, topics: readonly JsonValue[] | null): LogCriteria {
  return { addresses: readAddresses(address), topics: readTopics(topics ?? []) };
}

function readAddresses(address: JsonValue): readonly Hex[] {
  if (address === null) return [];
  if (typeof address === 'string') return [readLogAddress(address, '')];
  if (!isJsonArray(address)) throw invalidParams('invalid addresses in query');
  if (address.length > MAX_ADDRESSES) throw invalidParams(`exceed max addresses: ${MAX_ADDRESSES}`);
  return address.map((element, index) => readLogAddress(element, ` at index ${index}`));
}

/** Characters of an address with `0x`. */
const MAX_ADDRESS_LENGTH = 42;

function readLogAddress(value: JsonValue, place: string): Hex {
  const text = typeof value === 'string' && value.length <= MAX_ADDRESS_LENGTH ? value : '';
  const bytes = hexFromText(text);
  if (bytes?.length !== 40) throw invalidParams(`invalid address${place}: ${shown(value)}`);
  return bytes;
}

function readTopics(topics: readonly JsonValue[]): LogCriteria['topics'] {
  if (topics.length > MAX_POSITIONS) throw invalidParams(`topics size should be <= ${MAX_POSITIONS}`);
  return topics.map((wanted) => {
    if (wanted === null) return [];
    if (typeof wanted === 'string') return [readTopic(wanted)];
    if (!isJsonArray(wanted)) throw invalidParams('invalid topic(s)');
    if (wanted.length > MAX_TOPICS) throw invalidParams(`exceed max topics: ${MAX_TOPICS}`);
    return wanted.map(readTopic);
  });
}

/** 32 bytes, of which a leading zero may be missing. */
const topicSyntax = /^(0x)?[0-9a-fA-F]{63,64}$/;

function readTopic(value: JsonValue): Hex {
  if (typeof value !== 'string' || !topicSyntax.test(value)) throw invalidParams(`invalid topic(s): ${shown(value)}`);
  return value.replace('0x', '').padStart(64, '0').toLowerCase();
}

const shown = (value: JsonValue): string =>
  typeof value === 'string' ? value : (scalarText(value) ?? writeJson(value));

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
