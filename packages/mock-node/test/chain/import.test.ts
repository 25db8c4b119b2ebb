import { describe, expect, test } from 'vitest';
import { createMockNode, isMockNodeError, type MockNode } from '../../src/index.ts';
import { post } from '../support/post.ts';
import { readRecordedChain, type RecordedBlock } from '../support/recorded-chain.ts';

const { network, blocks } = readRecordedChain('mainnet-fast-1');
const textOf = (number: number): string => blocks.at(number)?.text ?? '';

/** A node whose head is the block before the first one with transactions. */
function nodeBefore({ number }: { readonly number: number }): MockNode {
  const node = createMockNode({ network });
  for (let earlier = 1; earlier < number; earlier++) node.importBlock(textOf(earlier));
  return node;
}

const first = firstWithTransactions();
const { text } = first;

function firstWithTransactions(): RecordedBlock {
  const block = blocks.find(({ infos }) => infos.length > 0);
  if (block === undefined) throw new Error('the recorded chain has no transactions');
  return block;
}

/** Blocks that do not fit the chain, and the error of each. */
const invalidBlocks: readonly (readonly [part: string, block: string, error: RegExp])[] = [
  ['its parent', text.replace(/"parentHash":"0{15}/, '"parentHash":"1'.padEnd(29, '0')), /its parent is/],
  ['its number', textOf(first.number + 1), /the head is block/],
  ['its root', text.replace(/"txTrieRoot":"..../, '"txTrieRoot":"0000'), /txTrieRoot/],
  ['its time', text.replace(/"timestamp":(\d+)\}/, '"timestamp":1}'), /does not fit the schedule/],
  ['its witness', text.replace(/"witness_address":"41..../, '"witness_address":"410000'), /is not a witness/],
  ['its signature', text.replace(/"witness_signature":"..../, '"witness_signature":"0000'), /signature/],
  ['a transaction', text.replaceAll('"contractRet":"SUCCESS"', '"contractRet":"REVERT"'), /txTrieRoot/],
  ['everything', '{}', /block_header/],
];

describe('a block of another node', () => {
  test.each(invalidBlocks)('is rejected without effect when it is invalid in %s', (_, block, error) => {
    const node = nodeBefore(first);
    const before = node.dump();
    expect(() => node.importBlock(block)).toThrow(error);
    expect(node.dump()).toBe(before);
    node.importBlock(text);
  });

  test('is rejected with a code and its number', () => {
    const node = nodeBefore(first);
    const number = first.number + 1;
    let error: unknown;
    try {
      node.importBlock(textOf(number));
    } catch (thrown) {
      error = thrown;
    }
    expect(isMockNodeError(error, 'BLOCK_INVALID') && error.context.number).toBe(number);
  });

  test("replaces a node's opening blocks, but not blocks mined since", () => {
    const untouched = createMockNode({ network });
    untouched.importBlock(textOf(1));
    const used = createMockNode({ network });
    used.mine();
    expect(() => used.importBlock(textOf(1))).toThrow(/the head is block 3/);
  });

  test('leaves the opening blocks in place when it is rejected', () => {
    const node = createMockNode({ network });
    const before = node.dump();
    expect(() => node.importBlock(textOf(1).replace(/"txTrieRoot":"..../, '"txTrieRoot":"ffff'))).toThrow(/txTrieRoot/);
    expect(node.dump()).toBe(before);
  });

  test('can come from another mock node', async () => {
    const [producer, follower] = [createMockNode(), createMockNode()];
    producer.mine(3);
    for (let num = 1; num <= 5; num++) {
      follower.importBlock(JSON.stringify(await post(producer, '/wallet/getblockbynum', { num })));
    }
    expect(await post(follower, '/wallet/getnowblock', {})).toEqual(await post(producer, '/wallet/getnowblock', {}));
  });
});
