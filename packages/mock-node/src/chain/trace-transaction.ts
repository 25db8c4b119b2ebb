import { beginBlock } from '../ledger/execution/apply-block.ts';
import { applyTransaction, type TransactionOutcome } from '../ledger/execution/apply-transaction.ts';
import { readHeader, type BlockOfTransaction } from '../ledger/execution/block.ts';
import { prepareTransaction } from '../ledger/execution/prepared-transaction.ts';
import { ContractResult } from '../protocol/messages/enumerations.ts';
import { Transaction, TransactionInfo } from '../protocol/messages/messages.ts';
import { decode } from '../protocol/messages/wire.ts';
import { type Hex } from '../protocol/primitives.ts';
import { getBlock, transactionPosition } from '../state/accessors/blocks.ts';
import { existingRecord } from '../state/accessors/existing-record.ts';
import { type StoredBlock } from '../state/records/stored-block.ts';
import { createState, type State } from '../state/root.ts';
import { type Tracing } from '../vm/machine/trace.ts';
import { type Chain } from './chain.ts';

/** A transaction that was executed again. */
export interface RepeatedTransaction {
  readonly block: StoredBlock;
  readonly info: TransactionOutcome['info'];
  /** The ledger before its execution. */
  readonly before: State;
  readonly after: State;
}

/**
 * Executes a transaction of the chain again, on the ledger of its block and after the block's earlier transactions.
 *
 * @returns the transaction, or the reason why it cannot be executed again.
 */
export function repeatTransaction(chain: Chain, id: Hex, tracing: Tracing): RepeatedTransaction | string {
  const { head, traceable } = chain.ledger;
  const position = transactionPosition(createState(head), id);
  if (position === undefined) return 'is in no block';
  const parent = traceable.findLast((root) => root.blocks.size === position.block);
  if (parent === undefined) return `is in block ${position.block}, before which the ledger is no longer known`;
  const block = existingRecord(getBlock(createState(head), position.block), 'block', position.block);
  const { number, timestamp } = block;
  const plan: BlockOfTransaction = { number, timestamp, witness: readHeader(block).witness_address };
  const state = createState(parent);
  beginBlock(state, { isEmpty: false });
  for (let index = 0; index < position.index; index++) repeat(chain, state, { block, plan, index });
  const before = createState(state.root);
  const info = repeat(chain, state, { block, plan, index: position.index, tracing });
  return { block, info, before, after: state };
}

function repeat(
  chain: Chain,
  state: State,
  {
    block,
    plan,
    index,
    tracing,
  }: {
    readonly block: StoredBlock;
    readonly plan: BlockOfTransaction;
    readonly index: number;
    readonly tracing?: Tracing;
  },
): TransactionOutcome['info'] {
  const { id, bytes } = existingRecord(block.transactions[index], 'transaction', index);
  const stored = decode(TransactionInfo, existingRecord(block.infos[index], 'info of transaction', id));
  const wasOutOfTime = stored.receipt?.result === ContractResult.values.OUT_OF_TIME;
  // An imported block was executed without a limit. A run that did not run out of time then must not do so now.
  return applyTransaction(state, chain.network, prepareTransaction(decode(Transaction, bytes)), {
    index,
    block: plan,
    signatures: 'skip',
    ...(wasOutOfTime && { stepLimit: chain.stepLimit }),
    ...(tracing !== undefined && { tracing }),
  }).info;
}
