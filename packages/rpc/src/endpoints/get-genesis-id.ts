import { RpcError } from '../errors.ts';
import { unexpectedAnswer } from '../transport/answer/check-answer.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';
import { getOutline } from './block-outlines.ts';

/**
 * Reads the id of the genesis block, which identifies the network: 64 hex digits.
 *
 * Store it with everything that is valid on one network only, and pass it as `genesisId` to
 * {@link NodeClientOptions} or {@link ResumeTransactionArgs} when you use that again.
 *
 * Source: docs/protocol/genesis.md.
 *
 * @throws `RESPONSE_INVALID` when the node has no block 0; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, getGenesisId } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * (await getGenesisId(client)).length; // => 64
 * ```
 */
export async function getGenesisId(client: NodeClient, options?: CallOptions): Promise<string> {
  const block = await getOutline(client, 0, options);
  if (block !== undefined) return block.blockID;
  throw unexpectedAnswer({ path: '/wallet/getblockbynum', endpoint: client.endpoint }, 'block 0', 'absent');
}

/** Throws `ENDPOINT_MISMATCH` unless the client's network has this genesis block. @internal */
export async function requireGenesis(client: NodeClient, expected: string, options?: CallOptions): Promise<void> {
  const actual = await getGenesisId(client, options);
  if (actual !== expected) throw new RpcError('ENDPOINT_MISMATCH', { expected, actual }, { endpoint: client.endpoint });
}
