import { type Hex } from '@coin/mock-node';
import { type NodeLike } from './node-like.ts';

/** A contract's event. */
export interface Log {
  /** In its original form. */
  readonly address: string;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

/** Why a contract did not succeed. */
export interface Failure {
  readonly isRevert: boolean;
  /** The data it reverted with, if known. */
  readonly data?: Hex;
  /** The reason as decoded by a client, or the node's message. */
  readonly reason: string;
}

/** A transaction by its id, and the node that has it in a block. */
export interface NodeTransaction {
  readonly node: NodeLike;
  /** 64 hexadecimal digits, as in the answer to a broadcast. */
  readonly txID: string;
}

/** The outcome of a transaction or a call, in one form for all subjects. */
export interface Outcome {
  readonly failure?: Failure;
  /** The value that it was read from. */
  readonly source?: unknown;
  readonly logs: readonly Log[];
  /** Including the penalty. */
  readonly energy?: bigint;
  /** Small units burned; none for a call. */
  readonly fee?: bigint;
}

/** An object of unknown members. */
export type Members = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const amountOf = (value: unknown): bigint =>
  typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : 0n;

/** The text with which clients and mock nodes describe a revert without data. */
export const NO_REASON = 'no reason given';
export const REVERT_WORDS = 'REVERT opcode executed';

/** If there is no data, a reason in hexadecimal is data that a client did not decode. */
export function failure(
  result: string,
  { data = '', words }: { readonly data?: Hex; readonly words: string },
): Failure {
  const isRevert = result === 'REVERT';
  if (!isRevert) return { isRevert, reason: [result, words].filter((part) => part !== '').join(': ') };
  const [, raw] = /^0x((?:[0-9a-f]{2})+)$/.exec(words) ?? [];
  const known = data === '' ? raw : data;
  const reason = words === REVERT_WORDS ? NO_REASON : words;
  return { isRevert, reason, ...(known !== undefined && { data: known }) };
}

export function readLogs(logs: unknown): readonly Log[] {
  return ((logs ?? []) as readonly Members[]).map(({ address, topics, data }) => ({
    address: textOf(address),
    topics: (topics ?? []) as readonly Hex[],
    data: textOf(data),
  }));
}
