import { type ZodMiniType } from 'zod/mini';
import { PaymentsError } from '../errors.ts';
import { parseValue } from '../parse-value.ts';

/** The names of amounts, which are stored as decimal text. */
const AMOUNTS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'amount',
  'count',
  'callValue',
  'feeLimit',
  'fee',
  'settled',
  'needed',
  'available',
  'weight',
  'threshold',
  'missingWeight',
]);

const readAmounts = (name: string, member: unknown): unknown =>
  AMOUNTS.has(name) && typeof member === 'string' && /^-?\d+$/.test(member) ? BigInt(member) : member;

/** JSON with amounts as decimal text. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member));

/**
 * Parses what {@link toJson} wrote.
 *
 * @throws `RECORD_INVALID`, which names the record and the field
 */
export function parseRecord<T>(
  schema: ZodMiniType<T>,
  { key, value }: { readonly key: string; readonly value: string },
): T {
  const invalid = (field: string, expected: string, cause?: unknown) =>
    new PaymentsError('RECORD_INVALID', { key, field, expected }, { cause });
  let parsed: unknown;
  try {
    parsed = JSON.parse(value, readAmounts);
  } catch (cause) {
    throw invalid('value', 'JSON', cause);
  }
  return parseValue(schema, parsed, ({ field, expected, cause }) => invalid(field || 'value', expected, cause));
}
