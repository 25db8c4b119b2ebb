import { blockSchema, isDoubtfulBlock, readBlock, type Block } from '../answers/block.ts';
import { queryNode } from '../transport/query-node.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';

const PATH = '/wallet/getnowblock';

/**
 * Reads the newest block. Times in milliseconds since 1970.
 *
 * Source: docs/protocol/blocks.md.
 *
 * @param options - `state: 'solid'` for the newest block that no fork can undo
 * @throws `RESPONSE_INVALID` also when the block's id and number disagree; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, getNowBlock } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const block = await getNowBlock(client);
 * block.number; // => 93
 * block.transactions.length; // => 1
 * ```
 */
export async function getNowBlock(client: NodeClient, options?: ReadStateOptions): Promise<Block> {
  return readNowBlock(client, { areTextsUsed: () => true }, options);
}

/** The newest block. Its texts are reliable only if the caller declares that it uses them. @internal */
export async function readNowBlock(
  client: NodeClient,
  { areTextsUsed }: { readonly areTextsUsed: (blockID: string) => boolean },
  options?: ReadStateOptions,
): Promise<Block> {
  const isDoubtful = (wire: ReturnType<typeof blockSchema.parse>) =>
    areTextsUsed(wire.blockID ?? '') && isDoubtfulBlock(wire);
  const { answer, source } = await queryNode(
    client,
    { path: PATH, schema: blockSchema, texts: { isDoubtful } },
    options,
  );
  return readBlock(source, answer);
}
