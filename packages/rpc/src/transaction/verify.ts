import { custom, object } from 'zod/mini';
import { checkShape, type AnswerSource } from '../transport/check-answer.ts';
import { RpcError } from '../errors.ts';
import { stringifyJson, type JsonValue } from '../encoding/json.ts';
import { requiredInteger, requiredString } from '../transport/wire-schema.ts';
import { composeTransaction, type Transaction, type TransactionIntent } from './transaction.ts';

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

/** No block takes a transaction that expires later than this after it. Source: docs/protocol/transfers.md, Fields the node fills. */
const LONGEST_LIFE_MS = 86_400_000;
const CLOCK_TOLERANCE_MS = 900_000;

const shown = (value: unknown): string =>
  (value === undefined ? 'absent' : stringifyJson(value as JsonValue)).slice(0, 120);

/** The first place where two JSON values differ. */
function difference(
  asked: unknown,
  built: unknown,
  at: string,
): { field: string; asked: string; built: string } | undefined {
  if (!(asked instanceof Object) || !(built instanceof Object))
    return shown(asked) === shown(built) ? undefined : { field: at, asked: shown(asked), built: shown(built) };
  for (const key of new Set([...Object.keys(asked), ...Object.keys(built)])) {
    const found = difference(asked[key as keyof object], built[key as keyof object], `${at}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The transaction that was asked for, once the node's bytes are found to be the same: it is written anew from the intent and the
 * four fields that are the node's to choose, and compared byte by byte. The id is computed from those bytes.
 * Source: docs/protocol/transfers.md, Fields the node fills.
 */
export function verifyBuilt(built: unknown, intent: TransactionIntent, source: AnswerSource, now: number): Transaction {
  const wire = checkShape(source, built, schema);
  const { raw_data: raw } = wire;
  const transaction = composeTransaction(intent, {
    refBlockBytes: raw.ref_block_bytes,
    refBlockHash: raw.ref_block_hash,
    expiration: raw.expiration,
    timestamp: raw.timestamp,
  });
  const mismatch = (field: string, asked: string, actual: string) =>
    new RpcError('TRANSACTION_MISMATCH', { field, asked, built: actual }, source);
  const latest = Math.min(raw.timestamp + LONGEST_LIFE_MS, now + LONGEST_LIFE_MS + CLOCK_TOLERANCE_MS);
  if (raw.expiration > latest) throw mismatch('expiration', `at most ${latest}`, String(raw.expiration));
  if (wire.raw_data_hex !== transaction.rawDataHex) {
    const found = difference(transaction.rawData, (built as { raw_data: unknown }).raw_data, 'raw_data');
    throw mismatch(
      found?.field ?? 'raw_data_hex',
      found?.asked ?? transaction.rawDataHex,
      found?.built ?? wire.raw_data_hex,
    );
  }
  if (wire.txID !== transaction.txID) throw mismatch('txID', transaction.txID, wire.txID);
  return transaction;
}
