import { describe, expect, test } from 'vitest';
import { createMockNode } from '../../src/index.ts';
import { callRpc, loggingContract, logWord, rpcResult } from '../support/json-rpc.ts';

const hex = (value: number): string => `0x${value.toString(16)}`;
const topic = `0x${'77'.repeat(32)}`;

describe('a query of logs', () => {
  const node = createMockNode({ contracts: [loggingContract] });
  const getLogs = async (query: object) => (await callRpc(node, 'eth_getLogs', [query])).error?.message;

  test('spans at most 5,000 blocks after its first one', async () => {
    await logWord(node, 1);
    node.mine(5010);
    const head = Number(await rpcResult(node, 'eth_blockNumber'));
    const tooWide = 'exceed max block range: 5000';
    expect(await getLogs({ fromBlock: hex(head - 5000), toBlock: hex(head) })).toBeUndefined();
    expect(await getLogs({ fromBlock: hex(head - 5001), toBlock: hex(head) })).toBe(tooWide);
    expect(await getLogs({ fromBlock: hex(head - 5001), toBlock: 'latest' })).toBe(tooWide);
    expect(await getLogs({ fromBlock: 'earliest' })).toBe(tooWide);
    // Only blocks that exist count.
    expect(await getLogs({ fromBlock: hex(head - 5000), toBlock: hex(head + 5000) })).toBeUndefined();
    expect(await getLogs({ fromBlock: hex(0), toBlock: hex(5000) })).toBeUndefined();
    expect(await getLogs({ fromBlock: hex(0), toBlock: hex(5001) })).toBe(tooWide);
    // A filter has no such limit.
    expect((await callRpc(node, 'eth_newFilter', [{ fromBlock: hex(0) }])).error).toBeUndefined();
  });

  test('has at most four positions of topics, and 1,000 topics at each', async () => {
    expect(await getLogs({ topics: Array.from({ length: 4 }, () => topic) })).toBeUndefined();
    expect(await getLogs({ topics: Array.from({ length: 5 }, () => null) })).toBe('topics size should be <= 4');
    expect(await getLogs({ topics: [Array.from({ length: 1000 }, () => topic)] })).toBeUndefined();
    expect(await getLogs({ topics: [null, Array.from({ length: 1001 }, () => topic)] })).toBe(
      'exceed max topics: 1000',
    );
  });

  test('has a first block that is not after its last one', async () => {
    const reversed = 'please verify: fromBlock <= toBlock';
    expect(await getLogs({ fromBlock: hex(2), toBlock: hex(1) })).toBe(reversed);
    expect(await getLogs({ fromBlock: hex(2), toBlock: hex(2) })).toBeUndefined();
    expect(await getLogs({ fromBlock: 'latest', toBlock: hex(1) })).toBe(reversed);
  });

  test('has the id of a block or a range, but not both', async () => {
    const { hash } = await rpcResult<{ hash: string }>(node, 'eth_getBlockByNumber', ['latest', false]);
    const both = 'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other';
    expect(await getLogs({ blockHash: hash })).toBeUndefined();
    expect(await getLogs({ blockHash: hash, fromBlock: hex(1) })).toBe(both);
    expect(await getLogs({ blockHash: hash, toBlock: hex(1) })).toBe(both);
    expect(await getLogs({ blockHash: topic })).toBe('invalid blockHash');
  });
});

describe('an answer', () => {
  const tooMany = { code: -32_005, message: 'query returned more than 10000 results' };
  const LOGS = 200;

  test('searches fewer than 10,000 blocks if every block may match', async () => {
    const node = createMockNode();
    node.mine(9998 - Number(await rpcResult(node, 'eth_blockNumber')));
    const filter = await rpcResult<string>(node, 'eth_newFilter', [{ fromBlock: hex(0) }]);
    expect(await rpcResult(node, 'eth_getFilterLogs', [filter])).toEqual([]);
    node.mine();
    expect((await callRpc(node, 'eth_getFilterLogs', [filter])).error).toMatchObject(tooMany);
  });

  test('has at most 10,000 logs', async () => {
    const code = `${'60006000a0'.repeat(LOGS)}00`;
    const node = createMockNode({ contracts: [{ ...loggingContract, code }] });
    for (let sent = 0; sent < 10_000 / LOGS; sent++) await logWord(node, sent);
    expect(await rpcResult(node, 'eth_getLogs', [{ fromBlock: hex(0) }])).toHaveLength(10_000);
    await logWord(node, 10_000);
    expect((await callRpc(node, 'eth_getLogs', [{ fromBlock: hex(0) }])).error).toMatchObject(tooMany);
  });
});
