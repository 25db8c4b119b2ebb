import { decodeTransaction, type Transaction } from '@coin/rpc';
import { recorded } from './recordings.ts';

/** A signed transfer that a node accepted. */
export function recordedTransfer(): Transaction {
  const { transaction } = JSON.parse(recorded('transfer.hex.broadcasthex').body ?? '') as { transaction: string };
  return decodeTransaction(transaction);
}
