import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createMockNode, isMockNodeError, type MockNode, type Reorganization } from '../../src/index.ts';
import { broadcastSigned } from '../support/broadcast-signed.ts';
import { post } from '../support/post.ts';
import { createWalkNode, networkSetups, startWalk, steps, takeStep } from '../support/walk.ts';

// The head of an idle node becomes solid after three seconds of the machine's clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

interface BlockJson {
  readonly blockID: string;
  readonly block_header: { readonly raw_data: { readonly number?: number; readonly timestamp: number } };
  readonly transactions?: readonly { readonly txID: string }[];
}

const numberOf = (block: BlockJson): number => block.block_header.raw_data.number ?? 0;
const headOf = async (node: MockNode, base = '/wallet') => (await post(node, `${base}/getnowblock`, {})) as BlockJson;
const blockOf = async (node: MockNode, num: number) =>
  (await post(node, '/wallet/getblockbynum', { num })) as BlockJson;
const idsOf = async (node: MockNode): Promise<string[]> => {
  const blocks = Array.from({ length: numberOf(await headOf(node)) + 1 }, (_, number) => blockOf(node, number));
  return (await Promise.all(blocks)).map(({ blockID }) => blockID);
};

const balanceOf = async (node: MockNode, index: number): Promise<number> => {
  const { balance } = (await post(node, '/wallet/getaccount', {
    address: node.accounts[index]?.address,
    visible: true,
  })) as { balance: number };
  return balance;
};

async function transfer(node: MockNode, amount: number): Promise<string> {
  const [from, to] = node.accounts as [MockNode['accounts'][0], MockNode['accounts'][0]];
  const built = (await post(node, '/wallet/createtransaction', {
    owner_address: from.address,
    to_address: to.address,
    amount,
    visible: true,
  })) as { txID: string };
  expect(await broadcastSigned(node, built, from.privateKey)).toMatchObject({ result: true });
  return built.txID;
}

const pendingOf = async (node: MockNode): Promise<readonly string[]> =>
  ((await post(node, '/wallet/gettransactionlistfrompending', {})) as { txId?: string[] }).txId ?? [];

const errorOf = (act: () => void): unknown => {
  try {
    act();
  } catch (error) {
    if (isMockNodeError(error)) return error.shortMessage;
    throw error;
  }
  return 'no error';
};

describe('a reorganization', () => {
  test('replaces the newest blocks with as many others, and no earlier ones', async () => {
    const node = createMockNode({ solidityLag: 10 });
    node.mine(6);
    const before = await idsOf(node);
    node.reorganize({ blocks: 4 });
    const after = await idsOf(node);
    expect(after).toHaveLength(before.length);
    expect(after.slice(0, -4)).toEqual(before.slice(0, -4));
    expect(new Set([...before, ...after]).size).toBe(before.length + 4);
  });

  test('produces the requested number of new blocks, later than the dropped ones', async () => {
    const node = createMockNode({ solidityLag: 10 });
    node.mine(3);
    const [dropped, now] = [await headOf(node), node.now()];
    node.reorganize({ blocks: 2, newBlocks: 5 });
    expect(numberOf(await headOf(node))).toBe(numberOf(dropped) + 3);
    const first = await blockOf(node, numberOf(dropped) - 1);
    expect(first.block_header.raw_data.timestamp).toBeGreaterThan(dropped.block_header.raw_data.timestamp);
    expect(node.now()).toBeGreaterThan(now);
  });

  test.each<[NonNullable<Reorganization['transactions']>, paid: number, pending: number, blockOffset?: number]>([
    ['pending', 12, 2],
    ['included', 12, 0, 1],
    ['dropped', 0, 0],
  ])('leaves transactions of dropped blocks %s', async (transactions, paid, pending, blockOffset) => {
    const node = createMockNode({ solidityLag: 10, mining: { kind: 'manual' } });
    const before = await balanceOf(node, 1);
    const ancestor = numberOf(await headOf(node));
    const txIDs = [await transfer(node, 5)];
    node.mine();
    txIDs.push(await transfer(node, 7));
    node.mine();
    expect(await balanceOf(node, 1)).toBe(before + 12);
    const became = node.reorganize({ blocks: 2, newBlocks: 3, transactions });
    const place = blockOffset === undefined ? {} : { blockNumber: ancestor + blockOffset };
    expect(became).toEqual(txIDs.map((txID) => ({ txID, status: transactions, ...place })));
    expect(await balanceOf(node, 1)).toBe(before + paid);
    expect(await pendingOf(node)).toEqual(txIDs.slice(0, pending));
    const { transactions: included = [] } = await blockOf(node, ancestor + (blockOffset ?? 3));
    expect(included.map(({ txID }) => txID)).toEqual(blockOffset === undefined ? [] : txIDs);
    node.mine();
    expect(await balanceOf(node, 1)).toBe(before + paid);
    expect(await pendingOf(node)).toEqual([]);
  });

  test('keeps the transactions that were pending before', async () => {
    for (const transactions of ['pending', 'included', 'dropped'] as const) {
      const node = createMockNode({ solidityLag: 10, mining: { kind: 'manual' } });
      node.mine();
      const txID = await transfer(node, 5);
      const [{ status } = {}] = node.reorganize({ blocks: 1, transactions });
      expect(status).toBe(transactions === 'included' ? 'included' : 'pending');
      const { transactions: included = [] } = await headOf(node);
      expect([...included.map((transaction) => transaction.txID), ...(await pendingOf(node))]).toEqual([txID]);
    }
  });

  test('reports transactions that can no longer be executed', async () => {
    for (const transactions of ['pending', 'included'] as const) {
      const node = createMockNode({ solidityLag: 10, mining: { kind: 'manual' } });
      const [{ address }] = node.accounts;
      node.setBalance(address, 10n);
      node.mine(2);
      node.setBalance(address, 20_000_000n);
      const txID = await transfer(node, 15);
      node.mine();
      // The dropped blocks had the balance.
      expect(node.reorganize({ blocks: 2, transactions })).toEqual([{ txID, status: 'dropped' }]);
    }
  });

  test('undoes changes that were made on the dropped blocks', async () => {
    const node = createMockNode({ solidityLag: 10 });
    const before = await balanceOf(node, 3);
    node.mine();
    node.setBalance(node.accounts[3]?.address ?? '', 5n);
    node.reorganize({ blocks: 1 });
    expect(await balanceOf(node, 3)).toBe(before);
  });

  test.each<[object, string]>([
    [
      { blocks: 3 },
      'Invalid blocks "3": it must be at most 2: block 10 is solid; set a larger solidityLag to drop more.',
    ],
    [{ blocks: 0 }, 'Invalid blocks "0": it must be an integer of 1 or more.'],
    [{ blocks: 2, newBlocks: 1 }, 'Invalid newBlocks "1": it must be an integer from 2 to 1000000.'],
    [{ blocks: 1, transactions: 'lost' }, 'Invalid transactions "lost": it must be one of included, pending, dropped.'],
    [{ depth: 1 }, 'Unknown option "depth". Use one of blocks, newBlocks, transactions.'],
  ])('%j is rejected and changes nothing', (given, message) => {
    const node = createMockNode({ solidityLag: 2 });
    node.mine(10);
    const before = node.dump();
    expect(errorOf(() => node.reorganize(given as Reorganization))).toBe(message);
    expect(node.dump()).toBe(before);
  });

  test('is rejected if the head is solid', () => {
    const node = createMockNode();
    node.advanceTime(3000);
    expect(errorOf(() => node.reorganize({ blocks: 1 }))).toMatch(
      /^Invalid blocks "1": it must be at most 0: block 2 is/,
    );
  });

  test('works the same through /admin', async () => {
    const [direct, remote] = [createMockNode({ solidityLag: 5 }), createMockNode({ solidityLag: 5 })];
    for (const node of [direct, remote]) node.mine(5);
    const given = { blocks: 2, newBlocks: 3, transactions: 'included' } as const;
    direct.reorganize(given);
    expect(await post(remote, '/admin/reorganize', given)).toEqual({ result: true, transactions: [] });
    expect(remote.dump()).toBe(direct.dump());
    expect(await post(remote, '/admin/reorganize', { blocks: 10 })).toMatchObject({
      result: false,
      code: 'ARGUMENT_INVALID',
    });
    expect(await post(remote, '/admin/reorganize', { blocks: 1, newBlocks: 10_001 })).toMatchObject({ result: false });
  });
});

interface DumpedLedger {
  readonly head: { readonly properties: object; readonly blocks: readonly object[] };
}

/** A follower may take later for solid what the node had taken for it before the fork. */
const comparable = (node: MockNode): unknown => {
  const { head } = JSON.parse(node.dump()) as DumpedLedger;
  const properties = { ...head.properties, solidifiedNumber: 0, flushedNumber: 0 };
  return { ...head, properties, blocks: head.blocks.map((block) => ({ ...block, signature: undefined })) };
};

const forks = fc.record({
  depth: fc.nat(9),
  more: fc.nat(2),
  transactions: fc.constantFrom('included', 'pending', 'dropped'),
});

test('a follower imports any chain, and no solid block changes', async () => {
  let dropped = 0;
  await fc.assert(
    fc.asyncProperty(
      networkSetups,
      fc.array(fc.tuple(steps, forks), { minLength: 1, maxLength: 3 }),
      async (setup, turns) => {
        const producer = createWalkNode(setup);
        const walk = startWalk(producer);
        for (const [list, { depth, more, transactions }] of turns) {
          for (const step of list) await takeStep(walk, step);
          // Its block can be replaced, whatever the steps have left.
          producer.mine();
          const solid = await headOf(producer, '/walletsolidity');
          const replaceable = numberOf(await headOf(producer)) - numberOf(solid);
          if (replaceable === 0) continue;
          const blocks = 1 + (depth % replaceable);
          producer.reorganize({ blocks, newBlocks: blocks + more, transactions });
          dropped += blocks;
          expect(numberOf(await headOf(producer, '/walletsolidity'))).toBeGreaterThanOrEqual(numberOf(solid));
          expect(await blockOf(producer, numberOf(solid))).toEqual(solid);
        }
        const follower = createWalkNode(setup);
        const ids = await idsOf(producer);
        for (let number = 1; number < ids.length; number++)
          follower.importBlock(JSON.stringify(await blockOf(producer, number)));
        expect(comparable(follower)).toEqual(comparable(producer));
      },
    ),
    {
      numRuns: scaled(3),
      // With one witness each block is solid immediately, and none is replaced.
      examples: [[{ preset: 'spec', witnesses: 3 }, [[[], { depth: 0, more: 0, transactions: 'included' }]]]],
    },
  );
  expect(dropped).toBeGreaterThan(0);
});
