import { array, custom, object, optional, safeParse, type ZodMiniType } from 'zod/mini';
import type { NodeClient, ReadStateOptions } from '../client.ts';
import { RpcError } from '../errors.ts';
import type { JsonValue } from '../encoding/json.ts';

const INT64 = 2n ** 63n;

/** An int64 as the wire has it: a number where that is exact, else a bigint. Absent means 0. */
export const int64 = /* @__PURE__ */ optional(
  /* @__PURE__ */ custom<number | bigint>(
    (value) => Number.isSafeInteger(value) || (typeof value === 'bigint' && value >= -INT64 && value < INT64),
    'not an int64',
  ),
);
/** A block number or a time in milliseconds. Absent means 0. */
export const count = /* @__PURE__ */ optional(
  /* @__PURE__ */ custom<number>(Number.isSafeInteger, 'not a safe integer'),
);
export const text = /* @__PURE__ */ optional(
  /* @__PURE__ */ custom<string>((value) => typeof value === 'string', 'not a string'),
);
export const flag = /* @__PURE__ */ optional(
  /* @__PURE__ */ custom<boolean>((value) => typeof value === 'boolean', 'not a boolean'),
);
/** A list: the wire leaves out an empty one. */
export const list = <T extends ZodMiniType>(item: T) => optional(array(item));
export const part = <T extends Record<string, ZodMiniType>>(shape: T) => optional(object(shape));

/** The wire leaves out what is zero. Source: docs/protocol/http.md, Response printing. */
export const big = (value: number | bigint | undefined): bigint => BigInt(value ?? 0);

/** Who gave an answer, and to what. */
export interface AnswerSource {
  path: string;
  /** Origin of the endpoint. */
  endpoint: string;
}

const isEmpty = (json: unknown): boolean => Object.keys(json as object).length === 0;

/** Asks, and checks the answer's shape. `empty`: the answer is `{}`, which stands for "there is none" and for nothing else. */
export async function call<T>(
  client: NodeClient,
  path: string,
  body: { readonly [key: string]: JsonValue | undefined },
  schema: ZodMiniType<T>,
  options?: ReadStateOptions,
): Promise<{ answer: T; from: AnswerSource; empty: boolean }> {
  const { json, endpoint } = await client.request(path, { ...body, visible: true }, options);
  const from = { path, endpoint };
  const answer = checkShape(from, json, schema);
  const empty = isEmpty(json);
  // Of an answer about something else, a refusal for instance, what it lacks would be read as zeros.
  if (isEmpty(answer) !== empty) throw unexpected(from, 'the top', 'invalid');
  return { answer, from, empty };
}

export function checkShape<T>(from: AnswerSource, json: unknown, schema: ZodMiniType<T>): T {
  const parsed = safeParse(schema, json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw unexpected(from, issue?.path.join('.') || 'the top', issue?.message ?? 'invalid');
}

/** An answer that contradicts the question or itself. */
export const unexpected = ({ path, endpoint }: AnswerSource, at: string, reason: string) =>
  new RpcError('RESPONSE_UNEXPECTED', { path, at, reason }, { endpoint });

/** A value that must be there: read as 0, its absence would be a lie. */
export function needed<T>(from: AnswerSource, at: string, value: T | undefined): T {
  if (value === undefined) throw unexpected(from, at, 'absent');
  return value;
}

/** The answer must speak of what was asked. */
export function checkSame(from: AnswerSource, at: string, got: unknown, asked: unknown): void {
  if (got !== asked) throw unexpected(from, at, `${String(got)}, asked for ${String(asked)}`);
}
