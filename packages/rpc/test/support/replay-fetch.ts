import { toAddress } from '@coin/rpc';
import { addressToHex, isAddress } from '@coin/rpc/address';
import { recordedResponse, recordings } from './recordings.ts';

const isBase58 = (value: string): boolean => isAddress(value) && toAddress(value) === value;

/** The type of a permission, which a request may write as a number. */
const ACTIVE = 2;

/** A key that is the same for all ways of writing a request's addresses, permission types and defaults. */
export function requestKey(path: string, body: string | undefined): string {
  if (body === undefined || !/^\{.*\}$/s.test(body)) return `${path} ${body}`;
  const normalize = (value: unknown): unknown => {
    if (typeof value === 'string' && isBase58(value)) return addressToHex(value);
    if (Array.isArray(value)) return value.map(normalize);
    if (!(value instanceof Object)) return value;
    const entries = Object.entries(value)
      .filter(([key, item]) => key !== 'visible' && item !== '' && item !== 0 && item !== false)
      .map(([key, item]) => [key, key === 'type' && item === ACTIVE ? 'Active' : normalize(item)] as const);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return `${path} ${JSON.stringify(normalize(JSON.parse(body)))}`;
}

/** A `fetch` that answers each request as the recorded node answered the same request. */
export function replayFetch(): typeof fetch {
  const answers = new Map<string, string>();
  const isVisible = (body = '') => body.includes('"visible":true');
  const formKey = (path: string, body: string | undefined) => `${requestKey(path, body)} ${isVisible(body)}`;
  for (const [id, { method, path, body }] of Object.entries(recordings)) {
    const sent = method === 'GET' ? '{}' : body;
    // The answer in the form that the request asks for is preferred to the one in the other form.
    for (const key of [requestKey(path, sent), formKey(path, sent)]) if (!answers.has(key)) answers.set(key, id);
  }
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const body = await request.text();
    const key = requestKey(pathname, body);
    const id = answers.get(formKey(pathname, body)) ?? answers.get(key);
    if (id === undefined) throw new Error(`there is no recording of ${key}`);
    return recordedResponse(id);
  };
}
