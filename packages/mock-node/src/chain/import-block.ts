import { bytesToHex } from '@noble/hashes/utils.js';
import { MockNodeError } from '../errors.ts';
import { blockHash, merkleRoot, sha256 } from '../protocol/hash.ts';
import { ContractResult } from '../protocol/enumerations.ts';
import { Transaction, TransactionInfo } from '../protocol/messages.ts';
import type { BlockMessage } from '../protocol/messages.ts';
import { encode } from '../protocol/wire.ts';
import type { Hex } from '../protocol/primitives.ts';
import { headBlock } from '../state/blocks.ts';
import { isEnabled } from '../state/dynamic-properties.ts';
import type { StoredTransaction } from '../state/records/stored-block.ts';
import { createState } from '../state/root.ts';
import type { State } from '../state/root.ts';
import { getWitness } from '../state/witnesses.ts';
import { beginBlock, finishBlock } from '../ledger/execution/apply-block.ts';
import { applyTransaction } from '../ledger/execution/apply-transaction.ts';
import type { BlockHeaderFields, BlockPlan } from '../ledger/execution/block.ts';
import { storedBlock } from '../ledger/execution/block.ts';
import type { Chain } from './chain.ts';
import { advanceClock, advanceHead } from './chain.ts';
import { ChainError } from '../ledger/ledger-errors.ts';
import { reapplyPending } from './pending.ts';
import { fitsSchedule } from '../ledger/execution/schedule.ts';
import { prepareTransaction } from '../ledger/execution/prepared-transaction.ts';
import type { PreparedTransaction } from '../ledger/execution/prepared-transaction.ts';
import { isSignedByWitness } from '../crypto/witness-signer.ts';

/**
 * Executes a block that another node made, at its own time and by its own witness, and makes it the head. Pending
 * transactions stay pending where they still can be executed.
 *
 * Source: docs/protocol/blocks.md, What applying a block does.
 *
 * @throws MockNodeError `INVALID_BLOCK`; the chain is as it was.
 */
export function importBlock(chain: Chain, block: BlockMessage): void {
  const header = block.block_header?.raw_data;
  if (header === undefined) throw refused(0, 'it has no header');
  const number = Number(header.number);
  const before = chain.ledger;
  try {
    // The blocks that a node opens with are no reason to refuse another chain's.
    if (before.beforeOpening !== undefined && number === 1) reopen(chain, before.beforeOpening);
    const state = createState(chain.ledger.head);
    executeBlock(chain, state, block, header);
    advanceHead(chain, state.root);
    chain.ledger = { ...chain.ledger, nextBlockTime: undefined, beforeOpening: undefined };
    advanceClock(chain, Number(header.timestamp));
    reapplyPending(chain);
  } catch (error) {
    chain.ledger = before;
    if (error instanceof ChainError) throw refused(number, error.message, error);
    throw error;
  }
}

function reopen(chain: Chain, head: Chain['ledger']['head']): void {
  const { ledger } = chain;
  chain.ledger = { ...ledger, head, older: ledger.older.clear(), clock: chain.network.genesis.timestamp };
}

function executeBlock(chain: Chain, state: State, block: BlockMessage, header: BlockHeaderFields): void {
  const plan = checkHeader(state, header);
  const prepared = block.transactions.map((transaction) => prepareTransaction(transaction));
  const transactions = block.transactions.map((transaction, index): StoredTransaction => ({
    id: prepared[index]!.id,
    bytes: encode(Transaction, transaction),
  }));
  const root = bytesToHex(merkleRoot(transactions.map(({ bytes }) => sha256(bytes))));
  if (root !== header.txTrieRoot) {
    throw refused(plan.number, `its txTrieRoot is ${header.txTrieRoot}, its transactions give ${root}`);
  }
  const signature = block.block_header!.witness_signature;
  checkSignature(state, plan, { hash: blockHash(header), signature });
  beginBlock(state, { isEmpty: transactions.length === 0 });
  const infos = prepared.map((transaction, index) => execute(chain, state, plan, { block, transaction, index }));
  finishBlock(
    state,
    chain.network,
    plan,
    storedBlock(header, { transactions, infos, ...(signature !== '' && { signature }) }),
  );
}

function checkHeader(state: State, header: BlockHeaderFields): BlockPlan {
  const head = headBlock(state);
  const number = Number(header.number);
  const timestamp = Number(header.timestamp);
  const witness = header.witness_address;
  if (number !== head.number + 1) throw refused(number, `the head is block ${head.number}`);
  if (header.parentHash !== head.id) {
    throw refused(number, `its parent is ${header.parentHash}, the head is ${head.id}`);
  }
  if (getWitness(state, witness) === undefined) throw refused(number, `${witness} is no witness`);
  if (!fitsSchedule(state, { timestamp, witness, isStrict: isEnabled(state, 'getConsensusLogicOptimization') })) {
    throw refused(number, `a block by ${witness} at ${timestamp} does not fit the schedule`);
  }
  return { number, timestamp, parentId: head.id, witness, version: header.version };
}

/** A block that came without a signature is taken on trust. */
function checkSignature(
  state: State,
  { number, witness }: BlockPlan,
  { hash, signature }: { readonly hash: Uint8Array; readonly signature: Hex },
): void {
  if (signature === '' || isSignedByWitness(state, { hash, signature, witness })) return;
  throw refused(number, `its signature is not that of ${witness}`);
}

function execute(
  chain: Chain,
  state: State,
  plan: BlockPlan,
  {
    block,
    transaction,
    index,
  }: { readonly block: BlockMessage; readonly transaction: PreparedTransaction; readonly index: number },
): Uint8Array {
  const results = block.transactions[index]!.ret;
  if (isEnabled(state, 'getConsensusLogicOptimization') && results.length > 1) {
    throw refused(plan.number, `transaction ${transaction.id} has ${results.length} results for its one contract`);
  }
  const { info, contractResult } = applyTransaction(state, chain.network, transaction, { index, block: plan });
  const expected = ContractResult.byNumber.get(results[0]?.contractRet ?? 0);
  if (transaction.call.kind === 'contract-run' && expected !== contractResult) {
    throw refused(plan.number, `transaction ${transaction.id} ends with ${contractResult}, the block says ${expected}`);
  }
  return encode(TransactionInfo, info);
}

function refused(number: number, problem: string, cause?: unknown): MockNodeError<'INVALID_BLOCK'> {
  return new MockNodeError('INVALID_BLOCK', { number, problem }, cause === undefined ? {} : { cause });
}
