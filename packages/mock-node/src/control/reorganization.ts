import { replaceableBlocks, type Chain } from '../chain/chain.ts';
import { type DroppedTransactions, type ReorganizedTransaction } from '../chain/dropped-transactions.ts';
import { reorganize } from '../chain/reorganize.ts';
import { argumentInvalid } from '../errors.ts';
import { checkKeys, type KnownKeys } from '../known-keys.ts';
import { readInteger } from './arguments/control-arguments.ts';

/** A fork that replaces the newest blocks. */
export interface Reorganization {
  /** Number of blocks to drop: from 1 up to the number after the solid block. */
  readonly blocks: number;
  /** Number of blocks to produce in their place, at least `blocks`; defaults to `blocks`. */
  readonly newBlocks?: number;
  /**
   * What happens to the dropped blocks' transactions; defaults to `pending`.
   *
   * - `pending`: the new blocks are empty, and a later block includes the transactions
   * - `included`: the first new block contains them, and the transactions that were pending
   * - `dropped`: they are gone, as when the fork spends the same coin in another way
   */
  readonly transactions?: DroppedTransactions;
}

/** @internal */
export const reorganizationKeys: KnownKeys<Reorganization> = { blocks: true, newBlocks: true, transactions: true };

const DROPPED_TRANSACTIONS: readonly DroppedTransactions[] = ['included', 'pending', 'dropped'];

/**
 * Validates the arguments and replaces the blocks; `maxBlocks` limits the new ones. @throws MockNodeError
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
    const reason = `block ${solid} is solid; set a larger solidityLag to drop more`;
    throw argumentInvalid('blocks', blocks, `at most ${replaceable}: ${reason}`);
  }
  readInteger('newBlocks', newBlocks, { min: blocks, max: maxBlocks });
  return reorganize(chain, { blocks, newBlocks, transactions });
}
