import { type SmallUnits, type Address } from '@coin/units';
import { isAddress, toAddress } from '../address/address.ts';
import { type ChainTransaction, type Block } from '../answers/block.ts';
import { isContractResult } from '../answers/result-words.ts';
import { type TransactionInfo } from '../answers/transaction-info.ts';
import { argumentInvalid } from '../encoding/arguments.ts';
import { hexToText } from '../encoding/hex.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { RpcError } from '../errors.ts';

/**
 * Coin that went from one account to another. `txID` and `index` together identify it, also among transfers of tokens.
 */
export interface CoinTransfer extends Memo {
  readonly txID: string;
  /**
   * 0 for a transfer by the transaction itself. Logs follow, counted from 1, and then internal transactions: with two
   * logs, the first internal transaction has 3.
   */
  readonly index: number;
  /**
   * The origin of the transfer: a transfer transaction; a call or a deployment that sent coin to its contract; or a
   * contract that ran.
   */
  readonly kind: 'transfer' | 'call' | 'contract';
  readonly from: Address;
  readonly to: Address;
  /** Small units. */
  readonly amount: SmallUnits;
}

const TRANSACTION_ID = /^[\da-f]{64}$/;

/** Whether a number has lost no digit. */
const isExact = (amount: unknown): amount is bigint | number =>
  typeof amount === 'bigint' || Number.isSafeInteger(amount);

/** Other internal transactions, such as those of stakes, move no coin between accounts. */
const MOVING_NOTES: readonly string[] = ['call', 'create', 'suicide'];

/**
 * Lists the transfers of coin between accounts in a block, in order; amounts in small units. Without infos these are
 * the successful transfer transactions. With the block's infos the list includes the coin that calls and deployments
 * sent to their contracts, and the coin that contracts sent. It leaves out transfers that failed or were undone. The
 * infos show coin sent by contracts only if the node saves internal transactions. To credit deposits, read blocks with
 * `state: 'solid'`. Coin that a contract gets after it destroyed itself in the same transaction is listed, and burned
 * with the contract.
 *
 * Source: docs/protocol/transfers.md, Protobuf shapes; docs/protocol/contract-calls.md, Internal transactions.
 *
 * @param block - as `getBlock`, `getBlocks`, `getNowBlock` or `watchBlocks` returned it
 * @param infos - of all its transactions, as `getTransactionInfos` or `watchBlocks` returned them
 * @throws `RESPONSE_INVALID` when a transfer has no valid address or amount; `ARGUMENT_INVALID` for infos of another
 * block
 *
 * @example
 * ```ts
 * import { coinTransfers, createNodeClient, getNowBlock } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * coinTransfers(await getNowBlock(client)).map(({ to, amount }) => ({ to, amount }));
 * // => [{ to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', amount: 5n }]
 * ```
 */
export function coinTransfers(block: Block, infos?: readonly TransactionInfo[]): CoinTransfer[] {
  const { transactions } = block;
  if (infos === undefined) return transactions.flatMap((transaction) => ownTransfer(block, transaction) ?? []);
  // Block 0 has transactions, but no infos, and none of them is a transfer between two accounts.
  if (block.number === 0) return [];
  if (infos.length > transactions.length || transactions.some(({ txID }, index) => txID !== infos[index]?.txID))
    throw argumentInvalid('infos', infos, "those of the block's transactions, in their order");
  return infos.flatMap((info, index) => {
    if (!info.succeeded) return [];
    const transaction = transactions[index] as ChainTransaction;
    return [ownTransfer(block, transaction, info) ?? [], contractTransfers(transaction, info)].flat();
  });
}

/** The field of a contract's message that has the coin it moves, and the account that gets it. */
function movedCoin({ contractType: type, value: fields }: ChainTransaction, info?: TransactionInfo) {
  if (type === 'TransferContract') return { to: fields.to_address, amount: fields.amount };
  if (info === undefined) return undefined;
  if (type === 'TriggerSmartContract') return { to: fields.contract_address, amount: fields.call_value ?? 0 };
  // Of all other types only CreateSmartContract has a contract in its message.
  const { call_value: amount = 0 } = (fields.new_contract ?? {}) as { call_value?: unknown };
  return { to: info.contractAddress, amount };
}

const notATransfer = ({ number }: Block, txID: string, reason: string) =>
  new RpcError('RESPONSE_INVALID', { path: `block ${number}`, field: txID, reason });

function ownTransfer(block: Block, transaction: ChainTransaction, info?: TransactionInfo): CoinTransfer | undefined {
  const { txID, contractType: type, value, result } = transaction;
  const moved = movedCoin(transaction, info);
  if (moved !== undefined && result !== undefined && !isContractResult(result))
    throw notATransfer(block, txID, 'its result is unknown to this version');
  if (moved === undefined || result !== 'SUCCESS' || (moved.amount === 0 && type !== 'TransferContract'))
    return undefined;
  const { to, amount } = moved;
  const { owner_address: from } = value;
  const isAmount = isExact(amount) && amount > 0 && amount < 2n ** 63n;
  if (!isAmount || !isAddress(from) || !isAddress(to) || !TRANSACTION_ID.test(txID))
    throw notATransfer(block, txID, 'not a transfer of 1 to 2^63 - 1 small units between two addresses');
  return {
    txID,
    index: 0,
    kind: type === 'TransferContract' ? 'transfer' : 'call',
    from: toAddress(from),
    to: toAddress(to),
    amount: BigInt(amount),
    ...readMemo(transaction),
  };
}

/** A contract that sends coin to itself moves none; one that destroys itself in its own favour burns it. */
function contractTransfers(
  transaction: ChainTransaction,
  { txID, logs, internalTransactions }: TransactionInfo,
): CoinTransfer[] {
  return internalTransactions.flatMap(({ caller: from, to, note, rejected, callValue: amount }, index) => {
    if (rejected || amount === 0n || from === to || !MOVING_NOTES.includes(note)) return [];
    // After the logs, whose number does not depend on what a node saves.
    const place = 1 + logs.length + index;
    return { txID, index: place, kind: 'contract' as const, from, to, amount, ...readMemo(transaction) };
  });
}

/** The memo of a transaction, with which an exchange may identify depositors; absent if there is none. */
export interface Memo {
  /** Its text; absent if its bytes are not UTF-8. */
  readonly memo?: string;
  /** Hex of its bytes. */
  readonly memoHex?: string;
}

export const readMemo = ({ memoHex }: Pick<ChainTransaction, 'memoHex'>): Memo =>
  omitUndefined({ memo: memoHex && hexToText(memoHex), memoHex });
