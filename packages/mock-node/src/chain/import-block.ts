import { bytesToHex } from '@noble/hashes/utils.js';
import { isSignedByWitness } from '../crypto/witness-signer.ts';
import { MockNodeError } from '../errors.ts';
import { beginBlock, finishBlock } from '../ledger/execution/apply-block.ts';
import { applyTransaction } from '../ledger/execution/apply-transaction.ts';
import { type BlockHeaderFields, type BlockPlan, storedBlock } from '../ledger/execution/block.ts';
import { prepareTransaction, type PreparedTransaction } from '../ledger/execution/prepared-transaction.ts';
import { fitsSchedule } from '../ledger/execution/schedule.ts';
import { ChainError } from '../ledger/ledger-errors.ts';
import { sha256 } from '../protocol/hash.ts';
import { ContractResult } from '../protocol/messages/enumerations.ts';
import { blockHash, merkleRoot } from '../protocol/messages/ids.ts';
import {
  Transaction,
  TransactionInfo,
  type BlockMessage,
  type TransactionMessage,
} from '../protocol/messages/messages.ts';
import { encode } from '../protocol/messages/wire.ts';
import { type Hex } from '../protocol/primitives.ts';
import { headBlock } from '../state/accessors/blocks.ts';
import { isEnabled } from '../state/accessors/dynamic-properties.ts';
import { getWitness } from '../state/accessors/witnesses.ts';
import { createState, type State } from '../state/root.ts';
import { type Chain, advanceHead, followHead } from './chain.ts';
import { reapplyPending } from './pending.ts';

/**
 * Executes a block of another node, at its own time and by its own witness, and makes it the head. Pending transactions
 * that remain valid stay pending.
 *
 * Source: docs/protocol/blocks.md, What applying a block does.
 *
 * @throws MockNodeError `BLOCK_INVALID`; the chain is unchanged.
 */
export function importBlock(chain: Chain, block: BlockMessage): void {
  const header = block.block_header?.raw_data;
  if (header === undefined) throw invalidBlock(0, 'it has no header');
  const number = Number(header.number);
  const before = chain.ledger;
  try {
    // An imported block 1 replaces the blocks that a node opens with.
    if (before.beforeOpening !== undefined && number === 1) reopen(chain, before.beforeOpening);
    const state = createState(chain.ledger.head);
    executeBlock(chain, state, { block, header, signature: block.block_header?.witness_signature ?? '' });
    advanceHead(chain, state.root);
    chain.ledger = { ...chain.ledger, nextBlockTime: undefined, beforeOpening: undefined };
    followHead(chain, Number(header.timestamp));
    reapplyPending(chain);
  } catch (error) {
    chain.ledger = before;
    if (error instanceof ChainError) throw invalidBlock(number, error.message, error);
    throw error;
  }
}

function reopen(chain: Chain, head: Chain['ledger']['head']): void {
  const { ledger } = chain;
  chain.ledger = {
    ...ledger,
    head,
    older: ledger.older.clear(),
    traceable: ledger.traceable.clear(),
    clockOffset: chain.wallClock === undefined ? chain.network.genesis.timestamp : 0,
  };
}

interface ReceivedBlock {
  readonly block: BlockMessage;
  readonly header: BlockHeaderFields;
  readonly signature: Hex;
}

function executeBlock(chain: Chain, state: State, { block, header, signature }: ReceivedBlock): void {
  const plan = checkHeader(state, header);
  const received = block.transactions.map((message): ReceivedTransaction => ({
    transaction: prepareTransaction(message),
    bytes: encode(Transaction, message),
    results: message.ret,
  }));
  const root = bytesToHex(merkleRoot(received.map(({ bytes }) => sha256(bytes))));
  if (root !== header.txTrieRoot) {
    throw invalidBlock(plan.number, `its txTrieRoot is ${header.txTrieRoot}, but its transactions give ${root}`);
  }
  checkSignature(state, plan, { hash: blockHash(header), signature });
  beginBlock(state, { isEmpty: received.length === 0 });
  const infos = received.map((transaction, index) => execute(chain, state, plan, { ...transaction, index }));
  const transactions = received.map(({ transaction: { id }, bytes }) => ({ id, bytes }));
  const stored = storedBlock(header, { transactions, infos, ...(signature !== '' && { signature }) });
  finishBlock(state, chain.network, plan, stored);
}

function checkHeader(state: State, header: BlockHeaderFields): BlockPlan {
  const head = headBlock(state);
  const number = Number(header.number);
  const timestamp = Number(header.timestamp);
  const witness = header.witness_address;
  if (number !== head.number + 1) throw invalidBlock(number, `the head is block ${head.number}`);
  if (header.parentHash !== head.id) {
    throw invalidBlock(number, `its parent is ${header.parentHash}, but the head is ${head.id}`);
  }
  if (getWitness(state, witness) === undefined) throw invalidBlock(number, `${witness} is not a witness`);
  if (!fitsSchedule(state, { timestamp, witness, isStrict: isEnabled(state, 'getConsensusLogicOptimization') })) {
    throw invalidBlock(number, `a block by ${witness} at ${timestamp} does not fit the schedule`);
  }
  return { number, timestamp, parent: head, witness, version: header.version };
}

/** A block without a signature is accepted. */
function checkSignature(
  state: State,
  { number, witness }: BlockPlan,
  { hash, signature }: { readonly hash: Uint8Array; readonly signature: Hex },
): void {
  if (signature === '' || isSignedByWitness(state, { hash, signature, witness })) return;
  throw invalidBlock(number, `${witness} did not make its signature`);
}

interface ReceivedTransaction {
  readonly transaction: PreparedTransaction;
  /** As encoded in the block, including its results. */
  readonly bytes: Uint8Array;
  readonly results: TransactionMessage['ret'];
}

function execute(
  chain: Chain,
  state: State,
  plan: BlockPlan,
  { transaction, results, index }: ReceivedTransaction & { readonly index: number },
): Uint8Array {
  if (isEnabled(state, 'getConsensusLogicOptimization') && results.length > 1) {
    throw invalidBlock(plan.number, `transaction ${transaction.id} has ${results.length} results for one contract`);
  }
  // Without a step limit: the block has the results of another machine.
  const { completeInfo, contractResult } = applyTransaction(state, chain.network, transaction, { index, block: plan });
  const expected = ContractResult.byNumber.get(results[0]?.contractRet ?? 0);
  if (transaction.call.kind === 'contract-run' && expected !== contractResult) {
    throw invalidBlock(
      plan.number,
      `transaction ${transaction.id} ends with ${contractResult}, but the block says ${expected}`,
    );
  }
  return encode(TransactionInfo, completeInfo());
}

function invalidBlock(number: number, reason: string, cause?: unknown): MockNodeError<'BLOCK_INVALID'> {
  return new MockNodeError('BLOCK_INVALID', { number, reason }, cause === undefined ? {} : { cause });
}
