import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type InternalTransactionMessage, type LogMessage } from '../../protocol/messages/messages.ts';
import { type MessageInit } from '../../protocol/messages/schema.ts';
import { type Log } from '../../vm/machine/execution.ts';
import { type InternalTransaction } from '../../vm/world/internal-transaction.ts';

/** A log in the form of transaction infos: its address without the prefix. */
export function logMessage({ address, topics, data }: Log): MessageInit<LogMessage> {
  return { address: address.slice(2), topics: topics.map((topic) => bytesToHex(topic)), data: bytesToHex(data) };
}

/** An internal transaction in the form of transaction infos. */
export function internalTransactionMessage(internal: InternalTransaction): MessageInit<InternalTransactionMessage> {
  const { hash, caller, transferTo, value, tokens, note, rejected, extra } = internal;
  return {
    hash: bytesToHex(hash),
    caller_address: caller,
    transferTo_address: transferTo,
    callValueInfo: [{ callValue: value }, ...tokens.map(([tokenId, amount]) => ({ callValue: amount, tokenId }))],
    note: bytesToHex(utf8ToBytes(note)),
    rejected,
    ...(extra !== undefined && { extra }),
  };
}
