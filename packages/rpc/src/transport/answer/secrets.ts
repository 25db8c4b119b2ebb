/** Stands in errors for what may repeat a key. */
export const HIDDEN = '(hidden)';

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
