import { integerArgument, invalidArgument, objectArgument, wordArgument } from '../encoding/arguments.ts';
import { type JsonObject } from '../encoding/json.ts';
import { type NodeAnswer, type NodeClient, type RequestOptions } from './node-client.ts';

/** Timers take no more. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Throws `ARGUMENT_INVALID` for options that no request can have. */
export function checkCallOptions(options: RequestOptions): void {
  const { signal, timeoutMs, retries, state } = objectArgument('options', options);
  if (signal !== undefined && Object.prototype.toString.call(signal) !== '[object AbortSignal]')
    throw invalidArgument('signal', signal, 'an AbortSignal');
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS))
    throw invalidArgument('timeoutMs', timeoutMs, `a number above 0, up to ${MAX_TIMEOUT_MS} ms`);
  if (retries !== undefined) integerArgument('retries', retries);
  if (state !== undefined) wordArgument('state', state, ['head', 'solid']);
}

/** Sends a request through a client, once client and options are found to be of the right types. */
export async function sendRequest(
  client: NodeClient,
  path: string,
  body: JsonObject,
  options: RequestOptions = {},
): Promise<NodeAnswer> {
  if (typeof objectArgument('client', client).request !== 'function')
    throw invalidArgument('client', client, 'a client that createNodeClient made');
  checkCallOptions(options);
  return client.request(path, body, options);
}
