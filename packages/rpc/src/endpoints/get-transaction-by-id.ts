import {
  chainTransactionSchema,
  readChainTransaction,
  type ChainTransaction,
  isDoubtfulTransaction,
} from '../answers/block.ts';
import { hexArgument } from '../encoding/arguments.ts';
import { expectEqual } from '../transport/answer/check-answer.ts';
import { queryNode } from '../transport/query-node.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';

const PATH = '/wallet/gettransactionbyid';

/**
 * Reads a transaction as it is in its block; `undefined` as long as it is in none.
 *
 * Source: docs/protocol/http.md, Endpoint table.
 *
 * @param args - `txID`: 64 hex digits
 * @param options - `state: 'solid'` to see it only once no fork can undo it
 * @throws `ARGUMENT_INVALID`; `RESPONSE_INVALID` also when the answer is another transaction; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, getTransactionById } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const txID = '3a71721b11ad3f5cc300c1bd1df3fbbdee40249d5936bf560029526623b127a3';
 * const transaction = await getTransactionById(client, { txID });
 * transaction?.contractType; // => 'TransferContract'
 * ```
 */
export async function getTransactionById(
  client: NodeClient,
  args: { readonly txID: string },
  options?: ReadStateOptions,
): Promise<ChainTransaction | undefined> {
  const txID = hexArgument('txID', args.txID, { bytes: 32 });
  const { answer, source, isEmpty } = await queryNode(
    client,
    {
      path: PATH,
      body: { value: txID },
      schema: chainTransactionSchema,
      texts: {
        isDoubtful: isDoubtfulTransaction,
      },
    },
    options,
  );
  if (isEmpty) return undefined;
  expectEqual(source, 'txID', { actual: answer.txID, requested: txID });
  return readChainTransaction(answer);
}
