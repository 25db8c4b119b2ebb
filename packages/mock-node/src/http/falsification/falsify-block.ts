import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { readHeader, withResult } from '../../ledger/execution/block.ts';
import { TransferContract } from '../../protocol/messages/contract-messages.ts';
import { ContractResult, InfoCode } from '../../protocol/messages/enumerations.ts';
import { transactionId } from '../../protocol/messages/ids.ts';
import { Transaction, TransactionInfo, type TransactionInfoMessage } from '../../protocol/messages/messages.ts';
import { packContract } from '../../protocol/messages/packed-contract.ts';
import { decode, encode } from '../../protocol/messages/wire.ts';
import { type StoredBlock, type StoredTransaction } from '../../state/records/stored-block.ts';
import { type FalseStatement } from './false-statement.ts';

/** The transactions of a block, and their infos. */
export type BlockContent = Pick<StoredBlock, 'transactions' | 'infos'>;

/** A false statement about one block. */
export type BlockStatement = Exclude<FalseStatement, { kind: 'balance' | 'parameter' }>;

interface Entry {
  readonly transaction: StoredTransaction;
  readonly info: Uint8Array | undefined;
}

/** The content of a block in which false statements are true. */
export function falsifyBlock(block: StoredBlock, statements: readonly BlockStatement[]): BlockContent {
  const original = block.transactions.map((transaction, index): Entry => ({ transaction, info: block.infos[index] }));
  const entries = statements.reduce<readonly Entry[]>((falsified, statement) => {
    if (statement.kind === 'transfer') return [...falsified, transferEntry(block, statement)];
    if (statement.kind === 'withheld') return falsified.filter(({ transaction }) => transaction.id !== statement.txID);
    return falsified.map((entry) => (entry.transaction.id === statement.txID ? falsifyEntry(entry, statement) : entry));
  }, original);
  return {
    transactions: entries.map(({ transaction }) => transaction),
    infos: entries.flatMap(({ info }) => (info === undefined ? [] : [info])),
  };
}

type EntryStatement = Extract<FalseStatement, { kind: 'fee' | 'log' | 'outcome' }>;

function falsifyEntry({ transaction, info: bytes }: Entry, statement: EntryStatement): Entry {
  const info = bytes && encode(TransactionInfo, falsifyInfo(decode(TransactionInfo, bytes), statement));
  if (statement.kind !== 'outcome') return { transaction, info };
  const message = decode(Transaction, transaction.bytes);
  const ret = message.ret.map((result) => ({ ...result, contractRet: ContractResult.values[statement.result] }));
  return { transaction: { id: transaction.id, bytes: encode(Transaction, { ...message, ret }) }, info };
}

const revertMessage = /* @__PURE__ */ bytesToHex(/* @__PURE__ */ utf8ToBytes('REVERT opcode executed'));

function falsifyInfo(info: TransactionInfoMessage, statement: EntryStatement): TransactionInfoMessage {
  const { receipt } = info;
  switch (statement.kind) {
    case 'log':
      return {
        ...info,
        log: info.log.map((log, at) => (at === statement.index ? { ...log, data: statement.data } : log)),
      };
    case 'fee': {
      const { fee } = statement;
      if (receipt === undefined) return { ...info, fee };
      const isCall = info.contract_address !== '';
      const net_fee = isCall && receipt.net_fee < fee ? receipt.net_fee : fee;
      return { ...info, fee, receipt: { ...receipt, net_fee, energy_fee: fee - net_fee } };
    }
    case 'outcome': {
      const { result } = statement;
      const isSuccess = result === 'SUCCESS';
      return {
        ...info,
        result: InfoCode.values[isSuccess ? 'SUCESS' : 'FAILED'],
        resMessage: isSuccess ? '' : revertMessage,
        contractResult: [''],
        ...(receipt !== undefined && { receipt: { ...receipt, result: ContractResult.values[result] } }),
        log: isSuccess ? info.log : [],
        internal_transactions: info.internal_transactions.map((inner) => ({ ...inner, rejected: !isSuccess })),
      };
    }
  }
}

/** 65 bytes in place of a signature, which neither a witness nor an account made. */
export const falseSignature = (hash: string): string => `${hash}${hash}00`;

function transferEntry(
  block: StoredBlock,
  { owner, to, amount }: Extract<FalseStatement, { kind: 'transfer' }>,
): Entry {
  const parent = readHeader(block).parentHash;
  const raw_data = {
    ref_block_bytes: parent.slice(12, 16),
    ref_block_hash: parent.slice(16, 32),
    expiration: BigInt(block.timestamp + 60_000),
    contract: [packContract(TransferContract, { owner_address: owner, to_address: to, amount })],
    timestamp: BigInt(block.timestamp),
  };
  const id = transactionId(raw_data);
  const bytes = encode(Transaction, { raw_data, signature: [falseSignature(id)] });
  const info = encode(TransactionInfo, {
    id,
    blockNumber: BigInt(block.number),
    blockTimeStamp: BigInt(block.timestamp),
    contractResult: [''],
    receipt: { net_usage: BigInt(bytes.length) },
  });
  return { transaction: { id, bytes: withResult(bytes, ContractResult.values.SUCCESS) }, info };
}
