import { array } from 'zod/mini';
import { readTransactionInfo, transactionInfoSchema, type TransactionInfo } from '../answers/transaction-info.ts';
import { integerArgument } from '../encoding/arguments.ts';
import { checkShape, expectEqual, unexpectedAnswer, type AnswerSource } from '../transport/answer/check-answer.ts';
import { sendRequest } from '../transport/query-node.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';

const PATH = '/wallet/gettransactioninfobyblocknum';

const schema = /* @__PURE__ */ array(transactionInfoSchema);

/** A block's number, or the block itself, with which the infos are then compared. */
export interface GetTransactionInfosArgs {
  readonly number: number;
  /** Milliseconds since 1970: the infos must be of a block of this time. */
  readonly time?: number;
  /** There must be an info for each, in this order. */
  readonly transactions?: readonly { readonly txID: string }[];
}

/**
 * Reads how all transactions of a block ended, in one request and in the block's order. Fees in small units. A node
 * gives the same empty list for a block without transactions, one that it does not have (yet), and one whose infos it
 * does not keep: if you pass the block instead of its number, only infos of exactly its transactions are accepted.
 *
 * Source: docs/protocol/queries.md, Transactions of a block.
 *
 * @param args - a block, or its `number`: 0 or more; block 0 has no infos
 * @param options - `state: 'solid'` for blocks that no fork can undo
 * @throws `ARGUMENT_INVALID`; `RESPONSE_INVALID` also when an info is of another block or, given a block, one is
 * missing. It is then `retryable`, because the node may lag behind, or a fork has replaced the block; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, getTransactionInfos } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * await getTransactionInfos(client, { number: 1 }); // => []
 * ```
 */
export async function getTransactionInfos(
  client: NodeClient,
  args: GetTransactionInfosArgs,
  options?: ReadStateOptions,
): Promise<TransactionInfo[]> {
  const { time, transactions } = args;
  const number = integerArgument('number', args.number);
  if (time !== undefined) integerArgument('time', time);
  const expected = transactions?.map(({ txID }) => txID);
  // Block 0 has transactions, but no infos.
  if (number === 0) return [];
  const read = (json: unknown, source: AnswerSource): TransactionInfo[] => {
    /** Of a node that is behind, or on another fork, a later answer may be the same. */
    const expectSame = (field: string, actual: unknown, requested: unknown) =>
      expectEqual(source, field, { actual, requested, retryable: true });
    const infos = checkShape(source, json, schema).map((wire, index) => {
      const { id: txID = '' } = wire;
      if (!/^[\da-f]{64}$/.test(txID)) throw unexpectedAnswer(source, `${index}.id`, `"${txID}"`);
      if (expected !== undefined) expectSame(`${index}.id`, txID, expected[index]);
      const info = readTransactionInfo(source, { txID, wire });
      expectEqual(source, `${index}.blockNumber`, { actual: info.blockNumber, requested: number });
      if (time !== undefined) expectSame(`${index}.blockTimeStamp`, info.blockTime, time);
      return info;
    });
    if (expected !== undefined) expectSame('length', infos.length, expected.length);
    const distinct = new Set(infos.map(({ txID }) => txID));
    if (distinct.size < infos.length) throw unexpectedAnswer(source, 'body', 'two infos of one transaction');
    return infos;
  };
  return sendRequest(client, { path: PATH, body: { num: number, visible: true }, read }, options);
}
