import { getNewestOutline } from '../endpoints/block-outlines.ts';
import { requireGenesis } from '../endpoints/get-genesis-id.ts';
import { RpcError } from '../errors.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';
import { createBlockSearch } from './block-search.ts';
import { createInfoSearch, ROUNDS } from './info-search.ts';
import { findReferenceBlock, type BlockReference } from './reference-block.ts';

/** The longest lifetime, in blocks, for which all blocks of a transaction's lifetime are read. */
const READABLE_BLOCKS = 1000;
const BLOCK_INTERVAL_MS = 3000;

/** A transaction whose expiry is to be proven. Times in milliseconds since 1970. */
export interface ExpiringTransaction {
  readonly txID: string;
  readonly expiration: number;
  readonly reference: BlockReference;
  /** Genesis block id of the network that the transaction was signed for, if it is known. */
  readonly genesisId?: string | undefined;
}

/**
 * Proves that no block includes a transaction and none can any more. Each call of the returned function continues the
 * proof: it resolves to the reason why the proof is not complete, or throws `TRANSACTION_EXPIRED` when it is.
 *
 * It reads every solid block that could include the transaction. It relies on absent transaction infos only if these
 * blocks are too many.
 *
 * Source: docs/protocol/checked-answers.md, Expiry.
 *
 * @throws also `ENDPOINT_MISMATCH` and `RESPONSE_INVALID` when the transaction belongs to another chain
 */
export function createExpiryProof(
  client: NodeClient,
  transaction: ExpiringTransaction,
): (options: CallOptions) => Promise<string> {
  const { expiration } = transaction;
  let search: ReturnType<typeof createBlockSearch> | undefined;

  return async (callOptions) => {
    const options = { ...callOptions, state: 'solid' } as const;
    if (search !== undefined) return search(options);
    const newest = await getNewestOutline(client, options);
    if (newest.time < expiration) return `the newest solid block, ${newest.number}, was made at ${newest.time} ms`;
    const found = await findReferenceBlock(client, { ...transaction, newest }, options);
    if (found.kind === 'unknown') return `the node lacks block ${found.number}, which the transaction may refer to`;
    if (found.kind === 'replaced') await requireNetwork(client, transaction, options);
    // A genesis block may be much older than block 1.
    const blocks = Math.min((expiration - found.block.time) / BLOCK_INTERVAL_MS, newest.number - found.block.number);
    const isReadable = blocks <= READABLE_BLOCKS;
    search = (isReadable ? createBlockSearch : createInfoSearch)(client, transaction, found.block);
    return search(options);
  };
}

/**
 * Throws unless the network is proven to be the transaction's. Only then does a missing reference block mean that a
 * fork dropped it. Repeats the request, so every node behind one address answers it.
 */
async function requireNetwork(
  client: NodeClient,
  { reference, genesisId }: ExpiringTransaction,
  options: CallOptions,
): Promise<void> {
  if (genesisId === undefined) {
    const reason = `none with ${reference.hash}: the endpoint belongs to another network, or a fork dropped that block`;
    throw new RpcError('RESPONSE_INVALID', { path: 'the reference block', field: 'blockID', reason });
  }
  for (let round = 0; round < ROUNDS; round++) await requireGenesis(client, genesisId, options);
}
