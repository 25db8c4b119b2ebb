import { describe, expect, test } from 'vitest';
import { createMockNode, isMockNodeError } from '../../src/index.ts';
import type { MockNode } from '../../src/index.ts';
import { readRecordedChain } from '../support/recorded-chain.ts';
import { post } from '../support/post.ts';

const { network, blocks } = readRecordedChain('mainnet-fast-1');
const first = blocks.find(({ infos }) => infos.length > 0)!;
const textOf = (number: number): string => blocks.at(number)?.text ?? '';

/** A node whose head is the block before the first one with transactions. */
function nodeBefore({ number }: { readonly number: number }): MockNode {
  const node = createMockNode({ network });
  for (let earlier = 1; earlier < number; earlier++) node.importBlock(textOf(earlier));
  return node;
}

const { text } = first;

/** What does not fit, and what is said of it. */
const misfits: readonly (readonly [what: string, block: string, reason: RegExp])[] = [
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
  test.each(misfits)('is refused where %s does not fit, and leaves no trace', (_, block, reason) => {
    const node = nodeBefore(first);
    const before = node.dump();
    expect(() => node.importBlock(block)).toThrow(reason);
    expect(node.dump()).toBe(before);
    node.importBlock(text);
  });

  test('is refused with a code', () => {
    const node = nodeBefore(first);
    const refusal = (): unknown => {
      try {
        return node.importBlock(textOf(first.number + 1));
      } catch (error) {
        return error;
      }
    };
    const error = refusal();
    expect(isMockNodeError(error, 'INVALID_BLOCK') && error.context.number).toBe(first.number + 1);
  });

  test('replaces the blocks that a node opens with, but none that somebody asked for', () => {
    const untouched = createMockNode({ network });
    untouched.importBlock(textOf(1));
    const used = createMockNode({ network });
    used.mine();
    expect(() => used.importBlock(textOf(1))).toThrow(/the head is block 3/);
  });

  test('that is refused does not cost a node the blocks that it opened with', () => {
    const node = createMockNode({ network });
    const before = node.dump();
    expect(() => node.importBlock(textOf(1).replace(/"txTrieRoot":"..../, '"txTrieRoot":"ffff'))).toThrow(/txTrieRoot/);
    expect(node.dump()).toBe(before);
  });

  test('goes from one mock node to another', async () => {
    const [producer, follower] = [createMockNode(), createMockNode()];
    producer.mine(3);
    for (let num = 1; num <= 5; num++) {
      follower.importBlock(JSON.stringify(await post(producer, '/wallet/getblockbynum', { num })));
    }
    expect(await post(follower, '/wallet/getnowblock', {})).toEqual(await post(producer, '/wallet/getnowblock', {}));
  });
});
