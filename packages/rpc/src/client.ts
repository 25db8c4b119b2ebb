import { type Clock } from '@coin/units';
import { rejectUnknown } from './encoding/arguments.ts';
import { maxLifeOption } from './transport/call-options.ts';
import { systemClock } from './transport/clock.ts';
import { toTransport } from './transport/http.ts';
import { type NodeClient, type TransportSource } from './transport/transport.ts';

/** Options of {@link createNodeClient}. */
export interface NodeClientOptions {
  /** The way to the network. A URL is short for `http(url)`. A mock node is a transport, and brings its clock. */
  readonly transport: TransportSource;
  /** The time that a transaction's expiration is compared with; the transport's, or else the system's, by default. */
  readonly clock?: Clock;
  /** The longest time until a built transaction may expire, in milliseconds, up to a day; 600,000 by default. */
  readonly maxLifeMs?: number;
}

/**
 * A client of one network's nodes. It checks every answer; an error is never read as a value.
 *
 * Source: docs/protocol/http.md.
 *
 * @param options - at least `transport`: `http`, `fallback`, `custom`, a URL or a mock node
 * @throws `ARGUMENT_INVALID` when the URL cannot be used, or a number is out of range
 *
 * @example
 * ```ts
 * import { createNodeClient, getBalance, http } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: http('http://127.0.0.1:8090') });
 * await getBalance(client, { address: 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ' }); // => 1_000_000_000_000_000n
 * ```
 */
export function createNodeClient(options: NodeClientOptions): NodeClient {
  rejectUnknown(options, ['transport', 'clock', 'maxLifeMs']);
  const { transport: source, clock, maxLifeMs } = options;
  if (maxLifeMs !== undefined) maxLifeOption(maxLifeMs);
  const transport = toTransport(source);
  return {
    clock: clock ?? transport.clock ?? systemClock,
    ...(maxLifeMs !== undefined && { maxLifeMs }),
    get endpoint() {
      return transport.endpoint;
    },
    request: (...request) => transport.request(...request),
  };
}
