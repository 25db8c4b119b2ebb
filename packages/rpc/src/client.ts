import { objectArgument } from './encoding/arguments.ts';
import { createRequest } from './transport/attempts.ts';
import { type NodeClientOptions } from './transport/client-options.ts';
import { systemClock } from './transport/clock.ts';
import { chooseEndpoint, createEndpointPool } from './transport/endpoint-pool.ts';
import { type NodeClient } from './transport/node-client.ts';
import { checkRuntime } from './transport/runtime.ts';

/**
 * A client of one network's nodes over HTTP. It checks every answer; an error is never read as a value.
 *
 * Source: docs/protocol/http.md; Decision: limits and retries, because a node's rate limiter queues requests without
 * answering.
 *
 * @param options - at least `endpoints`; times in milliseconds, see {@link NodeClientOptions}
 * @throws `ARGUMENT_INVALID` when there is no endpoint, one is not an http(s) URL without credentials, or a number is
 * out of range; `RUNTIME_UNSUPPORTED` where the runtime lacks a feature that requests need
 *
 * @example
 * ```ts
 * import { createNodeClient, getBalance } from '@coin/rpc';
 *
 * const client = createNodeClient({ endpoints: 'http://127.0.0.1:8090' });
 * await getBalance(client, { address: 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ' }); // => 1_000_000_000_000_000n
 * ```
 */
export function createNodeClient(options: NodeClientOptions): NodeClient {
  options = objectArgument('options', options);
  checkRuntime(options.fetch);
  const pool = createEndpointPool(options);
  return {
    clock: options.clock ?? systemClock,
    ...(options.maxLifeMs !== undefined && { maxLifeMs: options.maxLifeMs }),
    get endpoint() {
      return (chooseEndpoint(pool, new Map(), Date.now()) ?? pool.current).label;
    },
    request: createRequest(options, pool),
  };
}
