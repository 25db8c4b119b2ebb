import { type JsonObject } from '../encoding/json.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { type AnswerSource } from './answer/check-answer.ts';
import { type NodeAnswer, type NodeClient, type RequestOptions } from './transport.ts';

interface ReadRequest<T> extends Pick<RequestOptions, 'fallbackBody'> {
  readonly path: string;
  readonly body: JsonObject;
  readonly read: (json: unknown, source: AnswerSource) => T;
}

/**
 * Sends a request through a client, and reads the answer. If reading throws `RESPONSE_INVALID`, the endpoint is
 * unusable, and the request goes to the next one.
 */
export async function sendRequest<T>(
  client: NodeClient,
  { path, body, read, fallbackBody }: ReadRequest<T>,
  options: RequestOptions = {},
): Promise<T> {
  let latest: { json: unknown; value: T } | undefined;
  const check = ({ json, endpoint }: NodeAnswer): T => {
    if (latest === undefined || latest.json !== json) latest = { json, value: read(json, { path, endpoint }) };
    return latest.value;
  };
  // A client of another make may not check.
  return check(await client.request(path, body, { ...options, check, ...omitUndefined({ fallbackBody }) }));
}
