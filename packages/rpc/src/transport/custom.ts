import { strictArgument, serviceArgument, stringArgument } from '../encoding/arguments.ts';
import { createEndpoint } from './endpoint.ts';
import { checkRuntime } from './runtime.ts';
import { type EndpointOptions, type OutgoingRequest } from './transport-options.ts';
import { type Transport } from './transport.ts';

/** Carries the requests of a {@link custom} transport. */
export interface CustomCarrier {
  /** Resolves to the node's answer as JSON text. A rejection becomes `NETWORK_FAILED`, unless it is an `RpcError`. */
  readonly request: (request: OutgoingRequest) => Promise<string>;
}

/** Options of {@link custom}. */
export interface CustomOptions extends EndpointOptions {
  /** Stands for the endpoint in errors and events; `custom` by default. */
  readonly name?: string;
}

/**
 * A transport over a function of yours: a socket, a worker, a proxy that signs requests. Answers are checked as those
 * over HTTP are: size, JSON, the node's own errors. Timeouts, retries, limits and hooks work in the same way.
 *
 * It takes the answer as text, because a parsed one has already lost digits. Source: docs/protocol/checked-answers.md.
 *
 * @param carrier - `request` sends `{ path, body, signal }` and resolves to the answer's JSON text
 * @param options - see {@link CustomOptions}
 * @throws `ARGUMENT_INVALID` when there is no `request`, or a number is out of range; `RUNTIME_UNSUPPORTED`
 *
 * @example
 * ```ts
 * import { createNodeClient, custom, getBurnedCoin } from '@coin/rpc';
 *
 * const transport = custom({ request: async ({ path, body }) => '{"burnTrxAmount":5}' });
 * await getBurnedCoin(createNodeClient({ transport })); // => 5n
 * ```
 */
export function custom(carrier: CustomCarrier, options: CustomOptions = {}): Transport {
  checkRuntime();
  serviceArgument('carrier', carrier, {
    method: 'request',
    expected: 'an object with request({ path, body, signal })',
  });
  options = strictArgument('options', options, [
    'name',
    'maxResponseBytes',
    'limits',
    'hooks',
    'timeoutMs',
    'attemptTimeoutMs',
    'retries',
    'retryDelayMs',
  ]);
  return createEndpoint(options, {
    label: stringArgument('name', options.name ?? 'custom'),
    send: async (request) =>
      new Response(await carrier.request(request), { headers: { 'content-type': 'application/json' } }),
  });
}
