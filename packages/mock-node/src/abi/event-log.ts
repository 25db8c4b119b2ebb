import { utf8ToBytes, hexToBytes, bytesToHex } from '@noble/hashes/utils.js';
import { argumentInvalid } from '../errors.ts';
import { keccak256 } from '../protocol/hash.ts';
import { type Hex } from '../protocol/primitives.ts';
import { abiSignature, signatureHash } from './abi-signature.ts';
import { type AbiEntry, type AbiParameter } from './abi.ts';
import { decodeParameters } from './parameter-coder.ts';

/** A log that a contract wrote. Bytes are hexadecimal without `0x`. */
export interface EventLog {
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

/** Types whose topic is a hash of the value. */
const isHashed = ({ type }: AbiParameter): boolean => /^(string|bytes)$|^tuple|\]$/.test(type);

/**
 * Returns the parameters of an event as its logs contain them.
 *
 * An indexed string, `bytes`, list or tuple becomes a `bytes32`, because its topic is a hash of the value.
 *
 * Source: the Solidity documentation, "Contract ABI Specification", Encoding of Indexed Event Parameters.
 *
 * @example
 * ```ts
 * import { loggedParameters } from '@coin/mock-node/abi';
 *
 * const note = { type: 'event', name: 'Note', inputs: [{ type: 'string', indexed: true }, { type: 'string' }] };
 * loggedParameters(note).map(({ type }) => type); // => ['bytes32', 'string']
 * ```
 */
export function loggedParameters(event: AbiEntry): readonly AbiParameter[] {
  const { inputs = [] } = event;
  return inputs.map((input) => (input.indexed === true && isHashed(input) ? { ...input, type: 'bytes32' } : input));
}

/** Values of an event's parameters: all of them in order, or some by name. */
export type EventArguments = readonly unknown[] | Readonly<Record<string, unknown>>;

/**
 * Returns values of an event as its logs contain them: an indexed string or `bytes` becomes its hash.
 *
 * A string may already be given as its hash. Other values stay unchanged.
 *
 * Source: the Solidity documentation, "Contract ABI Specification", Encoding of Indexed Event Parameters.
 *
 * @throws MockNodeError `ARGUMENT_INVALID` for `bytes` that are not hexadecimal.
 * @example
 * ```ts
 * import { loggedArguments } from '@coin/mock-node/abi';
 *
 * const note = { type: 'event', name: 'Note', inputs: [{ type: 'bytes', indexed: true }, { type: 'string' }] };
 * loggedArguments(note, ['0x', 'n']);
 * // => ['0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470', 'n']
 * ```
 */
export function loggedArguments(event: AbiEntry, args: EventArguments): EventArguments {
  const { inputs = [] } = event;
  const entries = Object.entries(args).map(([key, value]) => {
    const input = inputs.find(({ name }, index) => (Array.isArray(args) ? String(index) : name) === key);
    return [key, input === undefined ? value : asTopic(input, value)] as const;
  });
  return Array.isArray(args) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

function asTopic({ type, indexed }: AbiParameter, value: unknown): unknown {
  if (indexed !== true || typeof value !== 'string' || !isHashed({ type })) return value;
  if (type === 'bytes') {
    if (!/^(0x)?([0-9a-f]{2})*$/i.test(value)) throw argumentInvalid('args', value, 'bytes in hexadecimal digits');
    return `0x${bytesToHex(keccak256(hexToBytes(value.replace(/^0x/, ''))))}`;
  }
  return /^0x[0-9a-f]{64}$/i.test(value) ? value : `0x${bytesToHex(keccak256(utf8ToBytes(value)))}`;
}

/**
 * Returns whether a log's first topic is the hash of an event's signature.
 *
 * Source: the Solidity documentation, "Contract ABI Specification", Events.
 *
 * @example
 * ```ts
 * import { isEvent } from '@coin/mock-node/abi';
 *
 * const topic = '9e87fac88ff661f02d44f95383c817fece4bce600a3dab7a54406878b965e752';
 * isEvent({ type: 'event', name: 'Paused' }, { topics: [topic], data: '' }); // => true
 * ```
 */
export function isEvent(event: AbiEntry, log: EventLog): boolean {
  const [first] = log.topics;
  return first?.toLowerCase() === signatureHash(abiSignature(event));
}

/**
 * Decodes the values of an event, in the order of {@link loggedParameters}.
 *
 * Addresses are base58check, bytes hexadecimal with `0x`, integers bigints. Does not compare the first topic; see
 * {@link isEvent}.
 *
 * Source: the Solidity documentation, "Contract ABI Specification", Events.
 *
 * @returns undefined if the log's topics or data do not encode the event's parameters.
 * @example
 * ```ts
 * import { decodeEvent } from '@coin/mock-node/abi';
 *
 * const event = { type: 'event', name: 'Count', inputs: [{ type: 'uint8', indexed: true }] };
 * decodeEvent(event, { topics: ['00'.repeat(32), `${'0'.repeat(63)}7`], data: '' }); // => [7n]
 * ```
 */
export function decodeEvent(event: AbiEntry, log: EventLog): readonly unknown[] | undefined {
  const { topics, data } = log;
  const parameters = loggedParameters(event);
  const inTopics = parameters.filter(({ indexed }) => indexed === true);
  if (topics.length !== inTopics.length + 1) return undefined;
  try {
    const fromTopics = inTopics.map((parameter, index) => decodeParameters([parameter], topics[index + 1] ?? '')[0]);
    const fromData = decodeParameters(
      parameters.filter(({ indexed }) => indexed !== true),
      data,
    );
    return parameters.map(({ indexed }) => (indexed === true ? fromTopics.shift() : fromData.shift()));
  } catch {
    return undefined;
  }
}
