import { type Address } from '@coin/units';
import { addressFromWord, toAddress } from '../address/address.ts';
import { type Block } from '../answers/block.ts';
import { type TransactionInfo } from '../answers/transaction-info.ts';
import { rejectUnknown } from '../encoding/arguments.ts';
import { readMemo, type Memo } from './block-transfers.ts';

/**
 * Tokens that a TRC-20 contract says went from one account to another. `txID` and `index` together identify it, also among
 * transfers of coin.
 */
export interface TokenTransfer extends Memo {
  readonly txID: string;
  /** Position of the log in its transaction, counted from 1. */
  readonly index: number;
  /** The contract that emitted the event. Any contract can emit it: trust only contracts that you know. */
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  /** In the token's smallest units, 0 to 2^256 - 1. */
  readonly amount: bigint;
}

/** The transfers to return. */
export interface TokenTransfersOptions {
  /** The contract of the token, or several. */
  readonly token?: Address | readonly Address[];
  /** The recipients: one address, or several. */
  readonly to?: Address | readonly Address[];
  /** The block of the infos: with it, transfers have the memos of their transactions. */
  readonly block?: Block;
}

/** Hash of `Transfer(address,address,uint256)`. */
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Anything before the 20 bytes is no address: a contract may keep another balance for it. */
const ADDRESS_WORD = /^0{24}[\da-f]{40}$/i;
const AMOUNT_WORD = /^[\da-f]{64}$/i;

/** People write short lists. To verify all checksums of a long one would take longer than to read the block. */
const MAX_VERIFIED = 999;
const ADDRESS_FORM = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** Whether the caller asked for an address; true for all by default. */
function matcher(wanted: Address | readonly Address[] | undefined): (address: Address) => boolean {
  if (wanted === undefined) return () => true;
  const list = Array.isArray(wanted) ? (wanted as readonly Address[]) : [wanted as Address];
  const isLong = list.length > MAX_VERIFIED;
  const addresses = new Set(list.map((item) => (isLong && ADDRESS_FORM.test(item) ? item : toAddress(item))));
  return (address) => addresses.has(address);
}

/**
 * The TRC-20 transfers that the logs of successful transactions report, in their order: logs of
 * `Transfer(address indexed, address indexed, uint256)`, complete and without anything else in them. An ERC-721's, with
 * the number of its token as a fourth topic, and malformed ones are not among them.
 *
 * Source: TIP-20; docs/protocol/contract-calls.md, Receipt and TransactionInfo.
 *
 * @param infos - as `getTransactionInfos` or `watchBlocks` returned them
 * @param options - `token`, `to`: addresses, one or any number; checksums are verified up to 999; `block`: for memos
 * @throws `ADDRESS_INVALID`; `ARGUMENT_INVALID`
 *
 * @example
 * ```ts
 * import { createNodeClient, getTransactionInfoById, tokenTransfers } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const txID = 'e09e41c88e7c5829a31e8d628edf4781ee1f87c7492db46eee2bdf5b0ba05129';
 * const info = await getTransactionInfoById(client, { txID });
 * tokenTransfers(info ? [info] : []).map(({ to, amount }) => ({ to, amount }));
 * // => [{ to: 'TP3NCfgn6h2BpqdUzVUKuNxnePELafAjKY', amount: 1_000_000_000_000n }]
 * ```
 */
export function tokenTransfers(
  infos: readonly TransactionInfo[],
  options: TokenTransfersOptions = {},
): TokenTransfer[] {
  rejectUnknown(options, ['token', 'to', 'block']);
  const isToken = matcher(options.token);
  const isReceiver = matcher(options.to);
  const memos = new Map(options.block?.transactions.map((transaction) => [transaction.txID, readMemo(transaction)]));
  return infos.flatMap(({ txID, succeeded, logs }) => {
    if (!succeeded) return [];
    return logs.flatMap(({ address: token, topics, data }, index): TokenTransfer[] => {
      const [signature, sender = '', receiver = ''] = topics;
      if (signature !== TRANSFER_TOPIC || topics.length !== 3 || !AMOUNT_WORD.test(data)) return [];
      if (!ADDRESS_WORD.test(sender) || !ADDRESS_WORD.test(receiver) || !isToken(token)) return [];
      const to = addressFromWord(receiver);
      if (!isReceiver(to)) return [];
      return [
        {
          txID,
          index: index + 1,
          token,
          from: addressFromWord(sender),
          to,
          amount: BigInt(`0x${data}`),
          ...memos.get(txID),
        },
      ];
    });
  });
}
