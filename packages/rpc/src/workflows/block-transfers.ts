import { type Address } from '@coin/units';
import { isAddress, toAddress } from '../address/address.ts';
import { type Block, type ChainTransaction } from '../answers/block.ts';
import { isContractResult } from '../answers/result-words.ts';
import { type TransactionInfo } from '../answers/transaction-info.ts';
import { argumentInvalid } from '../encoding/arguments.ts';
import { hexToText } from '../encoding/hex.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { RpcError } from '../errors.ts';

// What the readers of transfers of coin and of TRC-10 tokens share.

/** The memo of a transaction, with which an exchange may identify depositors; absent if there is none. */
export interface Memo {
  /** Its text; absent if its bytes are not UTF-8. */
  readonly memo?: string;
  /** Hex of its bytes. */
  readonly memoHex?: string;
}

export const readMemo = ({ memoHex }: Pick<ChainTransaction, 'memoHex'>): Memo =>
  omitUndefined({ memo: memoHex && hexToText(memoHex), memoHex });

/** What a transaction says that it moves, as its fields have it. */
interface MovedValue {
  readonly to: unknown;
  readonly amount: unknown;
}

interface OwnTransfer extends Memo {
  readonly txID: string;
  readonly index: number;
  readonly kind: 'transfer' | 'call';
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
}

const TRANSACTION_ID = /^[\da-f]{64}$/;

/** Other internal transactions, such as those of stakes, move nothing between accounts. */
const MOVING_NOTES: readonly string[] = ['call', 'create', 'suicide'];

/** Whether a number has lost no digit. */
const isExact = (amount: unknown): amount is bigint | number =>
  typeof amount === 'bigint' || Number.isSafeInteger(amount);

/**
 * A block's transactions with their infos, except those that an info shows to have failed. Without infos, all of them.
 *
 * @throws `ARGUMENT_INVALID` for infos of another block
 */
export function pairInfos(
  { number, transactions }: Block,
  infos: readonly TransactionInfo[] | undefined,
): { transaction: ChainTransaction; info?: TransactionInfo }[] {
  // Block 0 has transactions, but no infos, and none of them is a transfer between two accounts.
  if (number === 0) return [];
  if (infos === undefined) return transactions.map((transaction) => ({ transaction }));
  if (infos.length > transactions.length || transactions.some(({ txID }, index) => txID !== infos[index]?.txID))
    throw argumentInvalid('infos', infos, "those of the block's transactions, in their order");
  return infos.flatMap((info, index) =>
    info.succeeded ? { transaction: transactions[index] as ChainTransaction, info } : [],
  );
}

const notATransfer = ({ number }: Block, txID: string, reason: string) =>
  new RpcError('RESPONSE_INVALID', { path: `block ${number}`, field: txID, reason });

/** The transfer that a transaction itself makes, checked; undefined if it failed, or if its call brings nothing. */
export function readOwnTransfer(
  block: Block,
  transaction: ChainTransaction,
  { to, amount }: MovedValue,
): OwnTransfer | undefined {
  // A transfer is in a block only if it succeeded, and some witnesses write no result for it.
  const { txID, contractType: type, value, result = 'SUCCESS' } = transaction;
  if (!isContractResult(result)) throw notATransfer(block, txID, 'its result is unknown to this version');
  const kind = type === 'TransferContract' || type === 'TransferAssetContract' ? 'transfer' : 'call';
  if (result !== 'SUCCESS' || (kind === 'call' && amount === 0)) return undefined;
  const { owner_address: from } = value;
  const isAmount = isExact(amount) && amount > 0 && amount < 2n ** 63n;
  if (!isAmount || !isAddress(from) || !isAddress(to) || !TRANSACTION_ID.test(txID))
    throw notATransfer(block, txID, 'not a transfer of 1 to 2^63 - 1 small units between two addresses');
  return {
    txID,
    index: 0,
    kind,
    from: toAddress(from),
    to: toAddress(to),
    amount: BigInt(amount),
    ...readMemo(transaction),
  };
}

/**
 * The internal transactions that took effect and can move something from one account to another, with their places. A
 * contract that sends to itself moves nothing; one that destroys itself in its own favour burns what it has.
 */
export const movingInternals = ({ txID, logs, internalTransactions }: TransactionInfo) =>
  internalTransactions.flatMap(({ caller: from, to, note, rejected, callValue, tokens }, index) =>
    rejected || from === to || !MOVING_NOTES.includes(note)
      ? []
      : // After the logs, whose number does not depend on what a node saves.
        { place: { txID, index: 1 + logs.length + index, kind: 'contract' as const, from, to }, callValue, tokens },
  );
