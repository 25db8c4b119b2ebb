/** Maximum number of characters of a quoted text. */
const MAX_QUOTED_LENGTH = 200;
const MAX_SENTENCE_LENGTH = 1000;
/** Longer than any word, id or address. */
const DATA = /[\w+/=-]{81,}/g;
const SHOWN_DATA = 40;

const cutTo = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

const withoutControls = (text: string): string =>
  text.replace(/[\s\u0085]/gu, ' ').replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\uFFFD');

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
export const quoteText = (text: string): string => withoutControls(cutTo(text, MAX_QUOTED_LENGTH));

/**
 * Returns a sentence from elsewhere as {@link quoteText} does, but up to 1000 characters of it: instead, it cuts data in
 * the sentence, such as a signature in hex, after 40 characters.
 *
 * @example
 * ```ts
 * import { quoteSentence } from '@coin/errors';
 *
 * quoteSentence(`${'ab'.repeat(65)} is not contained of permission.`);
 * // => 'abababababababababababababababababababa… is not contained of permission.'
 * ```
 */
export const quoteSentence = (text: string): string =>
  withoutControls(
    cutTo(
      text.replace(DATA, (word) => cutTo(word, SHOWN_DATA)),
      MAX_SENTENCE_LENGTH,
    ),
  );

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
