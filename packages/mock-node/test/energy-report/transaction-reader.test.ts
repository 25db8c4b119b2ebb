import { createTransactionReader } from '@coin/mock-node/energy-report';
import { expect, test } from 'vitest';
import { createMockNode } from '../../src/index.ts';
import { forkOf } from '../support/fork-upstream.ts';

const CREATION = { bytecode: '60006000f3' };

test('lists the contract transactions of new blocks once, oldest first', async () => {
  const node = createMockNode();
  await node.deploy(CREATION);
  const newTransactions = createTransactionReader(node);
  expect(newTransactions()).toEqual([]);
  node.mine(2);
  const ids = [(await node.deploy(CREATION)).txID, (await node.deploy(CREATION)).txID];
  expect(newTransactions()).toEqual(ids);
  expect(newTransactions()).toEqual([]);
});

test('lists a block again that a reverted node made again', async () => {
  const node = createMockNode();
  const newTransactions = createTransactionReader(node);
  const start = node.snapshot();
  const { txID } = await node.deploy(CREATION);
  expect(newTransactions()).toEqual([txID]);
  node.revert(start);
  expect(newTransactions()).toEqual([]);
  expect((await node.deploy(CREATION)).txID).toBe(txID);
  expect(newTransactions()).toEqual([txID]);
});

test('reads a fork, and rejects an object that is not a node', async () => {
  const upstream = createMockNode();
  const fork = await forkOf(upstream);
  const newTransactions = createTransactionReader(fork);
  const { txID } = await fork.deploy({ ...CREATION, owner: upstream.accounts[0].address });
  expect(newTransactions()).toEqual([txID]);
  expect(() => createTransactionReader({} as never)).toThrow(
    'Invalid node "an object": it must be a node made by createMockNode',
  );
});
