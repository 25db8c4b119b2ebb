import { invalidArgument, objectArgument } from '../encoding/arguments.ts';
import { type JsonObject } from '../encoding/json.ts';
import { checkCallOptions } from './call-options.ts';
import { type NodeAnswer, type NodeClient, type RequestOptions } from './node-client.ts';

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
