/** Maximum number of characters of a quoted text. */
const MAX_QUOTED_LENGTH = 200;

/**
 * Returns a text from elsewhere as errors show it: at most 200 characters, with line breaks and tabs as spaces. Other
 * control characters, invisible characters, marks of writing direction and unpaired surrogates become `\uFFFD`.
 *
 * @example
 * ```ts
 * import { quoteText } from '@coin/errors';
 *
 * quoteText('first line\nsecond line'); // => 'first line second line'
 * ```
 */
export function quoteText(text: string): string {
  const cut = text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH - 1)}…` : text;
  return cut.replace(/[\s\u0085]/gu, ' ').replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\uFFFD');
}

/**
 * Returns any value as text. Objects and functions appear only as their type, because they may hold secrets.
 *
 * @example
 * ```ts
 * import { describeValue } from '@coin/errors';
 *
 * describeValue(5n); // => '5'
 * describeValue({ privateKey: '…' }); // => 'an object'
 * ```
 */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (Object(value) === value) return typeof value === 'object' ? 'an object' : 'a function';
  return quoteText(String(value));
}

/**
 * Returns the message of a thrown value without its link, for the `reason` of another error.
 *
 * @example
 * ```ts
 * import { reasonOf } from '@coin/errors';
 *
 * reasonOf(new Error('disk full')); // => 'disk full'
 * ```
 */
export function reasonOf(thrown: unknown): string {
  const { shortMessage, message } = Object(thrown) as { shortMessage?: unknown; message?: unknown };
  return [shortMessage, message, thrown].find((text) => typeof text === 'string') ?? typeof thrown;
}
