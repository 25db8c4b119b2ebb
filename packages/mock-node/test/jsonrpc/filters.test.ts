import { describe, expect, test } from 'vitest';
import { createMockNode, type MockNode } from '../../src/index.ts';
import { callRpc, loggingContract, logWord, rpcResult, sendRpc, wordOf } from '../support/json-rpc.ts';

interface Log {
  readonly blockNumber: string;
  readonly removed: boolean;
  readonly topics: readonly string[];
  readonly transactionHash: string;
}

const createNode = (): MockNode => createMockNode({ contracts: [loggingContract], solidityLag: 20 });
const changes = <T>(node: MockNode, filter: string) => rpcResult<readonly T[]>(node, 'eth_getFilterChanges', [filter]);
const newFilter = (node: MockNode, query: object = {}) => rpcResult<string>(node, 'eth_newFilter', [query]);
const words = (logs: readonly Log[]): readonly string[] =>
  logs.map(({ topics: [topic = ''], removed }) => `${removed ? '-' : ''}${Number(topic)}`);
const topic = (word: number): string => `0x${wordOf(word)}`;
const notFound = { code: -32_000, message: 'filter not found', data: '{}' };

const MINUTES = 60_000;

describe('a filter', () => {
  test('for blocks returns the ids of the blocks since it was last asked', async () => {
    const node = createNode();
    const filter = await rpcResult<string>(node, 'eth_newBlockFilter');
    expect(await changes(node, filter)).toEqual([]);
    node.mine(2);
    const head = await rpcResult<{ hash: string; parentHash: string }>(node, 'eth_getBlockByNumber', ['latest', false]);
    expect(await changes(node, filter)).toEqual([head.parentHash, head.hash]);
    expect(await changes(node, filter)).toEqual([]);
  });

  test('for logs returns each matching log once, and the full range from eth_getFilterLogs', async () => {
    const node = createNode();
    await logWord(node, 1);
    const filter = await newFilter(node, { fromBlock: 'earliest', topics: [[topic(1), topic(3)]] });
    for (const word of [2, 3, 1]) await logWord(node, word);
    expect(words(await changes<Log>(node, filter))).toEqual(['3', '1']);
    expect(await changes(node, filter)).toEqual([]);
    expect(words(await rpcResult<readonly Log[]>(node, 'eth_getFilterLogs', [filter]))).toEqual(['1', '3', '1']);
  });

  test('ignores blocks after its last one', async () => {
    const node = createNode();
    const head = Number(await rpcResult(node, 'eth_blockNumber'));
    const filter = await newFilter(node, { toBlock: `0x${(head + 1).toString(16)}` });
    await logWord(node, 1);
    await logWord(node, 2);
    expect(words(await changes<Log>(node, filter))).toEqual(['1']);
  });

  test('is gone when it was uninstalled', async () => {
    const node = createNode();
    const filter = await newFilter(node);
    expect(await rpcResult(node, 'eth_uninstallFilter', [filter.slice(2)])).toBe(true);
    expect((await callRpc(node, 'eth_uninstallFilter', [filter])).error).toEqual(notFound);
    expect((await callRpc(node, 'eth_getFilterChanges', [filter])).error).toEqual(notFound);
  });

  test('ends with a block more than five minutes after its last use', async () => {
    const node = createNode();
    const [asked, unasked] = [await rpcResult(node, 'eth_newBlockFilter'), await rpcResult(node, 'eth_newBlockFilter')];
    node.advanceTime(4 * MINUTES);
    expect(await changes(node, asked as string)).toEqual([]);
    node.advanceTime(4 * MINUTES);
    // No block has come.
    expect((await callRpc(node, 'eth_getFilterLogs', [unasked])).error).toEqual(notFound);
    node.mine();
    expect(await changes(node, asked as string)).toHaveLength(1);
    expect((await callRpc(node, 'eth_getFilterChanges', [unasked])).error).toEqual(notFound);
  });

  test('for logs outlives empty blocks, and ends with a block that has transactions', async () => {
    const node = createNode();
    const filter = await newFilter(node);
    node.advanceTime(6 * MINUTES);
    node.mine();
    expect(await rpcResult(node, 'eth_getFilterLogs', [filter])).toEqual([]);
    await logWord(node, 1);
    expect((await callRpc(node, 'eth_getFilterLogs', [filter])).error).toEqual(notFound);
  });

  test('for logs reports logs that a fork drops, newest block first', async () => {
    const node = createNode();
    const filter = await newFilter(node);
    await logWord(node, 1);
    await logWord(node, 2);
    expect(words(await changes<Log>(node, filter))).toEqual(['1', '2']);
    node.reorganize({ blocks: 2, transactions: 'dropped' });
    await logWord(node, 3);
    expect(words(await changes<Log>(node, filter))).toEqual(['-2', '-1', '3']);
  });

  test('is not part of a snapshot or a dump', async () => {
    const node = createNode();
    const before = node.dump();
    const snapshot = node.snapshot();
    const filter = await newFilter(node);
    expect(node.dump()).toBe(before);
    await logWord(node, 1);
    expect(words(await changes<Log>(node, filter))).toEqual(['1']);
    node.revert(snapshot);
    await logWord(node, 2);
    expect(words(await changes<Log>(node, filter))).toEqual(['-1', '2']);
  });

  test('has the same id on a node with the same history', async () => {
    expect(await newFilter(createNode())).toBe(await newFilter(createNode()));
  });

  test('can be created while there are fewer than 20,000 for logs, and 50,000 for blocks', async () => {
    const node = createNode();
    const request = { jsonrpc: '2.0', id: 1, method: 'eth_newFilter', params: [{}] };
    const batch = JSON.stringify(Array.from({ length: 100 }, () => request));
    for (let sent = 0; sent < 200; sent++) expect(await sendRpc(node, batch)).not.toContain('error');
    const full = { code: -32_005, message: 'exceed max log filters: 20000, try again later', data: '{}' };
    expect((await callRpc(node, 'eth_newFilter', [{}])).error).toEqual(full);
    expect(await callRpc(node, 'eth_newBlockFilter')).toHaveProperty('result');
    node.advanceTime(6 * MINUTES);
    await logWord(node, 1);
    expect(await callRpc(node, 'eth_newFilter', [{}])).toHaveProperty('result');
  });
});
