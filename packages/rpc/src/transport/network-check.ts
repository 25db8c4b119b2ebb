import { RpcError } from '../errors.ts';
import type { NodeClientOptions } from './client-options.ts';
import type { Endpoint, EndpointPool } from './endpoint-pool.ts';
import type { Exchange } from './exchange.ts';

/** Makes sure before an endpoint's first use that it is of the client's network: a balance on another one would look valid. */
export function createNetworkCheck(
  { genesisId: expected }: NodeClientOptions,
  { endpoints }: EndpointPool,
  exchange: Exchange,
): (endpoint: Endpoint, signal: AbortSignal) => Promise<void> {
  return async (endpoint, signal) => {
    if (endpoints.length === 1 && expected === undefined) return;
    if (endpoint.genesisId === undefined) {
      const block = await exchange(endpoint, '/wallet/getblockbynum', '{"num":0}', signal, 0);
      endpoint.genesisId = String((block as { blockID?: unknown }).blockID);
    }
    const actual = endpoint.genesisId;
    expected ??= actual;
    if (actual !== expected)
      throw new RpcError('ENDPOINT_MISMATCH', { expected, actual }, { endpoint: endpoint.label });
  };
}
