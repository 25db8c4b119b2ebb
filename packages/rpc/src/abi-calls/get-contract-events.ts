import { type Abi } from '@coin/units';
import { type AbiEvent } from '../abi/abi-types.ts';
import { decodeLogs } from '../abi/decode-logs.ts';
import { toAddress } from '../address/address.ts';
import { type BlockOutline } from '../answers/block-outline.ts';
import { type ContractLog } from '../contract/execution-trace.ts';
import { integerArgument, rejectUnknown } from '../encoding/arguments.ts';
import { getNewestOutline, getOutlines } from '../endpoints/block-outlines.ts';
import { getTransactionInfos } from '../endpoints/get-transaction-infos.ts';
import { checkCallOptions, READ_STATE_OPTIONS } from '../transport/call-options.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';
import { eventMatcher } from './event-filter.ts';

/** The events of an ABI by name. */
export type EventName<A extends Abi> = AbiEvent<A>['eventName'];

/** The contract, the event and the range of blocks to search. */
export interface GetContractEventsArgs<A extends Abi, N extends EventName<A>> {
  /** The contract's ABI, `as const` or from `parseAbi`. */
  readonly abi: A;
  /** The contract: base58check or 41-hex. */
  readonly address: string;
  /** Only events of this name; all events of the ABI by default. */
  readonly eventName?: N;
  /** Only events whose parameters have these values; an indexed string, array or tuple is its hash. */
  readonly args?: Partial<Extract<AbiEvent<A>, { readonly eventName: N }>['args']>;
  /** The first block's number. */
  readonly fromBlock: number;
  /** The last block's number; the newest block by default. */
  readonly toBlock?: number;
}

/** An event, and where it was emitted. */
export type ContractEvent<A extends Abi, N = EventName<A>> = ContractLog &
  Extract<AbiEvent<A>, { readonly eventName: N }> & {
    readonly blockNumber: number;
    /** Milliseconds since 1970. */
    readonly blockTime: number;
    readonly txID: string;
    /** The log's place in its transaction, from 0. */
    readonly index: number;
  };

/** The number of blocks that one request reads. The node's limit is 100. */
const BATCH = 100;

const CALLS = new Set(['TriggerSmartContract', 'CreateSmartContract']);

/** The transactions of a block can have logs only if one of them runs code. */
const mayHaveLogs = ({ transactions }: BlockOutline): boolean =>
  transactions.some(({ contractType }) => CALLS.has(contractType));

/**
 * Reads the events that a contract emitted in a range of blocks, oldest first. A node has no index of events: one
 * request reads 100 blocks, and each block with a contract call takes one more. To follow the chain, use `watchBlocks` with
 * `decodeLogs`.
 *
 * Source: docs/protocol/contract-calls.md, Receipt and TransactionInfo.
 *
 * @param args - `eventName` and `args` to return only some events; `fromBlock` and `toBlock`: block numbers, both included; blocks that the chain does not have yet are left out
 * @param options - `state: 'solid'` to read only up to the newest solid block, which no fork can undo
 * @throws `ARGUMENT_INVALID`, `ADDRESS_INVALID`; `RESPONSE_INVALID` when infos and blocks do not match; transport's
 * codes
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
  rejectUnknown(args as GetContractEventsArgs<Abi, string>, [
    'abi',
    'address',
    'eventName',
    'args',
    'fromBlock',
    'toBlock',
  ]);
  checkCallOptions(options, READ_STATE_OPTIONS);
  const { abi, ...given } = args;
  const address = toAddress(given.address);
  const fromBlock = integerArgument('fromBlock', given.fromBlock);
  const matches = eventMatcher(abi, args);
  const last = given.toBlock ?? (await getNewestOutline(client, options)).number;
  const toBlock = given.toBlock === undefined ? last : integerArgument('toBlock', last, { min: fromBlock });
  const events: ContractEvent<A, N>[] = [];
  for (let next = fromBlock; next <= toBlock; next += BATCH) {
    const blocks = await getOutlines(
      client,
      { fromBlock: next, toBlock: Math.min(next + BATCH - 1, toBlock) },
      options,
    );
    for (const { number, time, transactions } of blocks.filter(mayHaveLogs)) {
      const infos = await getTransactionInfos(client, { number, time, transactions }, options);
      for (const { txID, logs } of infos) {
        for (const [index, log] of decodeLogs({ abi, logs }).entries()) {
          if (log.address !== address || log.eventName === undefined || !matches(log)) continue;
          events.push({ ...log, blockNumber: number, blockTime: time, txID, index } as ContractEvent<A, N>);
        }
      }
    }
    if (blocks.length < BATCH && next + blocks.length <= toBlock) break;
  }
  return events;
}
