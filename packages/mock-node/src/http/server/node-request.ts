import { type NodeRequest } from '../message/request.ts';

interface RequestParts {
  readonly contentType?: string | null | undefined;
  readonly accept?: string | null | undefined;
  /** Undefined where it is larger than its limit. */
  readonly body: string | undefined;
}

/** A request to an address. Absent headers may be undefined or null. */
export function nodeRequest(
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
  method: string,
  { contentType, accept, body }: RequestParts,
): NodeRequest {
  return {
    method,
    path: pathname,
    query: search.slice(1),
    ...(body === undefined ? { body: '', isOversized: true } : { body }),
    ...(contentType !== undefined && contentType !== null && { contentType }),
    ...(accept !== undefined && accept !== null && { accept }),
  };
}
