export { forkMockNode } from './fork-mock-node.ts';
export type { Asynchronous, ForkedNode } from './fork-mock-node.ts';
export type { ForkConsistency } from './consistency.ts';
export type { ForkOptions } from './fork-options.ts';
export type { ForkProgress } from './progress.ts';
export type { ForkCache } from './upstream/fork-cache.ts';
