import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { readHeader, withResult } from '../../ledger/execution/block.ts';
import { TransferContract } from '../../protocol/contract-messages.ts';
import { ContractResult, InfoCode } from '../../protocol/enumerations.ts';
import { identityOf } from '../../protocol/hash.ts';
import { Transaction, TransactionInfo, type TransactionInfoMessage } from '../../protocol/messages.ts';
import { packContract } from '../../protocol/packed-contract.ts';
import { decode, encode } from '../../protocol/wire.ts';
import { type StoredBlock, type StoredTransaction } from '../../state/records/stored-block.ts';
import { type Forgery } from './forgery.ts';

/** The transactions of a block, and their infos. */
export type BlockContent = Pick<StoredBlock, 'transactions' | 'infos'>;

/** A forgery that is about one block. */
export type BlockForgery = Exclude<Forgery, { kind: 'balance' | 'parameter' }>;

interface Entry {
  readonly transaction: StoredTransaction;
  readonly info: Uint8Array | undefined;
}

/** The content of a block in which the forgeries are true. */
export function forgeBlock(block: StoredBlock, forgeries: readonly BlockForgery[]): BlockContent {
  const original = block.transactions.map((transaction, index): Entry => ({ transaction, info: block.infos[index] }));
  const entries = forgeries.reduce<readonly Entry[]>((forged, forgery) => {
    if (forgery.kind === 'transfer') return [...forged, transferEntry(block, forgery)];
    if (forgery.kind === 'withheld') return forged.filter(({ transaction }) => transaction.id !== forgery.txID);
    return forged.map((entry) => (entry.transaction.id === forgery.txID ? forgeEntry(entry, forgery) : entry));
  }, original);
  return {
    transactions: entries.map(({ transaction }) => transaction),
    infos: entries.flatMap(({ info }) => (info === undefined ? [] : [info])),
  };
}

type EntryForgery = Extract<Forgery, { kind: 'fee' | 'log' | 'outcome' }>;

function forgeEntry({ transaction, info: bytes }: Entry, forgery: EntryForgery): Entry {
  const info = bytes && encode(TransactionInfo, forgeInfo(decode(TransactionInfo, bytes), forgery));
  if (forgery.kind !== 'outcome') return { transaction, info };
  const message = decode(Transaction, transaction.bytes);
  const ret = message.ret.map((result) => ({ ...result, contractRet: ContractResult.values[forgery.result] }));
  return { transaction: { ...transaction, bytes: encode(Transaction, { ...message, ret }) }, info };
}

const revertMessage = /* @__PURE__ */ bytesToHex(/* @__PURE__ */ utf8ToBytes('REVERT opcode executed'));

function forgeInfo(info: TransactionInfoMessage, forgery: EntryForgery): TransactionInfoMessage {
  const { receipt } = info;
  switch (forgery.kind) {
    case 'log':
      return { ...info, log: info.log.map((log, at) => (at === forgery.index ? { ...log, data: forgery.data } : log)) };
    case 'fee': {
      const { fee } = forgery;
      if (receipt === undefined) return { ...info, fee };
      const isCall = info.contract_address !== '';
      const net_fee = isCall && receipt.net_fee < fee ? receipt.net_fee : fee;
      return { ...info, fee, receipt: { ...receipt, net_fee, energy_fee: fee - net_fee } };
    }
    case 'outcome': {
      const { result } = forgery;
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
export const forgedSignature = (hash: string): string => `${hash}${hash}00`;

function transferEntry(block: StoredBlock, { owner, to, amount }: Extract<Forgery, { kind: 'transfer' }>): Entry {
  const parent = readHeader(block).parentHash;
  const raw_data = {
    ref_block_bytes: parent.slice(12, 16),
    ref_block_hash: parent.slice(16, 32),
    expiration: BigInt(block.timestamp + 60_000),
    contract: [packContract(TransferContract, { owner_address: owner, to_address: to, amount })],
    timestamp: BigInt(block.timestamp),
  };
  const { id } = identityOf(raw_data);
  const bytes = encode(Transaction, { raw_data, signature: [forgedSignature(id)] });
  const info = encode(TransactionInfo, {
    id,
    blockNumber: BigInt(block.number),
    blockTimeStamp: BigInt(block.timestamp),
    contractResult: [''],
    receipt: { net_usage: BigInt(bytes.length) },
  });
  return { transaction: { id, bytes: withResult(bytes, ContractResult.values.SUCCESS) }, info };
}
