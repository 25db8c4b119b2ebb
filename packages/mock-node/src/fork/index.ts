import { rejectUnusable } from '../errors.ts';
import { type ForkOptions } from './fork-options.ts';
import { openForkedNode, type ForkedNode } from './open-forked-node.ts';

export type { ForkConsistency } from './consistency.ts';
export type { ForkOptions } from './fork-options.ts';
export type { ForkProgress } from './progress.ts';
export type { ForkCache } from './upstream/cache.ts';
export type { ForkBody, ForkFetch } from './upstream/fetch.ts';
export type { Asynchronous, ForkedNode } from './open-forked-node.ts';

/**
 * Starts a node from a live network's newest state: chain parameters, head block and time, witnesses.
 *
 * Accounts, contracts, code, energy state and storage are read when they are first needed. Each is read once and kept,
 * because a node only answers with the state of its newest block.
 *
 * @param options - the network's URLs, a cache, how to read
 * @throws MockNodeError `ARGUMENT_INVALID`, `FORK_CACHE_FAILED`, `FORK_UNREADABLE`.
 * @example
 * ```ts
 * import { createMockNode } from '@coin/mock-node';
 * import { forkMockNode } from '@coin/mock-node/fork';
 *
 * const live = createMockNode(); // stands for a network
 * const fork = await forkMockNode({ url: 'http://live.example', fetch: (url, init) => live.fetch(url, init) });
 * const { address } = live.accounts[0];
 * await fork.setBalance(address, 5_000_000n);
 * const answer = await fork.fetch('http://node/wallet/getaccount', {
 *   method: 'POST',
 *   body: JSON.stringify({ address, visible: true }),
 * });
 * (await answer.json()).balance; // => 5000000
 * ```
 */
export function forkMockNode(options: ForkOptions): Promise<ForkedNode> {
  return rejectUnusable('options', async () =>
    openForkedNode(options, { jsonRpcUrl: 'the option jsonRpcUrl', cache: 'the option cache' }),
  );
}
