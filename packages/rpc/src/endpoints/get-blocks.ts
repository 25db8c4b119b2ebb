import { object } from 'zod/mini';
import { expectConsecutive } from '../answers/block-outline.ts';
import { blockSchema, isDoubtfulBlock, readBlock, type Block } from '../answers/block.ts';
import { integerArgument } from '../encoding/arguments.ts';
import { optionalArray } from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';

const PATH = '/wallet/getblockbylimitnext';

const schema = /* @__PURE__ */ object({ block: /* @__PURE__ */ optionalArray(blockSchema) });

/** The blocks to read. */
export interface GetBlocksArgs {
  /** Number of the first block. */
  readonly fromBlock: number;
  /** Number of the last block, at most 99 more than `fromBlock`. */
  readonly toBlock: number;
}

/**
 * Reads consecutive blocks; fewer than requested if the chain ends there. Times in milliseconds since 1970.
 *
 * Source: docs/protocol/queries.md.
 *
 * @param args - `fromBlock`: 0 or more; `toBlock`: the last block, at most 99 more
 * @param options - `state: 'solid'` for blocks that no fork can undo
 * @throws `ARGUMENT_INVALID`; `RESPONSE_INVALID` also when one in between is missing; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, getBlocks } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * (await getBlocks(client, { fromBlock: 1, toBlock: 2 })).map((block) => block.number); // => [1, 2]
 * ```
 */
export async function getBlocks(client: NodeClient, args: GetBlocksArgs, options?: ReadStateOptions): Promise<Block[]> {
  const fromBlock = integerArgument('fromBlock', args.fromBlock);
  const toBlock = integerArgument('toBlock', args.toBlock, { min: fromBlock, max: fromBlock + 99 });
  const body = { startNum: fromBlock, endNum: toBlock + 1 };
  const { answer, source } = await queryNode(
    client,
    {
      path: PATH,
      body,
      schema,
      texts: {
        isDoubtful: ({ block }) => block?.some(isDoubtfulBlock) === true,
      },
    },
    options,
  );
  const blocks = (answer.block ?? []).map((block) => readBlock(source, block));
  expectConsecutive(source, blocks, { fromBlock, toBlock });
  return blocks;
}
