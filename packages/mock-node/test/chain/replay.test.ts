import { describe, expect, test } from 'vitest';
import { createMockNode, type MockNode } from '../../src/index.ts';
import { parseExactly, readRecordedChain, recordedChains, type Probe } from '../support/recorded-chain.ts';

async function ask(node: MockNode, path: string, body: object = {}): Promise<unknown> {
  const answer = await node.fetch(`http://node${path}`, { method: 'POST', body: JSON.stringify(body) });
  return parseExactly(await answer.text());
}

interface ConstantAnswer {
  readonly transaction?: Readonly<Record<string, unknown>> & { readonly raw_data?: object };
  readonly constant_result?: unknown;
  readonly logs?: readonly object[];
  readonly internal_transactions?: readonly object[];
}

const without = (object: object | undefined, ...keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(object ?? {}).filter(([key]) => !keys.includes(key)));

/**
 * An answer without its parts that differ from run to run: the transaction of a constant call has the machine's time,
 * so that its timestamp and everything derived from its id differ; witnesses are listed in the order of a hash table.
 */
function comparable({ path, body }: Probe, answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  if (path.endsWith('/listwitnesses')) {
    const { witnesses } = answer as { readonly witnesses: readonly { readonly address: string }[] };
    return witnesses.toSorted((a, b) => (a.address < b.address ? -1 : 1));
  }
  if (!path.endsWith('/triggerconstantcontract')) return answer;
  const { transaction, constant_result, logs, internal_transactions, ...rest } = answer as ConstantAnswer;
  const selector = body?.['function_selector'];
  const createsContract = typeof selector === 'string' && selector.startsWith('make(');
  return {
    ...rest,
    transaction: {
      ...without(transaction, 'txID', 'raw_data_hex'),
      raw_data: without(transaction?.raw_data, 'timestamp'),
    },
    constant_result: createsContract ? undefined : constant_result,
    logs: logs?.map((log) => (createsContract ? without(log, 'data') : log)),
    internal_transactions: internal_transactions?.map((internal) =>
      without(internal, 'hash', ...(createsContract ? ['transferTo_address'] : [])),
    ),
  };
}

describe('replaying the chain of a real node', () => {
  test.each(recordedChains)('%s gives the same blocks, infos and answers', { timeout: 120_000 }, async (name) => {
    const { network, blocks, probes } = readRecordedChain(name);
    const node = createMockNode({ network });
    for (const { number, text, block, infos } of blocks) {
      if (number > 0) node.importBlock(text);
      expect(await ask(node, '/wallet/getblockbynum', { num: number })).toEqual(block);
      if (infos.length > 0) {
        expect(await ask(node, '/wallet/gettransactioninfobyblocknum', { num: number })).toEqual(infos);
      }
      for (const probe of probes.get(number) ?? []) {
        const expected = comparable(probe, parseExactly(probe.answer));
        const actual = comparable(probe, await ask(node, probe.path, probe.body));
        expect(actual, `head ${number}: ${probe.path} ${JSON.stringify(probe.body)}`).toEqual(expected);
      }
    }
  });
});
