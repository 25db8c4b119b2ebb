import { type BlockOutline } from '../answers/block-outline.ts';
import { getNewestOutline, getOutline, getOutlines } from '../endpoints/block-outlines.ts';
import { getTransactionInfoById } from '../endpoints/get-transaction-info-by-id.ts';
import { RpcError } from '../errors.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';

/**
 * How far the solid block must be past the expiration before the search for absent infos starts. The protocol needs no
 * margin; this one allows for nodes behind one address that lag behind each other.
 */
const LAG_MS = 60_000;
/** Number of times each request is repeated in a row. It reaches every one of up to this many nodes that take turns. */
export const ROUNDS = 8;
/** Number of blocks searched for another transaction, from each end of the lifetime. */
const SEARCHED_BLOCKS = 1000;
const BATCH = 20;

/** A transaction whose info any node with history has. */
interface Witness {
  readonly txID: string;
  readonly block: number;
}

/** Number of the first block made at or after a time, between one made before it and one made at or after it. */
async function findBlockAt(
  client: NodeClient,
  { time, ...between }: { readonly time: number; readonly older: number; readonly newer: number },
  options: ReadStateOptions,
): Promise<number> {
  let { older, newer } = between;
  while (newer - older > 1) {
    const number = Math.floor((older + newer) / 2);
    const block = await getOutline(client, number, options);
    if (block !== undefined && block.time < time) older = number;
    else newer = number;
  }
  return newer;
}

/** A transaction near one end of the blocks from `first` to before `end`. */
async function findWitness(
  client: NodeClient,
  { first, end, from }: { readonly first: number; readonly end: number; readonly from: 'start' | 'end' },
  options: ReadStateOptions,
): Promise<Witness | undefined> {
  for (let read = 0; read < Math.min(end - first, SEARCHED_BLOCKS); read += BATCH) {
    const start = from === 'start' ? first + read : Math.max(first, end - read - BATCH);
    const blocks = await getOutlines(client, { fromBlock: start, toBlock: Math.min(start + BATCH, end) - 1 }, options);
    for (const { number, transactions } of blocks)
      if (transactions[0] !== undefined) return { txID: transactions[0].txID, block: number };
  }
  return undefined;
}

/**
 * Looks for the info of a transaction that could be in too many blocks to read them all. An absent info counts only if
 * the same endpoint has the infos of other transactions from both ends of the period, because a node without
 * transaction history has none.
 *
 * Each request is repeated several times in a row. This reaches every node behind one address, if at most eight take
 * turns.
 *
 * The returned function says why the search cannot end yet, and throws `TRANSACTION_EXPIRED` when it has ended without
 * finding the transaction.
 */
export function createInfoSearch(
  client: NodeClient,
  { txID, expiration }: { readonly txID: string; readonly expiration: number },
  reference: BlockOutline,
): (options: ReadStateOptions) => Promise<string> {
  let witnesses: readonly Witness[] | undefined;

  /** A transaction from the start of its lifetime and one from the end; fewer if the blocks there have none. */
  const findWitnesses = async (newest: BlockOutline, options: ReadStateOptions): Promise<Witness[]> => {
    const between = { older: reference.number, newer: newest.number };
    const end = (await findBlockAt(client, { time: expiration, ...between }, options)) + 1;
    const range = { first: reference.number + 1, end };
    const early = await findWitness(client, { ...range, from: 'start' }, options);
    const late = await findWitness(client, { ...range, from: 'end' }, options);
    return [early, late].filter((witness) => witness !== undefined);
  };

  return async (options) => {
    const endpoints = new Set<object>();
    const observed: NodeClient = {
      clock: client.clock,
      endpoint: client.endpoint,
      request: async (...request) => {
        const answer = await client.request(...request);
        endpoints.add(answer.source);
        return answer;
      },
    };
    let newest = reference;
    for (let round = 0; round < ROUNDS; round++) {
      newest = await getNewestOutline(observed, options);
      if (newest.time < expiration + LAG_MS) return `the newest solid block was made too early, at ${newest.time} ms`;
    }
    witnesses ??= await findWitnesses(newest, options);
    if (witnesses.length < 2) return 'no other transaction shows whether the node keeps transaction history';
    for (let round = 0; round < ROUNDS; round++)
      if ((await getTransactionInfoById(observed, { txID }, options)) !== undefined)
        return 'its info is in a solid block';
    for (const witness of witnesses)
      for (let round = 0; round < ROUNDS; round++)
        if ((await getTransactionInfoById(observed, { txID: witness.txID }, options)) === undefined)
          return `the node lacks the info of ${witness.txID}, which is in block ${witness.block}`;
    if (endpoints.size > 1) return 'several endpoints have answered';
    throw new RpcError(
      'TRANSACTION_EXPIRED',
      { txID, expiration, solidTime: newest.time },
      { endpoint: client.endpoint },
    );
  };
}
