import { describeValue } from '@coin/errors';
import { custom, object } from 'zod/mini';
import { RpcError } from '../errors.ts';
import { checkShape, type AnswerSource } from '../transport/answer/check-answer.ts';
import { requiredInteger, requiredString } from '../transport/answer/wire-schema.ts';
import { composeTransaction, type TransactionIntent } from './compose-transaction.ts';
import { lagOf } from './head-lag.ts';
import { type Transaction } from './transaction.ts';

const hex = (digits: number) =>
  custom<string>(
    (value) => typeof value === 'string' && value.length === digits && /^[\da-f]*$/.test(value),
    'not hex of the right length',
  );

const schema = /* @__PURE__ */ object({
  txID: requiredString,
  raw_data_hex: requiredString,
  raw_data: /* @__PURE__ */ object({
    ref_block_bytes: /* @__PURE__ */ hex(4),
    ref_block_hash: /* @__PURE__ */ hex(16),
    expiration: requiredInteger,
    timestamp: requiredInteger,
  }),
});

/** A field's value as errors show it; only its type if it has fields itself. */
const preview = (value: unknown): string => {
  if (value === undefined) return 'absent';
  return typeof value === 'string' ? JSON.stringify(value) : describeValue(value);
};

/** A field's own value. Inherited properties, such as `constructor`, are not fields. */
const fieldOf = (value: object, key: string): unknown =>
  Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;

interface Difference {
  /** Path of the field, its keys joined by dots. */
  readonly field: string;
  readonly requested: string;
  readonly built: string;
}

/** The first field in which two JSON values differ. */
function findDifference(requested: unknown, built: unknown, field: string): Difference | undefined {
  if (!(requested instanceof Object) || !(built instanceof Object)) {
    const difference = { field, requested: preview(requested), built: preview(built) };
    return difference.requested === difference.built ? undefined : difference;
  }
  for (const key of new Set([...Object.keys(requested), ...Object.keys(built)])) {
    const found = findDifference(fieldOf(requested, key), fieldOf(built, key), `${field}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** How far two clocks may be apart. Clocks that are synchronized differ by less than a second. */
const MAX_SKEW_MS = 10_000;

/** The error of a node whose newest block is this old. */
export const nodeLags = (lagMs: number, { endpoint }: Pick<AnswerSource, 'endpoint'>) =>
  new RpcError('NODE_LAGS', { lagMs }, { retryable: true, endpoint });

/** The request, a memo that no node writes, and times in milliseconds. */
interface Expectation {
  readonly intent: TransactionIntent;
  readonly addedMemo: string | undefined;
  /** When the request was sent and when it was answered, by the client's clock. */
  readonly sentAt: number;
  readonly now: number;
  readonly maxLifeMs: number;
}

/** Throws unless the node's clock, from which it takes the timestamp, and the client's agree. */
function requireClock(timestamp: number, { sentAt, now }: Expectation, source: AnswerSource): void {
  const skewMs = timestamp < sentAt ? timestamp - sentAt : Math.max(0, timestamp - now);
  // A clock that gives no time agrees with none.
  if (!(Math.abs(skewMs) <= MAX_SKEW_MS)) throw new RpcError('CLOCK_WRONG', { skewMs }, source);
}

/**
 * The requested transaction, once the node's bytes are found to be the same: it is encoded again from the intent and
 * the four fields that are the node's to fill, and compared byte by byte. The id is computed from those bytes. A memo
 * that no node writes is added afterwards.
 * Source: docs/protocol/transfers.md, Fields the node fills.
 */
export function verifyTransaction(source: AnswerSource, built: unknown, expectation: Expectation): Transaction {
  const { intent, addedMemo, now, maxLifeMs } = expectation;
  const wire = checkShape(source, built, schema);
  const { raw_data: raw } = wire;
  const fields = {
    refBlockBytes: raw.ref_block_bytes,
    refBlockHash: raw.ref_block_hash,
    expiration: raw.expiration,
    timestamp: raw.timestamp,
  };
  const transaction = composeTransaction(intent, fields);
  const mismatch = (difference: Difference) => new RpcError('TRANSACTION_MISMATCH', difference, source);
  requireClock(raw.timestamp, expectation, source);
  if (raw.expiration <= now) throw nodeLags(lagOf(raw), source);
  const latest = now + maxLifeMs;
  if (raw.expiration > latest)
    throw mismatch({
      field: 'expiration',
      requested: `at most ${latest} ms by the client's clock and maxLifeMs`,
      built: String(raw.expiration),
    });
  const { rawData, rawDataHex, txID } = transaction;
  if (wire.raw_data_hex !== rawDataHex)
    throw mismatch(
      findDifference(rawData, (built as { raw_data: unknown }).raw_data, 'raw_data') ?? {
        field: 'raw_data_hex',
        requested: rawDataHex,
        built: wire.raw_data_hex,
      },
    );
  if (wire.txID !== txID) throw mismatch({ field: 'txID', requested: txID, built: wire.txID });
  return addedMemo === undefined ? transaction : composeTransaction({ ...intent, memo: addedMemo }, fields);
}
