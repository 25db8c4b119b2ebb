import { type Chain } from '../chain/chain.ts';
import { type DroppedTransactions, type ReorganizedTransaction } from '../chain/dropped-transactions.ts';
import { reorganize, replaceableBlocks } from '../chain/reorganize.ts';
import { argumentInvalid } from '../errors.ts';
import { checkKeys, type KnownKeys } from '../known-keys.ts';
import { readInteger } from './arguments/control-arguments.ts';

/** A fork that replaces the newest blocks. */
export interface Reorganization {
  /** How many blocks are dropped: from 1 up to those after the solid block. */
  readonly blocks: number;
  /** How many blocks are made in their place, `blocks` or more, and by default as many. */
  readonly newBlocks?: number;
  /**
   * What becomes of the dropped blocks' transactions. By default they are `pending`: the new blocks are empty, and a
   * later block includes them. `included`: the first new block has them, and those that were pending. `dropped`: they
   * are gone, as when the fork spends the same coin otherwise.
   */
  readonly transactions?: DroppedTransactions;
}

/** @internal */
export const reorganizationKeys: KnownKeys<Reorganization> = { blocks: true, newBlocks: true, transactions: true };

const DROPPED_TRANSACTIONS: readonly DroppedTransactions[] = ['included', 'pending', 'dropped'];

/**
 * Checks the arguments and replaces the blocks; `maxBlocks`: the most new blocks. @throws MockNodeError
 * `ARGUMENT_INVALID`
 * @internal
 */
export function reorganizeChain(
  chain: Chain,
  reorganization: Reorganization,
  maxBlocks: number,
): readonly ReorganizedTransaction[] {
  checkKeys('reorganization', reorganization, reorganizationKeys, '');
  const blocks = readInteger('blocks', reorganization.blocks, { min: 1 });
  const { newBlocks = blocks, transactions = 'pending' } = reorganization;
  if (!DROPPED_TRANSACTIONS.includes(transactions))
    throw argumentInvalid('transactions', transactions, `one of ${DROPPED_TRANSACTIONS.join(', ')}`);
  const replaceable = replaceableBlocks(chain);
  if (blocks > replaceable) {
    const solid = chain.ledger.head.blocks.size - 1 - replaceable;
    const reason = `block ${solid} is solid, and a larger solidityLag leaves more to drop`;
    throw argumentInvalid('blocks', blocks, `at most ${replaceable}: ${reason}`);
  }
  readInteger('newBlocks', newBlocks, { min: blocks, max: maxBlocks });
  return reorganize(chain, { blocks, newBlocks, transactions });
}
