import { type Hex } from '../../protocol/primitives.ts';
import { getBlockById } from '../../state/accessors/blocks.ts';
import { type StoredBlock } from '../../state/records/stored-block.ts';
import { type State } from '../../state/root.ts';
import { noteRecord } from '../../state/unknowns.ts';
import { invalidParams } from '../envelope/failures.ts';
import { type Json } from '../envelope/json-text.ts';
import { findMined, transactionAt, transactionsOf } from '../results/mined-block.ts';
import { receiptResult } from '../results/receipts.ts';
import { minedTransactionResult, pendingTransactionResult } from '../results/transaction-results.ts';
import { text } from '../values/arguments.ts';
import { blockByTag } from '../values/block-tags.ts';
import { isHash, readHash, readQuantity } from '../values/quantities.ts';
import { method, type MethodContext, type Methods } from './method.ts';

/** Transactions and their receipts. Source: docs/protocol/json-rpc.md, Methods. */
export const transactionMethods: Methods = {
  eth_getTransactionByHash: method('getTransactionByHash', [text], (context, hash) =>
    transactionByHash(context, readHash(hash)),
  ),
  eth_getTransactionReceipt: method('getTransactionReceipt', [text], ({ state }, hash) => {
    const mined = findMined(state, readHash(hash));
    return mined === undefined ? null : receiptResult(state, mined);
  }),
  eth_getBlockReceipts: method('getBlockReceipts', [text], ({ state }, hashOrTag) =>
    receiptsOf(state, isHash(hashOrTag) ? getBlockById(state, readHash(hashOrTag)) : blockByTag(state, hashOrTag)),
  ),
  eth_getTransactionByBlockHashAndIndex: method(
    'getTransactionByBlockHashAndIndex',
    [text, text],
    ({ state }, hash, index) => transactionOf(state, getBlockById(state, readHash(hash)), index),
  ),
  eth_getTransactionByBlockNumberAndIndex: method(
    'getTransactionByBlockNumberAndIndex',
    [text, text],
    ({ state }, tag, index) => transactionOf(state, blockByTag(state, tag), index),
  ),
};

/** The genesis block has no receipts. */
function receiptsOf(state: State, block: StoredBlock | undefined): Json {
  if (block === undefined || block.number === 0) return null;
  for (const { id } of block.transactions) noteRecord(state.root, id);
  return transactionsOf(block).map((mined) => receiptResult(state, mined));
}

function transactionByHash({ chain, state }: MethodContext, id: Hex): Json {
  const mined = findMined(state, id);
  if (mined !== undefined) return minedTransactionResult(state, mined);
  const pending = chain.ledger.pending?.transactions.find((transaction) => transaction.id === id);
  return pending === undefined ? null : pendingTransactionResult(state, id, pending.message);
}

/** Digits of 32 bits, with `0x`. */
const MAX_INDEX_LENGTH = 10;

function transactionOf(state: State, block: StoredBlock | undefined, index: string | null): Json {
  if (block === undefined) return null;
  const position = index !== null && index.length <= MAX_INDEX_LENGTH ? readQuantity(index, 32) : undefined;
  if (position === undefined) throw invalidParams('invalid index value');
  const mined = transactionAt(block, Number(position));
  return mined === undefined ? null : minedTransactionResult(state, mined);
}
