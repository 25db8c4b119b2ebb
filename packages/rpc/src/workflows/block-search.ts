import { type BlockOutline } from '../answers/block-outline.ts';
import { getOutlines } from '../endpoints/block-outlines.ts';
import { isRpcError, RpcError } from '../errors.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';

/** Number of blocks per request; fewer if they are too large for one answer. */
const BATCH = 20;

/**
 * Searches every solid block that could include a transaction: from the block after its reference block to the first
 * block made at or after its expiration. A block includes a transaction only if its parent is older than the
 * expiration.
 *
 * Each block must name the one before it as its parent, so the blocks form one chain, whichever nodes behind an
 * address have answered. Blocks that have been searched are not read again.
 *
 * The returned function says why the search cannot end yet, and throws `TRANSACTION_EXPIRED` when it has ended without
 * finding the transaction.
 */
export function createBlockSearch(
  client: NodeClient,
  { txID, expiration }: { readonly txID: string; readonly expiration: number },
  reference: BlockOutline,
): (options: ReadStateOptions) => Promise<string> {
  let last = reference;
  let batch = BATCH;
  let includedIn: number | undefined;

  const readNext = async (options: ReadStateOptions): Promise<BlockOutline[]> => {
    for (;;) {
      try {
        return await getOutlines(client, { fromBlock: last.number + 1, toBlock: last.number + batch }, options);
      } catch (error) {
        if (batch === 1 || !isRpcError(error, 'RESPONSE_TOO_LARGE')) throw error;
        batch = Math.floor(batch / 2);
      }
    }
  };

  return async (options) => {
    while (last.time < expiration && includedIn === undefined) {
      const blocks = await readNext(options);
      if (blocks.length === 0) return `the newest solid block, ${last.number}, was made at ${last.time} ms`;
      for (const block of blocks) {
        if (block.parentBlockID !== last.blockID) {
          const reason = `${block.parentBlockID}, but block ${last.number} is ${last.blockID}`;
          throw new RpcError('RESPONSE_INVALID', { path: `block ${block.number}`, field: 'parentHash', reason });
        }
        if (block.transactions.some((transaction) => transaction.txID === txID)) includedIn = block.number;
        last = block;
        if (last.time >= expiration) break;
      }
    }
    if (includedIn === undefined)
      throw new RpcError(
        'TRANSACTION_EXPIRED',
        { txID, expiration, solidTime: last.time },
        { endpoint: client.endpoint },
      );
    return `block ${includedIn} includes it, but the node does not have its info: it may keep no transaction history`;
  };
}
