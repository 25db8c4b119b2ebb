import {
  assetTransfers,
  coinTransfers,
  toAddress,
  tokenTransfers,
  type Address,
  type Block,
  type ChainTransaction,
  type TransactionInfo,
} from '@coin/rpc';
import { type AcceptedTokens } from './find-deposits.ts';

/** What a block adds to or takes from an account. */
export interface Movement {
  readonly account: Address;
  /** `coin`, the id of a TRC-10 token, or the contract of a TRC-20 token. */
  readonly currency: string;
  /** Smallest units; negative for what leaves. */
  readonly amount: bigint;
}

/** Coin that a transaction's owner gets or gives up beside transfers: fees, stake and rewards. */
function ownMovement({ contractType: type, value }: ChainTransaction, info: TransactionInfo): bigint {
  const staked = info.succeeded && type === 'FreezeBalanceV2Contract' ? BigInt(String(value['frozen_balance'])) : 0n;
  return info.stakeWithdrawn + info.rewardWithdrawn - info.fee - staked;
}

/** Every movement in a block: of coin, and of the given tokens. */
export function chainMovements(
  block: Block,
  infos: readonly TransactionInfo[],
  { tokens, tokenIds }: AcceptedTokens,
): Movement[] {
  const transfers = [
    ...coinTransfers(block, infos).map((transfer) => ({ ...transfer, currency: 'coin' })),
    ...assetTransfers(block, infos)
      .filter(({ tokenId }) => tokenIds.includes(tokenId))
      .map((transfer) => ({ ...transfer, currency: transfer.tokenId })),
    ...tokenTransfers(infos, { token: tokens }).map((transfer) => ({ ...transfer, currency: transfer.token })),
  ];
  const owners = infos.flatMap((info, index): Movement[] => {
    const transaction = block.transactions[index] as ChainTransaction;
    const owner = transaction.value['owner_address'];
    const amount = ownMovement(transaction, info);
    return amount === 0n ? [] : [{ account: toAddress(String(owner)), currency: 'coin', amount }];
  });
  return [
    ...owners,
    ...transfers.flatMap(({ from, to, currency, amount }) => [
      { account: from, currency, amount: 0n - amount },
      { account: to, currency, amount },
    ]),
  ];
}
