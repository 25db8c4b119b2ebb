import { oneOfNames } from '@coin/errors';
import { isRpcError, type RpcError } from '@coin/rpc';
import {
  bigint,
  type core,
  int,
  maximum,
  minimum,
  NEVER,
  pipe,
  safeParse,
  strictObject,
  string,
  transform,
  type ZodMiniType,
} from 'zod/mini';
import { argumentInvalid } from './arguments.ts';

// Messages of these schemas complete "it must be …".

const MAX_INT64 = 2n ** 63n - 1n;

/** A bigint in a range, which ends with int64 by default. */
export function bigintSchema(min: bigint, max = MAX_INT64) {
  const expected = `a bigint from ${min} to ${max}`;
  return bigint(expected).check(minimum(min, expected), maximum(max, expected));
}

/** A safe integer in a range. */
export function integerSchema(min: number, max = Number.MAX_SAFE_INTEGER) {
  const expected = `an integer from ${min} to ${max}`;
  return int(expected).check(minimum(min, expected), maximum(max, expected));
}

/** A text that a function of `@coin/rpc` accepts, in the form that it returns. */
export const textSchema = (read: (text: string) => string) =>
  pipe(
    string('a string'),
    transform((text, { issues }) => {
      try {
        return read(text);
      } catch (cause) {
        if (!isRpcError(cause)) throw cause;
        issues.push({ code: 'custom', input: text, message: expectedBy(cause), params: { cause } });
        return NEVER;
      }
    }),
  );

function expectedBy(error: RpcError): string {
  if (isRpcError(error, 'ADDRESS_INVALID')) return `an address in base58check or 41-hex (${error.context.reason})`;
  return isRpcError(error, 'ARGUMENT_INVALID') ? error.context.expected : error.shortMessage;
}

/** An object without other names than these. */
export const objectSchema = <Shape extends Record<string, ZodMiniType>>(shape: Shape) =>
  strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? oneOfNames(Object.keys(shape)) : 'an object'),
  });

/** What is wrong with a value. */
export interface ValueIssue {
  /** The path of the field; empty for the value itself. */
  readonly field: string;
  readonly value: unknown;
  readonly expected: string;
  /** The error of a function that did not accept a text. */
  readonly cause?: unknown;
}

/** Parses a value, or throws the error that `createError` makes of what is wrong. */
export function parseValue<T>(schema: ZodMiniType<T>, value: unknown, createError: (issue: ValueIssue) => Error): T {
  const { success, data, error } = safeParse(schema, value);
  if (success) return data;
  // A misspelt name explains why the right one is absent.
  const unknown = error.issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown !== undefined) {
    const { path, keys, message } = unknown;
    // Its value may be a secret.
    throw createError({ field: [...path, ...keys.slice(0, 1)].join('.'), value: '(hidden)', expected: message });
  }
  const [issue] = error.issues as [core.$ZodIssue];
  const found = issue.path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown>)[key], value);
  const { cause } = issue.code === 'custom' ? (issue.params ?? {}) : {};
  throw createError({ field: issue.path.join('.'), value: found, expected: issue.message, cause });
}

/**
 * Parses an argument, or one field of it.
 *
 * @throws `ARGUMENT_INVALID`, which names the field by its path
 */
export const parseArgument = <T>(schema: ZodMiniType<T>, value: unknown, argument: string): T =>
  parseValue(schema, value, ({ field, value: found, expected, cause }) =>
    argumentInvalid(field || argument, found, expected, { cause }),
  );
