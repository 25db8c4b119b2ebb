import { type Abi } from '@coin/units';
import { rejectUnknown } from '../encoding/arguments.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { type NodeClient } from '../transport/transport.ts';
import { type BlockCursor } from '../workflows/block-cursor.ts';
import { watchBlocks, type BlockEvent, type WatchBlocksOptions } from '../workflows/watch-blocks.ts';
import {
  eventReader,
  FILTER_NAMES,
  type ContractEvent,
  type ContractEventFilter,
  type EventName,
} from './event-filter.ts';

/** The contract, the event and the blocks to follow. */
export interface WatchContractEventArgs<
  A extends Abi,
  N extends EventName<A>,
  State extends 'head' | 'solid' = 'head' | 'solid',
> extends ContractEventFilter<A, N> {
  /** `solid` returns only events that no fork can undo; `head` returns them as soon as the node has their block. */
  readonly state: State;
  /** Number of the first block, or the cursor after which to continue; by default the newest block is the first. */
  readonly fromBlock?: number | BlockCursor;
}

/** The events of a block that joined the chain, or that a fork dropped. */
export interface WatchedEvents<A extends Abi, N = EventName<A>, State extends 'head' | 'solid' = 'head' | 'solid'> {
  /** `dropped`: the block is no longer in the chain. Remove what you stored with its `blockID`. */
  readonly kind: 'block' | (State extends 'head' ? 'dropped' : never);
  readonly number: number;
  readonly blockID: string;
  /**
   * In order; empty if the block has none. Of a dropped block, the events that this watcher has reported: none if it
   * reported the block before it was started again.
   */
  readonly events: readonly ContractEvent<A, N>[];
  /** Continues after this block, or before a dropped one. Store it with the events. */
  readonly cursor: BlockCursor;
}

/** The number of blocks whose events are kept. `watchBlocks` drops at most that many, the newest first. */
const MAX_KEPT = 64;

async function* report<A extends Abi, N extends EventName<A>>(
  blocks: AsyncIterable<BlockEvent<'head' | 'solid', true>>,
  readEvents: ReturnType<typeof eventReader<A, N>>,
): AsyncGenerator<WatchedEvents<A, N>, undefined> {
  const kept: ContractEvent<A, N>[][] = [];
  for await (const event of blocks) {
    const { kind, cursor } = event;
    if (kind === 'dropped') {
      const { number, blockID } = event;
      yield { kind, number, blockID, events: kept.pop() ?? [], cursor };
    } else {
      const { number, blockID } = event.block;
      const events = readEvents(event.block, event.infos);
      kept.push(events);
      if (kept.length > MAX_KEPT) kept.shift();
      yield { kind, number, blockID, events, cursor };
    }
  }
}

/**
 * Follows a contract's events block by block, without skipping or repeating one. In the head state it also reports the
 * blocks that a fork drops, newest first, with the events that are undone. A block without events has an empty list, so
 * a stored cursor never falls behind.
 *
 * It is `watchBlocks` with the filter of `getContractEvents`, and sends one more request for each block with transactions.
 *
 * Source: docs/protocol/blocks.md, Forks; docs/protocol/contract-calls.md, Receipt and TransactionInfo.
 *
 * @param args - `abi`, `address`, `eventName` and `args` of the events; `state`; `fromBlock`: a number or a stored cursor
 * @param options - `signal`, `pollMs`, `batchSize`, `maxOutageMs`; `timeoutMs` and `retries` of each request
 * @throws `ARGUMENT_INVALID`, `ADDRESS_INVALID`; while you iterate: the codes of `watchBlocks`
 *
 * @example
 * ```ts
 * import { createNodeClient } from '@coin/rpc';
 * import { parseAbi, watchContractEvent } from '@coin/rpc/abi';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const filter = {
 *   abi: parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']),
 *   address: 'TU6f9qGifVvKMTFHJSnTwijatVDFRbhr3V',
 *   args: { to: ['TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi'] },
 * } as const;
 * const watching = watchContractEvent(client, { ...filter, state: 'head', fromBlock: 1 }, { batchSize: 2 });
 * for await (const { kind, number, events, cursor } of watching) {
 *   [kind, number, events, cursor.number]; // => ['block', 1, [], 1]
 *   break;
 * }
 * ```
 */
export function watchContractEvent<
  const A extends Abi,
  N extends EventName<A> = EventName<A>,
  State extends 'head' | 'solid' = 'head' | 'solid',
>(
  client: NodeClient,
  args: WatchContractEventArgs<A, N, State>,
  options: WatchBlocksOptions = {},
): AsyncIterableIterator<WatchedEvents<A, N, State>, undefined> {
  rejectUnknown(args as WatchContractEventArgs<Abi, string>, [...FILTER_NAMES, 'state', 'fromBlock']);
  const { state, fromBlock } = args;
  const blocks = watchBlocks(client, { ...omitUndefined({ fromBlock }), state, infos: true }, options);
  return report(blocks, eventReader(args)) as AsyncGenerator<WatchedEvents<A, N, State>, undefined>;
}
