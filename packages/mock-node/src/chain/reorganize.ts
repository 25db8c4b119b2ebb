import { prepareTransaction } from '../ledger/execution/prepared-transaction.ts';
import { Transaction } from '../protocol/messages/messages.ts';
import { decode } from '../protocol/messages/wire.ts';
import { type Root } from '../state/root.ts';
import { now, type Chain } from './chain.ts';
import { type DroppedTransactions, type ReorganizedTransaction } from './dropped-transactions.ts';
import { reapplyPending } from './pending.ts';
import { earliestBlockTime, mineBlock } from './produce-block.ts';

/** A fork that replaces the newest blocks. */
export interface Fork {
  /** Number of blocks dropped; at most `replaceableBlocks`. */
  readonly blocks: number;
  /** Number of blocks added in their place; not fewer. */
  readonly newBlocks: number;
  readonly transactions: DroppedTransactions;
}

/**
 * Drops the newest blocks with all their effects, and produces others in the slots after them. The clock is not set
 * back. Returns the transactions of the dropped blocks in their order, then those that were pending.
 *
 * Source: docs/protocol/blocks.md, Forks.
 */
export function reorganize(chain: Chain, { blocks, newBlocks, transactions }: Fork): readonly ReorganizedTransaction[] {
  const { head, older, pending } = chain.ledger;
  const dropped = head.blocks
    .takeLast(blocks)
    .toArray()
    .flatMap((block) => block.transactions.map(({ bytes }) => prepareTransaction(decode(Transaction, bytes))));
  const wasPending = pending?.transactions ?? [];
  const waiting = [...(transactions === 'dropped' ? [] : dropped), ...wasPending];
  const nextBlockTime = Math.max(now(chain), earliestBlockTime(chain));
  chain.ledger = {
    ...chain.ledger,
    head: rewindHead(head, older.get(older.size - blocks) ?? head),
    older: older.take(older.size - blocks),
    pending: undefined,
    nextBlockTime,
    beforeOpening: undefined,
  };
  if (transactions === 'included') reapplyPending(chain, waiting);
  for (let made = 0; made < newBlocks; made++) mineBlock(chain);
  if (transactions !== 'included') reapplyPending(chain, waiting);
  return [...dropped, ...wasPending].map(({ id }) => whereabouts(chain, id));
}

function whereabouts({ ledger: { head, pending } }: Chain, txID: string): ReorganizedTransaction {
  const blockNumber = head.transactions.get(txID)?.block;
  if (blockNumber !== undefined) return { txID, status: 'included', blockNumber };
  return { txID, status: pending?.transactions.some(({ id }) => id === txID) === true ? 'pending' : 'dropped' };
}

/** The ledger as of an earlier block, except that solid blocks stay solid. */
function rewindHead(head: Root, ancestor: Root): Root {
  const { properties } = ancestor;
  const solidifiedNumber = Math.min(ancestor.blocks.size - 1, head.properties.solidifiedNumber);
  return {
    ...ancestor,
    properties: { ...properties, solidifiedNumber: Math.max(properties.solidifiedNumber, solidifiedNumber) },
  };
}
