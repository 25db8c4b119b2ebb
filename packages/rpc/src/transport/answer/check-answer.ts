import { safeParse, type ZodMiniType } from 'zod/mini';
import { RpcError, type RpcErrorOptions } from '../../errors.ts';

/** The endpoint that gave an answer, and the path. */
export interface AnswerSource {
  readonly path: string;
  /** Origin of the endpoint. */
  readonly endpoint: string;
}

/** The error of an answer that contradicts the request or itself; `retryable` if the node may just be behind. */
export const unexpectedAnswer = (
  { path, endpoint }: AnswerSource,
  field: string,
  reason: string,
  { retryable = false }: Pick<RpcErrorOptions, 'retryable'> = {},
) => new RpcError('RESPONSE_INVALID', { path, field, reason }, { endpoint, retryable });

/** The answer as its schema types it; throws if it has another shape. @internal */
export function checkShape<T>(source: AnswerSource, json: unknown, schema: ZodMiniType<T>): T {
  const parsed = safeParse(schema, json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw unexpectedAnswer(source, issue?.path.join('.') || 'body', issue?.message ?? 'invalid');
}

/** A value that must be present: absent, it would be read as a zero that the node never sent. */
export function requireField<T>(source: AnswerSource, field: string, value: T | undefined): T {
  if (value === undefined) throw unexpectedAnswer(source, field, 'absent');
  return value;
}

/** Throws unless the answer matches the request. */
export function expectEqual(
  source: AnswerSource,
  field: string,
  {
    actual,
    requested,
    ...details
  }: { readonly actual: unknown; readonly requested: unknown; readonly retryable?: boolean },
): void {
  if (actual !== requested)
    throw unexpectedAnswer(source, field, `${String(actual)}, requested ${String(requested)}`, details);
}
