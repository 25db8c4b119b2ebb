import { type Address } from '@coin/units';
import { type Block, type ChainTransaction } from '../answers/block.ts';
import { type TransactionInfo } from '../answers/transaction-info.ts';
import { movingInternals, pairInfos, readMemo, readOwnTransfer, type Memo } from './block-transfers.ts';

/**
 * TRC-10 tokens that went from one account to another. `txID`, `index` and `tokenId` together identify it: one call can
 * bring coin and a token, and a contract that destroys itself hands over all of its tokens.
 */
export interface AssetTransfer extends Memo {
  readonly txID: string;
  /** Counted as `index` of `CoinTransfer`. */
  readonly index: number;
  /** The origin of the transfer, as `kind` of `CoinTransfer`. */
  readonly kind: 'transfer' | 'call' | 'contract';
  /** The token's id in digits, as in `1000001`; its name in blocks from before the network gave tokens ids. */
  readonly tokenId: string;
  readonly from: Address;
  readonly to: Address;
  /** In the token's smallest units, 1 to 2^63 - 1. */
  readonly amount: bigint;
}

/**
 * Lists the transfers of TRC-10 tokens between accounts in a block, in order, as `coinTransfers` lists those of coin.
 * Without infos these are the successful transfer transactions. With the block's infos the list includes the tokens
 * that came with calls and deployments, and those that contracts sent, if the node saves internal transactions.
 * Purchases from an issuer and trades on the network's own exchange are not transfers.
 *
 * Source: docs/protocol/assets.md; docs/protocol/contract-calls.md, Internal transactions.
 *
 * @param block - as `getBlock`, `getBlocks`, `getNowBlock` or `watchBlocks` returned it
 * @param infos - of all its transactions, as `getTransactionInfos` or `watchBlocks` returned them
 * @throws `RESPONSE_INVALID` when a transfer has no valid address or amount; `ARGUMENT_INVALID` for infos of another
 * block
 *
 * @example
 * ```ts
 * import { assetTransfers, createNodeClient, getNowBlock } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * assetTransfers(await getNowBlock(client)); // => []
 * ```
 */
export function assetTransfers(block: Block, infos?: readonly TransactionInfo[]): AssetTransfer[] {
  return pairInfos(block, infos).flatMap(({ transaction, info }): AssetTransfer[] => {
    const moved = movedAsset(transaction, info);
    const own = moved && readOwnTransfer(block, transaction, moved);
    const memo = readMemo(transaction);
    const internal = info === undefined ? [] : movingInternals(info);
    return [
      ...(own === undefined ? [] : [{ ...own, tokenId: String(moved?.tokenId) }]),
      ...internal.flatMap(({ place, tokens }) =>
        tokens.flatMap(({ id: tokenId, amount }) => (amount === 0n ? [] : { ...place, tokenId, amount, ...memo })),
      ),
    ];
  });
}

/** The tokens that a transaction moves, and the account that gets them. */
function movedAsset({ contractType: type, value: fields }: ChainTransaction, info?: TransactionInfo) {
  if (type === 'TransferAssetContract')
    return { to: fields.to_address, amount: fields.amount, tokenId: fields.asset_name };
  if (info === undefined) return undefined;
  const { call_token_value: amount = 0, token_id: tokenId } = fields;
  if (type === 'TriggerSmartContract') return { to: fields.contract_address, amount, tokenId };
  return type === 'CreateSmartContract' ? { to: info.contractAddress, amount, tokenId } : undefined;
}
