// Schemas of flag values. Each message completes "--flag must be …".
import * as z from 'zod/mini';

/** A message that repeats the value, which must not be a secret. */
const butIs = (expected: string) => ({
  error: ({ input }: { readonly input?: unknown }): string => `${expected}, but is ${String(input)}`,
});

interface Range {
  readonly min: number;
  readonly max?: number;
}

export const number = (range: Range) => numeric('a number', /^\d+(\.\d+)?$/, range);

export const integer = (range: Range) => numeric('an integer', /^\d+$/, range);

function numeric(type: string, digits: RegExp, { min, max }: Range) {
  const message = butIs(`${type} ${max === undefined ? `of ${min} or more` : `from ${min} to ${max}`}`);
  const value = z.pipe(z.string().check(z.regex(digits, message)), z.transform(Number));
  return value.check(z.gte(min, message), z.lte(max ?? Number.MAX_SAFE_INTEGER, message));
}

export const choice = <const T extends string>(choices: readonly T[]) =>
  z.literal(choices, butIs(`one of ${choices.join(', ')}`));

const timeForm = /^(\d+|\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?)$/;

const milliseconds = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Date.parse(text));

/** Milliseconds since 1970, a date, which means midnight UTC, or a date and time with its zone. */
export function time() {
  const message = butIs('a time such as 2026-01-01T00:00:00Z, or milliseconds since 1970');
  const isTime = (text: string): boolean =>
    timeForm.test(text) && Number.isSafeInteger(milliseconds(text)) && milliseconds(text) >= 0;
  return z.pipe(z.string().check(z.refine(isTime, message)), z.transform(milliseconds));
}

/** The message does not repeat the key. */
export const privateKey = () =>
  z.string().check(z.regex(/^(0x)?[0-9a-fA-F]{64}$/, 'a private key: 32 bytes in hexadecimal digits'));

/** The message does not repeat the header, which may be a key. */
export const header = () =>
  pair(/^([^\s:]+):\s*(.*)$/s, "a name, a colon and a value, as in 'TRON-PRO-API-KEY: …'", (text) => text);

export const parameter = () => pair(/^(\w+)=(-?\d+)$/, butIs('a name, = and an integer'), BigInt);

function pair<Value>(pattern: RegExp, message: string | ReturnType<typeof butIs>, read: (text: string) => Value) {
  const split = z.transform((text: string): readonly [name: string, value: Value] => {
    const [, name = '', value = ''] = pattern.exec(text) ?? [];
    return [name, read(value)];
  });
  return z.pipe(z.string().check(z.regex(pattern, message)), split);
}
