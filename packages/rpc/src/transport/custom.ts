import { type AbortSignalLike } from '@coin/units';
import ky from 'ky';
import { rejectUnknown } from '../encoding/arguments.ts';
import { createEndpoint, ENDPOINT_OPTIONS, type EndpointOptions } from './endpoint.ts';
import { type Transport } from './transport.ts';

/** A request on its way to an endpoint. */
export interface OutgoingRequest {
  /** `/wallet/…`, or `/walletsolidity/…` for the solid state. */
  readonly path: string;
  /** JSON. */
  readonly body: string;
  /** Aborts when the attempt's time is up, or the call ends. */
  readonly signal: typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer Signal } }
    ? Signal
    : AbortSignalLike;
}

/** Options of {@link custom}. */
export interface CustomOptions extends EndpointOptions {
  /** Stands for the endpoint in errors; `custom` by default. */
  readonly name?: string;
}

const ORIGIN = 'http://custom';

/**
 * A transport over a function of yours: a socket, a worker, a proxy that signs requests. Answers are checked as those
 * over HTTP are: size, JSON, the node's own errors. Timeouts, retries, limits and hooks work in the same way.
 *
 * It takes the answer as text, because a parsed one has already lost digits. Source: docs/protocol/checked-answers.md.
 *
 * @param carrier - `request` sends `{ path, body, signal }` and resolves to the answer's JSON text. A rejection becomes
 * `NETWORK_FAILED`, unless it is an `RpcError`
 * @param options - see {@link CustomOptions}
 * @throws `ARGUMENT_INVALID` when a number is out of range
 *
 * @example
 * ```ts
 * import { createNodeClient, custom, getBurnedCoin } from '@coin/rpc';
 *
 * const transport = custom({ request: async ({ path, body }) => '{"burnTrxAmount":5}' });
 * await getBurnedCoin(createNodeClient({ transport })); // => 5n
 * ```
 */
export function custom(
  carrier: { readonly request: (request: OutgoingRequest) => Promise<string> },
  options: CustomOptions = {},
): Transport {
  rejectUnknown(options, ['name', ...ENDPOINT_OPTIONS]);
  const { name: label = 'custom', ...endpoint } = options;
  const send = async (input: Parameters<typeof fetch>[0]): Promise<Response> => {
    const request = input as Request;
    const { url, signal } = request;
    const answer = await carrier.request({ path: url.slice(ORIGIN.length), body: await request.text(), signal });
    return new Response(answer, { headers: { 'content-type': 'application/json' } });
  };
  return createEndpoint(endpoint, {
    ky: ky.create({ fetch: send }),
    label,
    addressOf: (path) => ORIGIN + path,
    hasKey: false,
  });
}
