import { describe, expect, test } from 'vitest';
import { createMockNode, type MockNode } from '../../src/index.ts';
import { comparable } from '../support/comparable-answer.ts';
import { parseExactly, readRecordedChain, recordedChains, type Probe } from '../support/recorded-chain.ts';

async function ask(node: MockNode, { path, body = {}, method = 'POST', type, raw }: Question): Promise<Asked> {
  const answer = await node.fetch(`http://node${path}`, {
    method,
    ...(method === 'POST' && { body: typeof raw === 'string' ? raw : JSON.stringify(body) }),
    ...(type !== undefined && { headers: { 'content-type': type } }),
  });
  return { status: answer.status, answer: parseExactly(await answer.text()) };
}

type Question = Omit<Probe, 'head' | 'answer' | 'response'>;

interface Asked {
  readonly status: number;
  readonly answer: unknown;
}

describe('replaying the chain of a real node', () => {
  test.each(recordedChains)('%s gives the same blocks, infos and answers', { timeout: 120_000 }, async (name) => {
    const { network, blocks, probes } = readRecordedChain(name);
    const node = createMockNode({ network });
    for (const { number, text, block, infos } of blocks) {
      if (number > 0) node.importBlock(text);
      const body = { num: number };
      expect((await ask(node, { path: '/wallet/getblockbynum', body })).answer).toEqual(block);
      if (infos.length > 0) {
        const { answer } = await ask(node, { path: '/wallet/gettransactioninfobyblocknum', body });
        expect(answer).toEqual(infos);
      }
      for (const probe of probes.get(number) ?? []) {
        const { answer, response = { status: 200 }, ...question } = probe;
        const actual = await ask(node, question);
        expect(
          { status: actual.status, answer: comparable(probe, actual.answer) },
          `head ${number}: ${JSON.stringify(question)}`,
        ).toEqual({ status: response.status, answer: comparable(probe, parseExactly(answer)) });
      }
    }
  });
});
