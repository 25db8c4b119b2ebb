import { type SmallUnits, type Address } from '@coin/units';
import { type ChainTransaction, type Block } from '../answers/block.ts';
import { type TransactionInfo } from '../answers/transaction-info.ts';
import { movingInternals, pairInfos, readMemo, readOwnTransfer, type Memo } from './block-transfers.ts';

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
  return pairInfos(block, infos).flatMap(({ transaction, info }): CoinTransfer[] => {
    const moved = movedCoin(transaction, info);
    const own = moved && readOwnTransfer(block, transaction, moved);
    const memo = readMemo(transaction);
    const internal = info === undefined ? [] : movingInternals(info);
    return [
      ...(own === undefined ? [] : [own]),
      ...internal.flatMap(({ place, callValue: amount }) => (amount === 0n ? [] : { ...place, amount, ...memo })),
    ];
  });
}

/** The coin that a transaction moves, and the account that gets it. */
function movedCoin({ contractType: type, value: fields }: ChainTransaction, info?: TransactionInfo) {
  if (type === 'TransferContract') return { to: fields.to_address, amount: fields.amount };
  if (info === undefined) return undefined;
  if (type === 'TriggerSmartContract') return { to: fields.contract_address, amount: fields.call_value ?? 0 };
  if (type !== 'CreateSmartContract') return undefined;
  const { call_value: amount = 0 } = (fields.new_contract ?? {}) as { call_value?: unknown };
  return { to: info.contractAddress, amount };
}
