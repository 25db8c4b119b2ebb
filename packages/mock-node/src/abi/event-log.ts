import { utf8ToBytes, hexToBytes, bytesToHex } from '@noble/hashes/utils.js';
import { keccak256 } from '../protocol/hash.ts';
import { type Hex } from '../protocol/primitives.ts';
import { abiSignature, signatureHash } from './abi-signature.ts';
import { type ContractAbiEntry, type ContractAbiParameter } from './abi.ts';
import { type ExpectedArguments } from './arguments.ts';
import { decodeParameters } from './parameter-coder.ts';

/** The topics and the data of an event. */
export interface EventLog {
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

/** Types whose topic is a hash. */
const isHashed = ({ type }: ContractAbiParameter): boolean => /^(string|bytes)$|^tuple|\]$/.test(type);

/** Parameters as a log has them: of those whose topic is a hash, the hash. */
export const loggedParameters = ({ inputs = [] }: ContractAbiEntry): readonly ContractAbiParameter[] =>
  inputs.map((input) => (input.indexed === true && isHashed(input) ? { ...input, type: 'bytes32' } : input));

/** Whether the first topic names this event. */
export const isEvent = (entry: ContractAbiEntry, { topics: [first] }: EventLog): boolean =>
  first?.toLowerCase() === signatureHash(abiSignature(entry));

/** The arguments of an event; undefined for a log whose topics or data are not of its parameters. */
export function decodeEvent(entry: ContractAbiEntry, { topics, data }: EventLog): readonly unknown[] | undefined {
  const parameters = loggedParameters(entry);
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

/** Expected arguments as a log has them: of indexed texts and bytes, the hash. */
export function asTopics({ inputs = [] }: ContractAbiEntry, expected: ExpectedArguments): ExpectedArguments {
  const entries = Object.entries(expected).map(([key, value]) => {
    const input = inputs.find(({ name }, index) => (Array.isArray(expected) ? String(index) : name) === key);
    return [key, input === undefined ? value : asTopic(input, value)] as const;
  });
  return Array.isArray(expected) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

/** A text may be given as its hash. */
function asTopic({ type, indexed }: ContractAbiParameter, value: unknown): unknown {
  if (indexed !== true || typeof value !== 'string' || !isHashed({ type })) return value;
  if (type === 'bytes') return `0x${bytesToHex(keccak256(hexToBytes(value.replace(/^0x/, ''))))}`;
  return /^0x[0-9a-f]{64}$/i.test(value) ? value : `0x${bytesToHex(keccak256(utf8ToBytes(value)))}`;
}
