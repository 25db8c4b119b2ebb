import { expect, type TestAPI } from 'vitest';
import { matchers, type NodeMatchers } from './matchers.ts';
import { createNodeTest, type NodeFixtures } from './node-test.ts';

declare module 'vitest' {
  // oxlint-disable-next-line no-unused-vars -- an interface is merged with one of the same parameters
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends NodeMatchers {}
}

expect.extend(matchers);

/** `createNodeTest` with a node of the preset `spec`. It is vitest's function and fails with vitest's errors. */
export const test: TestAPI<NodeFixtures> = createNodeTest();

export { createNodeTest } from './node-test.ts';
export type { NodeFixtureOptions, NodeFixtures } from './node-test.ts';
export type { NodeMatchers } from './matchers.ts';
