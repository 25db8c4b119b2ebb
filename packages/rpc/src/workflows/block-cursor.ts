import { parseBlockNumber } from '../answers/block-outline.ts';
import { type Block } from '../answers/block.ts';
import { argumentInvalid, integerArgument, listArgument, objectArgument, hexArgument } from '../encoding/arguments.ts';

/** The position of `watchBlocks`: plain JSON. Store it together with the results of the block. */
export interface BlockCursor {
  /** Number of the last block. */
  readonly number: number;
  /** Its id; absent if all blocks were dropped. */
  readonly blockID?: string;
  /** In the head state: ids of the blocks before it, newest first, which a fork may drop as well. */
  readonly parents?: readonly string[];
  /** In the head state: number of the block that was read first. */
  readonly first?: number;
  /** Genesis block id of the network. A cursor of another network is rejected. */
  readonly genesisId?: string;
}

/**
 * So many blocks are known by their ids, which is more than follow the solid block unless the network is in trouble: 19
 * on the main network. Source: docs/protocol/blocks.md, Statistics.
 */
const MAX_KNOWN_BLOCKS = 64;

/** The newest of the blocks that were read and not dropped. */
export interface KnownBlocks {
  /** Of the last block. */
  readonly number: number;
  /** Of the last block and those before it, newest first. */
  readonly ids: readonly string[];
  /** Number of the block that was read first, if it is known. */
  readonly first: number | undefined;
}

export const startBefore = (number: number): KnownBlocks => ({ number: number - 1, ids: [], first: number });

export const appendBlock = ({ ids, ...known }: KnownBlocks, { number, blockID: id }: Block): KnownBlocks => ({
  ...known,
  number,
  ids: [id, ...ids.slice(0, MAX_KNOWN_BLOCKS - 1)],
});

export const removeLastBlock = ({ number, ids, ...known }: KnownBlocks): KnownBlocks => ({
  ...known,
  number: number - 1,
  ids: ids.slice(1),
});

/** Whether these go back to the block that was read first. */
export const reachesFirst = ({ number, ids, first }: KnownBlocks): boolean => first === number - ids.length + 1;

/** The cursor after these blocks. No fork drops a solid block, so its id is enough. */
export function createCursor(
  { number, ids: [id, ...parents], first }: KnownBlocks,
  { state, genesisId }: { readonly state: 'head' | 'solid'; readonly genesisId: string },
): BlockCursor {
  return {
    number,
    ...(id !== undefined && { blockID: id }),
    ...(state === 'head' && { parents, ...(first !== undefined && { first }) }),
    genesisId,
  };
}

/** The genesis id in a cursor of the caller's. */
export function readGenesis(from: number | BlockCursor | undefined): string | undefined {
  const { genesisId } = Object(from) as Partial<BlockCursor>;
  return genesisId === undefined ? undefined : hexArgument('fromBlock.genesisId', genesisId, { bytes: 32 });
}

/** The blocks that a number or a cursor of the caller's stands for. */
export function readPosition(from: number | BlockCursor): KnownBlocks {
  if (typeof from !== 'object') return startBefore(integerArgument('fromBlock', from));
  const { blockID: id, first } = objectArgument('fromBlock', from);
  const parents = from.parents && listArgument('fromBlock.parents', from.parents);
  const number = integerArgument('fromBlock.number', from.number, { min: -1 });
  if (first !== undefined) integerArgument('fromBlock.first', first, { min: 0, max: number + 1 });
  if (id === undefined) return startBefore(number + 1);
  const ids = [id, ...(parents ?? [])].map((item, index) => {
    const hex = hexArgument(index === 0 ? 'fromBlock.blockID' : 'fromBlock.parents', item, { bytes: 32 });
    if (parseBlockNumber(hex) !== number - index)
      throw argumentInvalid(
        index === 0 ? 'fromBlock.blockID' : 'fromBlock.parents',
        item,
        `the id of block ${number - index}`,
      );
    return hex;
  });
  return { number, ids: ids.slice(0, MAX_KNOWN_BLOCKS), first };
}
