import { object } from 'zod/mini';
import { expectEqual, requireField, unexpectedAnswer, type AnswerSource } from '../transport/answer/check-answer.ts';
import { optionalArray, optionalInteger, optionalObject, optionalString } from '../transport/answer/wire-schema.ts';

/** The header fields that blocks and block outlines share. @internal */
export const blockHeader = /* @__PURE__ */ optionalObject({
  raw_data: /* @__PURE__ */ optionalObject({
    number: optionalInteger,
    timestamp: optionalInteger,
    parentHash: optionalString,
    txTrieRoot: optionalString,
    witness_address: optionalString,
    version: optionalInteger,
  }),
});

/** @internal */
export const outlineSchema = /* @__PURE__ */ object({
  blockID: optionalString,
  block_header: blockHeader,
  transactions: /* @__PURE__ */ optionalArray(
    /* @__PURE__ */ object({
      txID: optionalString,
      raw_data: /* @__PURE__ */ optionalObject({
        contract: /* @__PURE__ */ optionalArray(/* @__PURE__ */ object({ type: optionalString })),
      }),
    }),
  ),
});

/** A block without the content of its transactions. @internal */
export interface BlockOutline {
  readonly blockID: string;
  readonly number: number;
  readonly time: number;
  readonly parentBlockID: string;
  readonly transactions: readonly { readonly txID: string; readonly contractType: string }[];
}

/** The number that a block's id contains. @internal */
export const parseBlockNumber = (blockID: string): number => Number.parseInt(blockID.slice(0, 16), 16);

/** A block's header. Its id contains its number: an answer in which they differ is rejected. @internal */
export function readHeader(
  source: AnswerSource,
  wire: Pick<ReturnType<typeof outlineSchema.parse>, 'blockID' | 'block_header'>,
) {
  const { blockID = '', block_header: { raw_data } = {} } = wire;
  if (!/^[\da-f]{64}$/.test(blockID)) throw unexpectedAnswer(source, 'blockID', `"${blockID}"`);
  const header = requireField(source, 'block_header', raw_data);
  const { number = 0, timestamp: time = 0, parentHash: parentBlockID = '' } = header;
  expectEqual(source, 'blockID', { actual: parseBlockNumber(blockID), requested: number });
  return { blockID, number, time, parentBlockID, header };
}

/** @internal */
export function readOutline(source: AnswerSource, wire: ReturnType<typeof outlineSchema.parse>): BlockOutline {
  const { header: _, ...outline } = readHeader(source, wire);
  const transactions = (wire.transactions ?? []).map(({ txID = '', raw_data: raw }) => ({
    txID,
    contractType: raw?.contract?.[0]?.type ?? '',
  }));
  return { ...outline, transactions };
}

/** Throws unless each block follows the one before it, from the first to the last that was requested. @internal */
export function expectConsecutive(
  source: AnswerSource,
  blocks: readonly Pick<BlockOutline, 'blockID' | 'number' | 'parentBlockID'>[],
  { fromBlock, toBlock }: { readonly fromBlock: number; readonly toBlock: number },
): void {
  for (const [index, { number, parentBlockID }] of blocks.entries())
    if (number !== fromBlock + index || number > toBlock || (index > 0 && parentBlockID !== blocks[index - 1]?.blockID))
      throw unexpectedAnswer(source, `block.${index}`, 'not consecutive');
}
