import { beginBlock, finishBlock } from '../ledger/execution/apply-block.ts';
import {
  applyTransaction,
  type SignatureCheck,
  type TransactionOutcome,
} from '../ledger/execution/apply-transaction.ts';
import { type BlockPlan } from '../ledger/execution/block.ts';
import { type PreparedTransaction } from '../ledger/execution/prepared-transaction.ts';
import { ProducedBlock, type PackedTransaction } from '../ledger/execution/produced-block.ts';
import { scheduledWitness, slotOf, slotTime } from '../ledger/execution/schedule.ts';
import { ChainError } from '../ledger/ledger-errors.ts';
import { ContractType } from '../protocol/messages/enumerations.ts';
import { type Milliseconds } from '../protocol/primitives.ts';
import { BLOCK_INTERVAL_MS } from '../protocol/time.ts';
import { headBlock, headTime } from '../state/accessors/blocks.ts';
import { isEnabled } from '../state/accessors/dynamic-properties.ts';
import { type StoredBlock } from '../state/records/stored-block.ts';
import { createState, type State } from '../state/root.ts';
import { type Tracing } from '../vm/machine/trace.ts';
import { type Chain, advanceHead, followHead, latestState, now, realTime } from './chain.ts';
import { signatureCheckOf } from './impersonation.ts';
import { reapplyPending } from './pending.ts';

/** Size limit of a block's transactions, in bytes. */
const MAX_BLOCK_BYTES = 2_000_000;

/**
 * Produces a block of the pending transactions, at the time set for it or else in the slot that the clock has reached.
 *
 * Source: docs/protocol/blocks.md, Slots.
 */
export function mineBlock(chain: Chain): StoredBlock {
  const state = createState(chain.ledger.head);
  const pending = chain.ledger.pending?.transactions ?? [];
  const plan = planBlock(chain, state);
  beginBlock(state, { isEmpty: pending.length === 0 });
  const packed = packTransactions(chain, state, plan, pending);
  const block = completeBlock(chain, state, plan, packed);
  const left = pending.filter(({ id }) => packed.postponed.has(id));
  reapplyPending(chain, left);
  return block;
}

/**
 * Produces a block of one transaction, and returns its outcome. @throws ChainError of the first failed check; the chain
 * is unchanged.
 */
export function mineTransaction(chain: Chain, transaction: PreparedTransaction): TransactionOutcome {
  const state = createState(chain.ledger.head);
  const plan = planBlock(chain, state);
  beginBlock(state, { isEmpty: false });
  const packed = emptyPack();
  const outcome = pack(chain, state, plan, { transaction, packed, signatures: 'skip', tracing: chain.tracing });
  completeBlock(chain, state, plan, packed);
  return outcome;
}

/** The state after an empty next block, in which a call sees what the next transaction will see. */
export function stateOfNextBlock(chain: Chain): State {
  const plan = planBlock(chain, createState(chain.ledger.head));
  const state = latestState(chain);
  beginBlock(state, { isEmpty: true });
  finishBlock(state, chain.network, plan, new ProducedBlock(plan, []));
  return state;
}

function planBlock(chain: Chain, state: State): BlockPlan {
  const slot = Math.max(1, slotOf(state, chain.ledger.nextBlockTime ?? now(chain)));
  const parent = headBlock(state);
  return {
    number: parent.number + 1,
    timestamp: slotTime(state, slot),
    parent,
    witness: scheduledWitness(state, slot),
    version: chain.network.blockVersion,
  };
}

/** Time of the earliest possible next block. */
export function earliestBlockTime(chain: Chain): Milliseconds {
  return slotTime(createState(chain.ledger.head), 1);
}

/** Returns the time that the head must wait before it may advance under wall clock. It may advance at 0 or less. */
export function waitForSlot(chain: Chain): Milliseconds {
  const { wallClock } = chain;
  return wallClock === undefined ? 0 : earliestBlockTime(chain) - wallClock.maxAheadMs - now(chain);
}

/** A transaction expires a minute after the head that it was built on. Its client can still use this part of it. */
const MIN_LIFE_MS = 30_000;

/**
 * Returns the time until a transaction may be in a block under wall clock; 0 or less if it may be in one now.
 *
 * Clients build many transactions on one head and then send them. When one has little of its life left, the next block
 * waits for the next slot of the clock, or the head would pass the expiration of the following ones.
 */
export function waitForBlock(chain: Chain, expiration: Milliseconds): Milliseconds {
  if (chain.wallClock === undefined) return 0;
  const slot = earliestBlockTime(chain);
  const lead = slot - now(chain);
  const isShort = lead > 0 && expiration - slot < MIN_LIFE_MS;
  return Math.max(waitForSlot(chain), isShort ? lead % BLOCK_INTERVAL_MS || BLOCK_INTERVAL_MS : 0);
}

/** Under wall clock, produces a block before a request can find a head that is too old to build transactions on. */
export function refreshHead(chain: Chain): void {
  if (chain.wallClock === undefined || chain.mining.kind === 'manual') return;
  if (now(chain) - headTime(createState(chain.ledger.head)) > MIN_LIFE_MS) mineBlock(chain);
}

interface Packed {
  readonly transactions: PackedTransaction[];
  /** Ids of transactions that did not fit into the block. */
  readonly postponed: Set<string>;
}

const emptyPack = (): Packed => ({ transactions: [], postponed: new Set() });

function packTransactions(
  chain: Chain,
  state: State,
  plan: BlockPlan,
  pending: readonly PreparedTransaction[],
): Packed {
  const packed = emptyPack();
  // Once an account's permissions have changed, the node drops its other pending transactions.
  const changed = new Set<string>();
  let size = 0;
  for (const transaction of pending) {
    const owner = transaction.call.owner;
    const bytes = transaction.size + 8;
    if (size + bytes > MAX_BLOCK_BYTES) {
      packed.postponed.add(transaction.id);
      continue;
    }
    if (changed.has(owner)) continue;
    if (transaction.call.typeNumber === ContractType.values.AccountPermissionUpdateContract) changed.add(owner);
    const before = state.root;
    try {
      pack(chain, state, plan, { transaction, packed, signatures: signatureCheckOf(chain, transaction) });
      size += bytes;
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      state.root = before;
    }
  }
  return packed;
}

function pack(
  chain: Chain,
  state: State,
  plan: BlockPlan,
  {
    transaction,
    packed,
    signatures,
    tracing = {},
  }: {
    readonly transaction: PreparedTransaction;
    readonly packed: Packed;
    readonly signatures: SignatureCheck;
    readonly tracing?: Tracing;
  },
): TransactionOutcome {
  const index = packed.transactions.length;
  const { network, stepLimit } = chain;
  const options = { index, block: plan, signatures, stepLimit, tracing };
  const outcome = applyTransaction(state, network, transaction, options);
  const { completeInfo, contractResult } = outcome;
  const writesResult = isEnabled(state, 'getAllowCreationOfContracts');
  packed.transactions.push({ transaction, ...(writesResult && { contractResult }), completeInfo });
  return outcome;
}

function completeBlock(chain: Chain, state: State, plan: BlockPlan, { transactions }: Packed): StoredBlock {
  const block = new ProducedBlock(plan, transactions);
  finishBlock(state, chain.network, plan, block);
  advanceHead(chain, state.root);
  chain.ledger = { ...chain.ledger, nextBlockTime: undefined, beforeOpening: undefined, producedAt: realTime(chain) };
  followHead(chain, plan.timestamp);
  return block;
}
