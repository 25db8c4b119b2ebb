import { transactionSize } from '@coin/fee';
import { explainFee, type FeeLine } from '@coin/fee/resources';
import {
  broadcastHex,
  decodeTransaction,
  encodeTransaction,
  getAccount,
  getNowBlock,
  getTransactionInfoById,
  isRpcError,
  type Transaction,
  type TransactionInfo,
} from '@coin/rpc';
import { getFeePrices } from '@coin/rpc/fee-prices';
import { type Stage } from '../accounts/stage.ts';
import { openBytes } from '../transaction/read-fields.ts';
import { contractOf } from './contract-of.ts';
import { wholeOf } from './read-pasted.ts';
import { renewBytes } from './renew-bytes.ts';

/** What a chain makes of a transaction. Amounts are small units. */
export type ChainOutcome =
  | { readonly status: 'rejected'; readonly code: string; readonly message: string }
  | {
      readonly status: 'executed';
      readonly blockNumber: number;
      readonly succeeded: boolean;
      /** The node's word: `SUCCESS`, `OUT_OF_ENERGY`, `DEFAULT` where no contract ran. */
      readonly result: string;
      /** Why it failed, in the node's words. */
      readonly reason?: string;
      readonly energy: bigint;
      readonly bandwidth: bigint;
      readonly fee: bigint;
      /** The fee by part. */
      readonly lines: readonly FeeLine[];
    };

/** What the fee depends on, beside the record: read before the transaction is in its block. */
async function feeFacts({ client }: Stage, { rawDataHex, rawData, signatures }: Transaction) {
  const { type, value } = contractOf(rawData);
  const receiver = type === 'TransferContract' ? value['to_address'] : undefined;
  const receives = typeof receiver === 'string' && (await getAccount(client, { address: receiver })) === undefined;
  const { data: memo = '' } = rawData;
  return {
    prices: await getFeePrices(client),
    transaction: {
      size: transactionSize({
        kind: 'encoded',
        rawDataSize: rawDataHex.length / 2,
        signatures: signatures.length,
      }),
      createsAccount: receives,
      memoSize: typeof memo === 'string' ? memo.length / 2 : 0,
      signatures: signatures.length,
    },
  };
}

/** How a transaction in a block ended. */
export function executedOutcome(info: TransactionInfo, facts?: Awaited<ReturnType<typeof feeFacts>>): ChainOutcome {
  const { blockNumber, succeeded, result, reason, fee, receipt } = info;
  const { energyTotal: energy, bandwidth } = receipt;
  const { lines } = explainFee({ info, ...facts });
  const executed = { blockNumber, succeeded, result, energy, bandwidth, fee, lines };
  return { status: 'executed', ...executed, ...(reason !== undefined && { reason }) };
}

/** Sends a transaction to the chain as it is. The player takes the chain back before it plays again. */
export async function sendToChain(stage: Stage, transaction: Transaction): Promise<ChainOutcome> {
  const { client } = stage;
  const { txID } = transaction;
  const facts = await feeFacts(stage, transaction);
  try {
    await broadcastHex(client, { transaction: encodeTransaction(transaction) });
  } catch (error) {
    if (!isRpcError(error, 'BROADCAST_REJECTED')) throw error;
    return { status: 'rejected', code: error.context.nodeCode, message: error.context.nodeMessage };
  }
  const info = await getTransactionInfoById(client, { txID });
  if (info === undefined) throw new Error(`The chain accepted the transaction ${txID}, and put it into no block.`);
  return executedOutcome(info, facts);
}

const VALID_MS = 60_000;

/**
 * Sends a transaction as if its owner signed it for this chain now: with the chain's newest block as its reference, and
 * without a check of signatures. Undefined if its contract names no owner.
 */
export async function sendAsOwner(stage: Stage, { rawDataHex, txID, rawData }: Transaction) {
  const { node, client } = stage;
  const owner = contractOf(rawData).value['owner_address'];
  if (typeof owner !== 'string') return undefined;
  const { number, blockID } = await getNowBlock(client);
  const expiration = node.now() + VALID_MS;
  const renewed = renewBytes(openBytes(rawDataHex, txID), { number, blockID, expiration });
  node.impersonate(owner);
  return sendToChain(stage, decodeTransaction(wholeOf(renewed)));
}
