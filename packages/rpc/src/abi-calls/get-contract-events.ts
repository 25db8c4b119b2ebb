import { type Abi } from '@coin/units';
import { type BlockOutline } from '../answers/block-outline.ts';
import { integerArgument, rejectUnknown } from '../encoding/arguments.ts';
import { getNewestOutline, getOutlines } from '../endpoints/block-outlines.ts';
import { getTransactionInfos } from '../endpoints/get-transaction-infos.ts';
import { isRpcError, RpcError } from '../errors.ts';
import { checkCallOptions, READ_STATE_OPTIONS } from '../transport/call-options.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';
import {
  eventReader,
  FILTER_NAMES,
  type ContractEvent,
  type ContractEventFilter,
  type EventName,
} from './event-filter.ts';

/** The contract, the event and the range of blocks to search. */
export interface GetContractEventsArgs<A extends Abi, N extends EventName<A>> extends ContractEventFilter<A, N> {
  /** The first block's number. */
  readonly fromBlock: number;
  /** The last block's number; the newest block by default. */
  readonly toBlock?: number;
}

/** The number of blocks that one request reads. The node's limit is 100. */
const BATCH = 100;
/** How many answers of another fork are followed before the read fails. */
const MAX_FORKS = 5;

const CALLS = new Set(['TriggerSmartContract', 'CreateSmartContract']);

/** The transactions of a block can have logs only if one of them runs code. */
const mayHaveLogs = ({ transactions }: BlockOutline): boolean =>
  transactions.some(({ contractType }) => CALLS.has(contractType));

const contradiction = (number: number, reason: string) =>
  new RpcError('RESPONSE_INVALID', { path: `block ${number}`, field: 'blockID', reason }, { retryable: true });

/**
 * Reads the events that a contract emitted in a range of blocks, oldest first. A node has no index of events: one
 * request reads 100 blocks, and each block with a contract call takes one more. To follow the chain, use
 * `watchContractEvent`.
 *
 * All events are of one chain: blocks that a fork replaces in the meantime are read again.
 *
 * Source: docs/protocol/contract-calls.md, Receipt and TransactionInfo.
 *
 * @param args - `eventName` and `args` to return only some events; `fromBlock` and `toBlock`: block numbers, both
 * included; blocks that the chain does not have yet are left out
 * @param options - `state: 'solid'` to read only up to the newest solid block, which no fork can undo
 * @throws `ARGUMENT_INVALID`, `ADDRESS_INVALID`; `RESPONSE_INVALID` when infos and blocks do not match, or blocks
 * up to the node's newest are missing, several times in a row; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient } from '@coin/rpc';
 * import { getContractEvents, parseAbi } from '@coin/rpc/abi';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * await getContractEvents(client, {
 *   abi: parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']),
 *   address: 'TU6f9qGifVvKMTFHJSnTwijatVDFRbhr3V',
 *   fromBlock: 1,
 *   toBlock: 2,
 * }); // => []
 * ```
 */
export async function getContractEvents<const A extends Abi, N extends EventName<A> = EventName<A>>(
  client: NodeClient,
  args: GetContractEventsArgs<A, N>,
  options: ReadStateOptions = {},
): Promise<ContractEvent<A, N>[]> {
  rejectUnknown(args as GetContractEventsArgs<Abi, string>, [...FILTER_NAMES, 'fromBlock', 'toBlock']);
  checkCallOptions(options, READ_STATE_OPTIONS);
  const fromBlock = integerArgument('fromBlock', args.fromBlock);
  const readEvents = eventReader(args);
  const toBlock =
    args.toBlock === undefined
      ? (await getNewestOutline(client, options)).number
      : integerArgument('toBlock', args.toBlock, { min: fromBlock });

  const readBatch = async (first: number, parentID: string | undefined) => {
    const last = Math.min(first + BATCH - 1, toBlock);
    const blocks = await getOutlines(client, { fromBlock: first, toBlock: last }, options);
    const isComplete = blocks.length === last - first + 1;
    if (!isComplete && args.toBlock === undefined)
      throw contradiction(first + blocks.length, `absent, although the newest is ${toBlock}`);
    const [{ parentBlockID } = { parentBlockID: parentID }] = blocks;
    if (parentID !== undefined && parentBlockID !== parentID) throw contradiction(first, 'of another fork');
    const events: ContractEvent<A, N>[] = [];
    for (const block of blocks.filter(mayHaveLogs))
      events.push(...readEvents(block, await getTransactionInfos(client, block, options)));
    return { lastID: blocks.at(-1)?.blockID, isLast: !isComplete || last === toBlock, events };
  };

  const batches: Awaited<ReturnType<typeof readBatch>>[] = [];
  let forks = 0;
  let isDone = fromBlock > toBlock;
  while (!isDone) {
    try {
      const batch = await readBatch(fromBlock + BATCH * batches.length, batches.at(-1)?.lastID);
      batches.push(batch);
      isDone = batch.isLast;
    } catch (error) {
      if (!isRpcError(error, 'RESPONSE_INVALID') || !error.retryable || ++forks > MAX_FORKS) throw error;
      // A fork may have replaced the blocks before it too.
      batches.pop();
    }
  }
  return batches.flatMap(({ events }) => events);
}
