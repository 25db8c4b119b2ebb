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
  return { status: answer.status, text: await answer.text() };
}

type Question = Omit<Probe, 'head' | 'answer' | 'response'>;

interface Asked {
  readonly status: number;
  readonly text: string;
}

/** Compares texts first: most are equal, and parsing all of them takes as long as executing the chain. */
function expectSame(actual: string, expected: string, view: (answer: unknown) => unknown, label: string): void {
  if (actual !== expected) expect(view(parseExactly(actual)), label).toEqual(view(parseExactly(expected)));
}

/** Why java-tron 4.8.2 answers a probe of 4.8.0 in another way; undefined for most. */
function changeOf({ path, answer }: Probe): 'bad JSON' | 'later parameters' | undefined {
  if (answer.includes('class com.alibaba.fastjson.JSONException : ')) return 'bad JSON';
  const isParameters = path === '/wallet/getchainparameters' && !answer.includes('getAllowTvmOsaka');
  return isParameters ? 'later parameters' : undefined;
}

/** The number of such probes, by chain. */
const changed: { readonly [name in (typeof recordedChains)[number]]?: Readonly<Record<string, number>> } = {
  'mainnet-assets-1': { 'bad JSON': 28, 'later parameters': 1 },
  'mainnet-edge-1': { 'later parameters': 1 },
  'mainnet-edge-cxoff-3': { 'later parameters': 1 },
  'mainnet-fast-1': { 'later parameters': 1 },
  'mainnet-fast-3': { 'later parameters': 1 },
  'mainnet-jsonrpc-1': { 'later parameters': 1 },
  'mainnet-three-4': { 'later parameters': 1 },
  'private-assets-3': { 'bad JSON': 28, 'later parameters': 1 },
  'private-fast-2': { 'later parameters': 1 },
};

describe('replaying the chain of a real node', () => {
  test.each(recordedChains)('%s gives the same blocks, infos and answers', async (name) => {
    const { network, blocks, probes } = readRecordedChain(name);
    const node = createMockNode({ network });
    const skipped: Record<string, number> = {};
    for (const { number, text, infos } of blocks) {
      if (number > 0) node.importBlock(text);
      const body = { num: number };
      const printed = await ask(node, { path: '/wallet/getblockbynum', body });
      expectSame(printed.text.trimEnd(), text, (answer) => answer, `block ${number}`);
      if (infos.length > 0) {
        const { text: printedInfos } = await ask(node, { path: '/wallet/gettransactioninfobyblocknum', body });
        expect(parseExactly(printedInfos)).toEqual(infos);
      }
      for (const probe of probes.get(number) ?? []) {
        const change = changeOf(probe);
        if (change !== undefined) {
          skipped[change] = (skipped[change] ?? 0) + 1;
          continue;
        }
        const { answer, response = { status: 200 }, ...question } = probe;
        const actual = await ask(node, question);
        const label = `head ${number}: ${JSON.stringify(question)}`;
        expect(actual.status, label).toBe(response.status);
        expectSame(actual.text, answer, (parsed) => comparable(probe, parsed), label);
      }
    }
    expect(skipped).toEqual(changed[name] ?? {});
  });
});
