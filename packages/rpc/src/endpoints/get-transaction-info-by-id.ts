import { readTransactionInfo, transactionInfoSchema, type TransactionInfo } from '../answers/transaction-info.ts';
import { hexArgument } from '../encoding/arguments.ts';
import { expectEqual } from '../transport/answer/check-answer.ts';
import { queryNode } from '../transport/query-node.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';

const PATH = '/wallet/gettransactioninfobyid';

/** The transaction whose info to read. */
export interface GetTransactionInfoArgs {
  /** 64 hex digits. */
  readonly txID: string;
}

/**
 * Reads how a transaction ended; `undefined` as long as it is in no block. Fees in small units.
 *
 * Source: docs/protocol/fee-limit.md, Receipt and TransactionInfo.
 *
 * @param args - `txID`: 64 hex digits
 * @param options - `state: 'solid'` to see it only once no fork can undo it
 * @throws `ARGUMENT_INVALID`; `RESPONSE_INVALID` also when the answer is about another transaction; transport's
 * codes
 *
 * @example
 * ```ts
 * import { createNodeClient, getTransactionInfoById } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const info = await getTransactionInfoById(client, {
 *   txID: '4d5bb99f470b771acd781bdb58e24ceabce72a69302de77020218f605e78cd08',
 * });
 * info?.result; // => 'OUT_OF_ENERGY'
 * info?.receipt.energyFee; // => 6_122_100n
 * ```
 */
export async function getTransactionInfoById(
  client: NodeClient,
  args: GetTransactionInfoArgs,
  options?: ReadStateOptions,
): Promise<TransactionInfo | undefined> {
  const txID = hexArgument('txID', args.txID, { bytes: 32 });
  const { answer, source, isEmpty } = await queryNode(
    client,
    { path: PATH, body: { value: txID }, schema: transactionInfoSchema },
    options,
  );
  if (isEmpty) return undefined;
  expectEqual(source, 'id', { actual: answer.id, requested: txID });
  return readTransactionInfo(source, { txID, wire: answer });
}
