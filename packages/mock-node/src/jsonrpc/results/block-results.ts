import { type WitnessSigner } from '../../crypto/witness-signer.ts';
import { readBlock } from '../../ledger/execution/block.ts';
import { Block } from '../../protocol/messages/messages.ts';
import { encode } from '../../protocol/messages/wire.ts';
import { type StoredBlock } from '../../state/records/stored-block.ts';
import { type State } from '../../state/root.ts';
import { noteSchedule } from '../../state/unknowns.ts';
import { type Json } from '../envelope/json-text.ts';
import { addressData, data, quantity, zeros } from '../values/quantities.ts';
import { energyUsed, transactionsOf } from './mined-block.ts';
import { minedTransactionResult } from './transaction-results.ts';

/** Signing is the slowest part, and the result only shows a signature's size. */
const anySigner: WitnessSigner = { sign: () => '00'.repeat(65) };

/** A block with its transactions or their hashes. Source: docs/protocol/json-rpc.md, Blocks. */
export function blockResult(state: State, block: StoredBlock, { isFull }: { readonly isFull: boolean }): Json {
  noteSchedule(state, block.number);
  const message = readBlock(block, anySigner);
  const header = message.block_header?.raw_data;
  const transactions = transactionsOf(block);
  const feeLimits = transactions.map((transaction) => transaction.message.raw_data?.fee_limit ?? 0n);
  return {
    baseFeePerGas: quantity(0),
    difficulty: quantity(0),
    extraData: data(''),
    gasLimit: quantity(feeLimits.reduce((total, limit) => total + limit, 0n)),
    gasUsed: quantity(transactions.reduce((total, transaction) => total + energyUsed(transaction), 0n)),
    hash: data(block.id),
    logsBloom: zeros(256),
    miner: block.number === 0 ? zeros(20) : addressData(header?.witness_address ?? ''),
    mixHash: zeros(32),
    nonce: zeros(8),
    number: quantity(block.number),
    parentHash: data(header?.parentHash ?? ''),
    receiptsRoot: zeros(32),
    sha3Uncles: zeros(32),
    size: quantity(encode(Block, message).length),
    stateRoot: data(header?.accountStateRoot ?? ''),
    timestamp: quantity(Math.trunc(block.timestamp / 1000)),
    totalDifficulty: quantity(0),
    transactions: transactions.map((transaction) =>
      isFull ? minedTransactionResult(state, transaction) : data(transaction.id),
    ),
    transactionsRoot: data(header?.txTrieRoot ?? ''),
    uncles: [],
  };
}
