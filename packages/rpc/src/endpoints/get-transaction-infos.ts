import { array } from 'zod/mini';
import { readTransactionInfo, transactionInfoSchema, type TransactionInfo } from '../answers/transaction-info.ts';
import { integerArgument } from '../encoding/arguments.ts';
import { expectEqual, unexpectedAnswer } from '../transport/answer/check-answer.ts';
import { queryNode } from '../transport/query-node.ts';
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
 * missing: the node may lag behind, or a fork has replaced the block; transport's codes
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
  const { answer, source } = await queryNode(client, { path: PATH, body: { num: number }, schema }, options);
  const infos = answer.map((wire, index) => {
    const { id: txID = '' } = wire;
    if (!/^[\da-f]{64}$/.test(txID)) throw unexpectedAnswer(source, `${index}.id`, `"${txID}"`);
    if (expected !== undefined) expectEqual(source, `${index}.id`, { actual: txID, requested: expected[index] });
    const info = readTransactionInfo(source, { txID, wire });
    expectEqual(source, `${index}.blockNumber`, { actual: info.blockNumber, requested: number });
    if (time !== undefined) expectEqual(source, `${index}.blockTimeStamp`, { actual: info.blockTime, requested: time });
    return info;
  });
  if (expected !== undefined) expectEqual(source, 'length', { actual: infos.length, requested: expected.length });
  const distinct = new Set(infos.map(({ txID }) => txID));
  if (distinct.size < infos.length) throw unexpectedAnswer(source, 'body', 'two infos of one transaction');
  return infos;
}
