import {
  assetTransfers,
  coinTransfers,
  tokenTransfers,
  type Address,
  type AssetTransfer,
  type Block,
  type CoinTransfer,
  type TokenTransfer,
  type TransactionInfo,
} from '@coin/rpc';
import { type Deposit } from './deposit.ts';

/** The tokens that count. */
export interface AcceptedTokens {
  /** Contracts of TRC-20 tokens. */
  readonly tokens: readonly Address[];
  /** Ids of TRC-10 tokens. */
  readonly tokenIds: readonly string[];
}

/** Every transfer of coin and of accepted tokens in a block, as a deposit to whoever receives it. */
export function findDeposits(
  block: Block,
  infos: readonly TransactionInfo[],
  { tokens, tokenIds }: AcceptedTokens,
): Deposit[] {
  const { number: blockNumber, blockID, time: blockTime } = block;
  const place = { blockNumber, blockID, blockTime };
  const idOf = ({ txID, index }: { readonly txID: string; readonly index: number }) => `${txID}/${index}`;
  const ofCoin = (transfer: CoinTransfer): Deposit => ({
    ...transfer,
    ...place,
    id: idOf(transfer),
    kind: 'coin',
  });
  const ofAsset = (transfer: AssetTransfer): Deposit => ({
    ...transfer,
    ...place,
    id: `${idOf(transfer)}/${transfer.tokenId}`,
    kind: 'asset',
  });
  const ofToken = (transfer: TokenTransfer): Deposit => ({ ...transfer, ...place, id: idOf(transfer), kind: 'token' });
  return [
    ...coinTransfers(block, infos).map(ofCoin),
    ...assetTransfers(block, infos)
      .filter(({ tokenId }) => tokenIds.includes(tokenId))
      .map(ofAsset),
    // A token may log that it moved nothing.
    ...tokenTransfers(infos, { token: tokens, block })
      .filter(({ amount }) => amount > 0n)
      .map(ofToken),
  ];
}
