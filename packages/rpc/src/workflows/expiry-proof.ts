import { type TransactionInfo } from '../answers/transaction-info.ts';
import { getNowBlock } from '../endpoints/get-now-block.ts';
import { getTransactionInfoById, type GetTransactionInfoArgs } from '../endpoints/get-transaction-info-by-id.ts';
import { RpcError } from '../errors.ts';
import { type CallOptions, type NodeClient, type ReadStateOptions } from '../transport/node-client.ts';

/**
 * How far the solid block must be past the expiration. A block includes a transaction only if the block before it is
 * older than the expiration, so that any margin is more than the network needs; it is for nodes behind one address that
 * lag behind each other.
 */
export const EXPIRY_MARGIN_MS = 60_000;

/**
 * How often a look asks for the solid block. One address may stand for several back ends, and the absence of a
 * transaction proves something only of one whose own solid block is past the expiration: of up to so many that answer
 * in a fixed round, each is asked.
 */
const SOLID_BLOCK_READS = 4;

/**
 * Looks for a transaction that may have expired. A look finds its info, or nothing yet; it throws `TRANSACTION_EXPIRED`
 * once two looks in a row, of which the second saw a later solid block, have found it neither in the head state nor in
 * the solid one, and no solid block that is not past the expiration.
 *
 * It is wrong only where back ends of one address lag by more than their solid state and the margin, and answer all
 * infos of two looks but none of their eight solid blocks.
 * Source: docs/protocol/checked-answers.md, Expiry.
 */
export function createExpiryProof(
  client: NodeClient,
  query: GetTransactionInfoArgs,
  expiration: number,
): (options: CallOptions & Required<Pick<ReadStateOptions, 'state'>>) => Promise<TransactionInfo | undefined> {
  /** Number of the solid block of the first look that did not find it. */
  let firstAbsence: number | undefined;

  return async ({ state, ...options }) => {
    const endpoints = new Set<string>();
    const observed: NodeClient = {
      clock: client.clock,
      endpoint: client.endpoint,
      async request(...request) {
        const answer = await client.request(...request);
        endpoints.add(answer.endpoint);
        return answer;
      },
    };
    const solid = { ...options, state: 'solid' } as const;
    let [number, solidTime] = [0, 0];
    for (let read = 0; read < SOLID_BLOCK_READS; read++) {
      ({ number, time: solidTime } = await getNowBlock(observed, solid));
      if (solidTime >= expiration + EXPIRY_MARGIN_MS) continue;
      // Where an earlier look found a later block, one of them was answered by a back end that lags.
      firstAbsence = undefined;
      return undefined;
    }
    // The two requests follow each other, so that two nodes which answer in turn are both asked.
    const head = await getTransactionInfoById(observed, query, { ...options, state: 'head' });
    const info = await getTransactionInfoById(observed, query, solid);
    if (head !== undefined || info !== undefined) {
      firstAbsence = undefined;
      return state === 'solid' ? info : (head ?? info);
    }
    // One endpoint's absence says nothing beside another one's solid block.
    if (endpoints.size > 1) return undefined;
    if (firstAbsence !== undefined && number > firstAbsence)
      throw new RpcError(
        'TRANSACTION_EXPIRED',
        { txID: query.txID, expiration, solidTime },
        { endpoint: [...endpoints][0] },
      );
    firstAbsence ??= number;
    return undefined;
  };
}
