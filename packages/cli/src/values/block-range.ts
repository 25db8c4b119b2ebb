import { getNowBlock, type NodeClient, type ReadStateOptions } from '@coin/rpc';
import { NotFoundError, UsageError } from '../usage-error.ts';

/** The blocks that a person asks for. */
export interface BlockRange {
  readonly from?: number;
  readonly to?: number;
}

/** Finds the last block of a range: `--to`, or the newest. Each block of the range must exist. */
export async function findLastBlock(
  client: NodeClient,
  { from = 0, to }: BlockRange,
  options: ReadStateOptions,
): Promise<number> {
  if (to !== undefined && to < from) throw new UsageError(`The last block ${to} is before the first, ${from}`);
  const { number: newest } = await getNowBlock(client, to === undefined ? options : { ...options, state: 'head' });
  const last = to ?? newest;
  if (Math.max(from, last) > newest)
    throw new NotFoundError(`The node has no block ${Math.max(from, last)}: the newest is ${newest}`);
  return last;
}
