import { readPriceHistory, type PriceChange } from '../answers/price-history.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';

/**
 * Reads the price history of a byte of bandwidth since the beginning, in small units, oldest first.
 *
 * The last entry applies now.
 *
 * Source: docs/protocol/chain-parameters.md.
 *
 * @throws `RESPONSE_INVALID` when the history can't be read; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, getBandwidthPrices } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * await getBandwidthPrices(client); // => [{ from: 0, price: 1000n }]
 * ```
 */
export function getBandwidthPrices(client: NodeClient, options?: CallOptions): Promise<PriceChange[]> {
  return readPriceHistory(client, '/wallet/getbandwidthprices', options);
}
