import { type NodeRequest, type RequestLine } from '../../message/request.ts';

/** Absent headers may be undefined or null. */
interface RequestParts {
  readonly contentType?: string | null | undefined;
  readonly accept?: string | null | undefined;
  /** Undefined if it exceeds its limit. */
  readonly body: string | undefined;
}

/** The request line for a URL. */
export function lineOf(method: string, { pathname, search }: Pick<URL, 'pathname' | 'search'>): RequestLine {
  return { method, path: pathname, query: search.slice(1) };
}

/** The request line for a raw target, whose path is everything before a question mark. */
export function lineOfTarget(method: string, target: string): RequestLine {
  const mark = target.indexOf('?');
  if (mark === -1) return { method, path: target, query: '' };
  return { method, path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** A request with its body and headers. */
export function nodeRequest(
  { method, path, query }: RequestLine,
  { contentType, accept, body }: RequestParts,
): NodeRequest {
  const request: { -readonly [Part in keyof NodeRequest]: NodeRequest[Part] } = {
    method,
    path,
    query,
    body: body ?? '',
  };
  if (body === undefined) request.isOversized = true;
  if (typeof contentType === 'string') request.contentType = contentType;
  if (typeof accept === 'string') request.accept = accept;
  return request;
}
