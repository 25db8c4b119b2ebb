import { getBlockById } from '../../state/accessors/blocks.ts';
import { type StoredBlock } from '../../state/records/stored-block.ts';
import { nullPointer } from '../envelope/failures.ts';
import { type Json } from '../envelope/json-text.ts';
import { blockResult } from '../results/block-results.ts';
import { flag, text } from '../values/arguments.ts';
import { blockByTag } from '../values/block-tags.ts';
import { quantity, readHash } from '../values/quantities.ts';
import { method, type Methods } from './method.ts';

/** Blocks. There are no uncles. Source: docs/protocol/json-rpc.md, Methods. */
export const blockMethods: Methods = {
  eth_getBlockByHash: method('ethGetBlockByHash', [text, flag], (context, hash, isFull) => {
    const block = getBlockById(context.state, readHash(hash));
    const details = required(isFull);
    return block === undefined ? null : blockResult(context.state, block, details);
  }),
  eth_getBlockByNumber: method('ethGetBlockByNumber', [text, flag], (context, tag, isFull) => {
    const block = blockByTag(context.state, tag);
    return block === undefined ? null : blockResult(context.state, block, required(isFull));
  }),
  eth_getBlockTransactionCountByHash: method('ethGetBlockTransactionCountByHash', [text], ({ state }, hash) =>
    countOf(getBlockById(state, readHash(hash))),
  ),
  eth_getBlockTransactionCountByNumber: method('ethGetBlockTransactionCountByNumber', [text], ({ state }, tag) =>
    countOf(blockByTag(state, tag)),
  ),
  eth_getUncleByBlockHashAndIndex: method('getUncleByBlockHashAndIndex', [text, text], () => null),
  eth_getUncleByBlockNumberAndIndex: method('getUncleByBlockNumberAndIndex', [text, text], () => null),
  eth_getUncleCountByBlockHash: method('getUncleCountByBlockHash', [text], () => quantity(0)),
  eth_getUncleCountByBlockNumber: method('getUncleCountByBlockNumber', [text], () => quantity(0)),
};

function required(isFull: boolean | null): { readonly isFull: boolean } {
  if (isFull === null) throw nullPointer();
  return { isFull };
}

const countOf = (block: StoredBlock | undefined): Json =>
  block === undefined ? null : quantity(block.transactions.length);
