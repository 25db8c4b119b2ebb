import { type Hex } from '@coin/mock-node';

/** A contract's event. */
export interface Log {
  /** As it was given. */
  readonly address: string;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

/** Why a contract did not succeed. */
export interface Failure {
  readonly isRevert: boolean;
  /** What it reverted with, where that is known. */
  readonly data?: Hex;
  /** The reason as a client decoded it, or the node's words. */
  readonly reason: string;
}

/** What a transaction or a call did, from whichever form it was given in. */
export interface Outcome {
  readonly failure?: Failure;
  readonly logs: readonly Log[];
  /** Penalty included. */
  readonly energy?: bigint;
  /** Small units burned; a call burns none. */
  readonly fee?: bigint;
}

/** An object of unknown members. */
export type Members = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const amountOf = (value: unknown): bigint =>
  typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : 0n;

/** How clients and mock nodes describe a revert without data. */
export const NO_REASON = 'no reason given';
export const REVERT_WORDS = 'REVERT opcode executed';

/** Without data, a reason in hexadecimal is the data that a client did not decode. */
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
