import { object } from 'zod/mini';
import { expectConsecutive, outlineSchema, readOutline, type BlockOutline } from '../answers/block-outline.ts';
import { expectEqual } from '../transport/answer/check-answer.ts';
import { optionalArray } from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';

// The fields that searches of the chain read. None holds text that anyone else chose, so one request is always enough.

const listSchema = /* @__PURE__ */ object({ block: /* @__PURE__ */ optionalArray(outlineSchema) });

/** The newest block. @internal */
export async function getNewestOutline(client: NodeClient, options?: ReadStateOptions): Promise<BlockOutline> {
  const query = { path: '/wallet/getnowblock', schema: outlineSchema, visible: false } as const;
  const { answer, source } = await queryNode(client, query, options);
  return readOutline(source, answer);
}

/** A block by number; `undefined` when the node lacks it. @internal */
export async function getOutline(
  client: NodeClient,
  number: number,
  options?: ReadStateOptions,
): Promise<BlockOutline | undefined> {
  const query = {
    path: '/wallet/getblockbynum',
    body: { num: number },
    schema: outlineSchema,
    visible: false,
  } as const;
  const { answer, source, isEmpty } = await queryNode(client, query, options);
  if (isEmpty) return undefined;
  const outline = readOutline(source, answer);
  expectEqual(source, 'blockID', { actual: outline.number, requested: number });
  return outline;
}

/** Up to 100 blocks in a row; fewer if the chain ends there. @internal */
export async function getOutlines(
  client: NodeClient,
  { fromBlock, toBlock }: { readonly fromBlock: number; readonly toBlock: number },
  options?: ReadStateOptions,
): Promise<BlockOutline[]> {
  const body = { startNum: fromBlock, endNum: toBlock + 1 };
  const query = { path: '/wallet/getblockbylimitnext', body, schema: listSchema, visible: false } as const;
  const { answer, source } = await queryNode(client, query, options);
  const outlines = (answer.block ?? []).map((block) => readOutline(source, block));
  expectConsecutive(source, outlines, { fromBlock, toBlock });
  return outlines;
}
