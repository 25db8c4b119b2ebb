import { applyTransaction } from '../ledger/execution/apply-transaction.ts';
import { type PreparedTransaction } from '../ledger/execution/prepared-transaction.ts';
import { ChainError } from '../ledger/ledger-errors.ts';
import { type Hex } from '../protocol/primitives.ts';
import { updateProperties } from '../state/accessors/dynamic-properties.ts';
import { createState } from '../state/root.ts';
import { type Tracing } from '../vm/machine/trace.ts';
import { type Chain } from './chain.ts';
import { signatureCheckOf } from './impersonation.ts';

/**
 * Executes a transaction on the head block's ledger after the pending ones, and adds it to the pool.
 *
 * @throws ChainError of the first failed check; the pool is unchanged.
 */
export function addPending(chain: Chain, transaction: PreparedTransaction, tracing?: Tracing): void {
  const { ledger, network } = chain;
  const state = createState(ledger.pending?.root ?? ledger.head);
  if (ledger.pending === undefined) {
    // The session that the first pending transaction opens pushes one more block out of the node's memory.
    updateProperties(state, { flushedNumber: state.root.properties.solidifiedNumber });
  }
  const pending = ledger.pending?.transactions ?? [];
  const { contractResult } = applyTransaction(state, network, transaction, {
    index: pending.length,
    signatures: signatureCheckOf(chain, transaction),
    stepLimit: chain.stepLimit,
    ...(tracing !== undefined && { tracing }),
  });
  const accepted = { ...transaction, contractResult };
  chain.ledger = { ...ledger, pending: { root: state.root, transactions: [...pending, accepted] } };
}

/** Removes a pending transaction. Returns whether it was pending. */
export function dropPending(chain: Chain, id: Hex): boolean {
  const pending = chain.ledger.pending?.transactions ?? [];
  const left = pending.filter((transaction) => transaction.id !== id);
  if (left.length === pending.length) return false;
  reapplyPending(chain, left);
  return true;
}

/**
 * Executes transactions, by default the pending ones, on a ledger that has changed. Successful ones become the pending
 * ones. Failed ones are dropped silently, as on the node.
 */
export function reapplyPending(
  chain: Chain,
  transactions: readonly PreparedTransaction[] = chain.ledger.pending?.transactions ?? [],
): void {
  chain.ledger = { ...chain.ledger, pending: undefined };
  for (const transaction of transactions) {
    try {
      addPending(chain, transaction);
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
    }
  }
}
