/** Stands in errors for what may repeat a key. */
export const HIDDEN = '(hidden)';

/** A text without the words that may be a key: it shows ordinary words, names made of them, and numbers. */
export const hideKeys = (text: string): string =>
  text.replace(/[\w+/-]{8,}/g, (word) =>
    /^(?:\d{1,19}|[A-Za-z]?[a-z]{1,15}(?:[A-Z]+[a-z]{1,15})*)$/.test(word) ? word : HIDDEN,
  );

/** Headers that say nothing about the caller. */
const PUBLIC_HEADER = /^(?:accept|content|user-agent$|cache-control$|origin$|referer$)/i;

/**
 * Whether an endpoint may have a key: a header that is not public, or a path or a query in a URL. A gateway may repeat
 * the key anywhere, so errors of such an endpoint quote no bodies, no headers and no errors of others.
 *
 * Source: docs/protocol/checked-answers.md, Secrets.
 */
export const mayHaveKey = (headers: Headers, urls: readonly URL[]): boolean =>
  [...headers.keys()].some((name) => !PUBLIC_HEADER.test(name)) ||
  urls.some(({ pathname, search }) => pathname !== '/' || search !== '');
