import { blockSchema, isDoubtfulBlock, readBlock, type Block } from '../answers/block.ts';
import { integerArgument, hexArgument } from '../encoding/arguments.ts';
import { expectEqual } from '../transport/answer/check-answer.ts';
import { queryNode } from '../transport/query-node.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';

/** The block to read, by number or by id; by its id if both are given, as in a block or an event of `watchBlocks`. */
export type GetBlockArgs =
  | { readonly number: number; readonly blockID?: undefined }
  | { /** 64 hex digits. */ readonly blockID: string; readonly number?: number };

/**
 * Reads a block by its number or id; `undefined` when the chain does not have it (yet). Times in milliseconds since
 * 1970.
 *
 * Source: docs/protocol/blocks.md.
 *
 * @param args - `number`: 0 or more, or `id`: 64 hex digits
 * @param options - `state: 'solid'` to see it only once no fork can undo it
 * @throws `ARGUMENT_INVALID`; `RESPONSE_INVALID` also when the answer is another block; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, getBlock } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const block = await getBlock(client, { number: 1 });
 * block?.blockID; // => '000000000000000120466aa79416c33f0a36ca0815cd8358d9ee7c98b5d2ed9e'
 * await getBlock(client, { number: 100_000_000 }); // => undefined
 * ```
 */
export async function getBlock(
  client: NodeClient,
  args: GetBlockArgs,
  options?: ReadStateOptions,
): Promise<Block | undefined> {
  const byId = args.blockID !== undefined;
  const path = byId ? '/wallet/getblockbyid' : '/wallet/getblockbynum';
  const requested = byId ? hexArgument('blockID', args.blockID, { bytes: 32 }) : integerArgument('number', args.number);
  const { answer, source, isEmpty } = await queryNode(
    client,
    {
      path,
      body: { [byId ? 'value' : 'num']: requested },
      schema: blockSchema,
      texts: { isDoubtful: isDoubtfulBlock },
    },
    options,
  );
  if (isEmpty) return undefined;
  const block = readBlock(source, answer);
  expectEqual(source, 'blockID', { actual: byId ? block.blockID : block.number, requested });
  return block;
}
