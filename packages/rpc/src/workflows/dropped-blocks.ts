import { getOutlines } from '../endpoints/block-outlines.ts';
import { RpcError } from '../errors.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';
import { reachesFirst, type KnownBlocks } from './block-cursor.ts';

/** Most forks are one block deep. */
const BLOCKS_PER_READ = 5;

/**
 * Counts the newest known blocks that the chain no longer has. Returns 0 if they are missing only because the
 * answering node lags. Blocks are compared by number, because a node still finds dropped ones by their id.
 *
 * Source: docs/protocol/blocks.md, Forks.
 *
 * @throws `BLOCK_DROPPED` when all known blocks are dropped, and further ones were read before them
 */
export async function countDropped(client: NodeClient, known: KnownBlocks, options: ReadStateOptions): Promise<number> {
  const { number, ids } = known;
  let isForked = false;
  for (let start = 0; start < ids.length; start += BLOCKS_PER_READ) {
    const part = ids.slice(start, start + BLOCKS_PER_READ);
    const toBlock = number - start;
    const chain = await getOutlines(client, { fromBlock: toBlock - part.length + 1, toBlock }, options);
    for (const [index, id] of part.entries()) {
      const other = chain[part.length - 1 - index];
      if (other?.blockID === id) return isForked ? start + index : 0;
      if (other !== undefined) isForked = true;
    }
  }
  if (!isForked) return 0;
  const [id = ''] = ids;
  if (!reachesFirst(known)) throw new RpcError('BLOCK_DROPPED', { number, blockID: id });
  return ids.length;
}
