import { type AbortSignalLike } from '@coin/units';
import { outlineSchema, readOutline } from '../answers/block-outline.ts';
import {
  argumentInvalid,
  arrayArgument,
  clientArgument,
  integerArgument,
  readArgument,
  strictArgument,
} from '../encoding/arguments.ts';
import { RpcError, type NodeReply } from '../errors.ts';
import { checkCallOptions, retriesOption, timeOption } from '../transport/call-options.ts';
import { sleepBy } from '../transport/clock.ts';
import { onAbort } from '../transport/on-abort.ts';
import { queryNode } from '../transport/query-node.ts';
import { canonicalText } from '../transport/same-answer.ts';
import { type NodeClient } from '../transport/transport.ts';

/** Options of {@link agree}. */
export interface AgreeOptions {
  /** The number of clients that must read the same value: 2 up to all. */
  readonly atLeast: number;
  /** The state that the reads see, unless they choose one; `head` by default. */
  readonly state?: 'head' | 'solid';
  /** The most blocks that agreeing nodes may be apart; 20 by default. */
  readonly maxLagBlocks?: number;
  /** The number of times that all clients read again while too few agree; 3 by default. */
  readonly retries?: number;
  /** Pause before they read again, in milliseconds; by default the block interval, 3000. */
  readonly retryDelayMs?: number;
  readonly signal?: AbortSignalLike;
}

/** A value that enough nodes agree on. */
export interface Agreement<T> {
  readonly value: T;
  /** The lowest of the newest blocks of the nodes that agree. */
  readonly blockNumber: number;
  /** The value of each client that has answered, in the order of the answers. */
  readonly replies: readonly NodeReply[];
}

interface Reply<T> {
  readonly endpoint: string;
  readonly value?: T;
  readonly key?: string;
  readonly number?: number;
  readonly blockID?: string;
  readonly error?: unknown;
}

/** The number and id of a node's newest block, without its transactions. */
async function newestBlock(client: NodeClient): Promise<{ number: number; blockID: string }> {
  const query = { path: '/wallet/getblock', body: { detail: false }, schema: outlineSchema, visible: false } as const;
  const { answer, source } = await queryNode(client, query);
  return readOutline(source, answer);
}

async function replyOf<T>(client: NodeClient, read: (client: NodeClient) => T | Promise<T>): Promise<Reply<T>> {
  const { endpoint } = client;
  try {
    const value = await read(client);
    const { number, blockID } = await newestBlock(client);
    return { endpoint, value, key: canonicalText(value), number, blockID };
  } catch (error) {
    return { endpoint, error };
  }
}

interface Limits {
  readonly atLeast: number;
  readonly maxLagBlocks: number;
}

/** Replies that are equal, on one chain and not too many blocks apart; undefined if there are too few. */
function agreeing<T>(replies: readonly Reply<T>[], { atLeast, maxLagBlocks }: Limits): readonly Reply<T>[] | undefined {
  return replies
    .flatMap(({ key, number: top, blockID: topID }) => {
      if (key === undefined || top === undefined) return [];
      const group = replies.filter(({ key: other, number = -1, blockID }) => {
        const isNear = number <= top && number >= top - maxLagBlocks;
        return other === key && isNear && (number !== top || blockID === topID);
      });
      return [group];
    })
    .find((group) => group.length >= atLeast);
}

const reported = <T>(replies: readonly Reply<T>[], group: readonly Reply<T>[] = []): NodeReply[] =>
  replies.map((reply) => {
    const { endpoint, value, number, error } = reply;
    if (number === undefined) return { endpoint, status: 'failed', error };
    return { endpoint, status: group.includes(reply) ? 'agrees' : 'differs', value, blockNumber: number };
  });

/** The client with a state for reads that choose none, and a signal that ends them. */
const boundClient = (client: NodeClient, state: 'head' | 'solid', signal: AbortSignal): NodeClient =>
  readArgument('an item of clients', client, () => ({
    clock: client.clock,
    ...(client.maxLifeMs !== undefined && { maxLifeMs: client.maxLifeMs }),
    endpoint: client.endpoint,
    request: (path, body, options) => client.request(path, body, { state, signal, ...options }),
  }));

/** Asks all clients at the same time, until enough agree or all have answered. */
async function round<T>(
  clients: readonly NodeClient[],
  read: (client: NodeClient) => T | Promise<T>,
  limits: Limits,
): Promise<{ replies: readonly Reply<T>[]; group?: readonly Reply<T>[] | undefined }> {
  const replies: Reply<T>[] = [];
  return new Promise((resolve) => {
    const ask = async (client: NodeClient): Promise<void> => {
      replies.push(await replyOf(client, read));
      const group = agreeing(replies, limits);
      if (group !== undefined || replies.length === clients.length) resolve({ replies: [...replies], group });
    };
    for (const client of clients) void ask(client);
  });
}

/**
 * Reads a value from several nodes, and returns it once enough of them agree. Differences come as data.
 *
 * All clients read at the same time. It does not wait for slow ones once enough agree. While too few agree, all of them
 * read again: nodes that are a block apart soon agree. The values may be of any type that the functions of this package
 * return.
 *
 * Source: docs/protocol/checked-answers.md, Agreement.
 *
 * @param clients - clients of nodes that are independent of each other, at least 2
 * @param read - any read, as `(client) => getBalance(client, { address })`
 * @param options - `atLeast`; `state`, `maxLagBlocks`, `retries`, `retryDelayMs`, `signal`
 * @throws `NODES_DISAGREE` with all replies when too few agree; `ARGUMENT_INVALID`; `ABORTED`
 *
 * @example
 * ```ts
 * import { createNodeClient, getBurnedCoin } from '@coin/rpc';
 * import { agree } from '@coin/rpc/proof';
 *
 * const clients = ['a', 'b', 'c'].map((name) => createNodeClient({ transport: `http://${name}.example:8090` }));
 * const { value } = await agree(clients, (client) => getBurnedCoin(client), { atLeast: 2 });
 * typeof value; // => 'bigint'
 * ```
 */
export async function agree<T>(
  clients: readonly NodeClient[],
  read: (client: NodeClient) => T | Promise<T>,
  options: AgreeOptions,
): Promise<Agreement<T>> {
  const list = arrayArgument('clients', clients).map((client) => clientArgument(client));
  if (list.length < 2) throw argumentInvalid('clients', clients, 'a list of at least two clients');
  if (typeof read !== 'function') throw argumentInvalid('read', read, 'a function');
  const {
    atLeast,
    state = 'head',
    maxLagBlocks = 20,
    retries = 3,
    retryDelayMs = 3000,
    signal,
  } = strictArgument('options', options, ['atLeast', 'state', 'maxLagBlocks', 'retries', 'retryDelayMs', 'signal']);
  integerArgument('atLeast', atLeast, { min: 2, max: list.length });
  integerArgument('maxLagBlocks', maxLagBlocks);
  retriesOption(retries);
  timeOption('retryDelayMs', retryDelayMs, 0);
  checkCallOptions({ state, ...(signal && { signal }) });
  const path = 'agreement';
  for (let number = 0; ; number++) {
    const controller = new AbortController();
    const stopListening = onAbort(signal, (reason) => controller.abort(reason));
    const bound = list.map((client) => boundClient(client, state, controller.signal));
    const { replies, group } = await round(bound, read, { atLeast, maxLagBlocks });
    stopListening();
    if (signal?.aborted === true) throw new RpcError('ABORTED', { path }, { cause: signal.reason });
    controller.abort();
    if (group !== undefined) {
      const blockNumber = Math.min(...group.map((reply) => reply.number ?? 0));
      return { value: group[0]?.value as T, blockNumber, replies: reported(replies, group) };
    }
    if (number >= retries) {
      const reason = `Fewer than ${atLeast} of ${list.length} nodes agree.`;
      throw new RpcError('NODES_DISAGREE', { path, atLeast, reason, replies: reported(replies) });
    }
    await sleepBy((bound[0] as NodeClient).clock, { ms: retryDelayMs, path, signal });
  }
}
