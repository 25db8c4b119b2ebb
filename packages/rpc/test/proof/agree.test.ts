import { createNodeClient, custom, getBalance, isRpcError, type NodeClient } from '@coin/rpc';
import { agree, type AgreeOptions } from '@coin/rpc/proof';
import { describe, expect, test } from 'vitest';
import { clockAt } from '../support/clock-at.ts';
import { JUDY } from '../support/judy.ts';
import { outcomeOf } from '../support/outcome.ts';
import { recorded, RECORDED_AT } from '../support/recordings.ts';

interface Node {
  readonly balance?: bigint;
  readonly number?: number;
  readonly fork?: string;
  readonly paths?: string[];
  readonly isSilent?: boolean;
}

const account = recorded('account.visible').answer;

function clientOf(
  { balance = 5n, number = 100, fork = 'a', paths = [], isSilent = false }: Node,
  name: string,
): NodeClient {
  const request = async ({ path, signal }: { path: string; signal: AbortSignal }): Promise<string> => {
    paths.push(path);
    if (isSilent)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    if (path.endsWith('/getaccount')) return account.replace('1000000000000000', String(balance));
    const blockID = number.toString(16).padStart(16, '0') + fork.repeat(48);
    return `{"blockID":"${blockID}","block_header":{"raw_data":{"number":${number},"parentHash":"${blockID}"}}}`;
  };
  const transport = custom({ request }, { name, retries: 0 });
  const sleep = async () => {};
  return createNodeClient({ transport, clock: { ...clockAt(RECORDED_AT), sleep } });
}

const ask = (nodes: readonly Node[], options: Partial<AgreeOptions> = {}) =>
  agree(
    nodes.map((node, index) => clientOf(node, `node ${index}`)),
    (client) => getBalance(client, { address: JUDY }),
    { atLeast: 2, retries: 1, ...options },
  );

describe('agree', () => {
  test.each<[string, readonly Node[]]>([
    ['all agree', [{}, {}, {}]],
    ['one lies', [{ balance: 9n }, {}, {}]],
    ['one is silent', [{ isSilent: true }, {}, {}]],
    ['one is behind', [{ balance: 4n, number: 20 }, {}, {}]],
    ['nodes with the same value are a few blocks apart', [{ number: 100 }, { number: 95 }, { balance: 9n }]],
  ])('returns the value where %s', async (_, nodes) => {
    expect((await ask(nodes)).value).toBe(5n);
  });

  test.each<[string, readonly Node[]]>([
    ['all differ', [{ balance: 1n }, { balance: 2n }, { balance: 3n }]],
    ['the only equal ones are too far apart', [{ number: 100 }, { number: 79 }, { balance: 9n }]],
    ['the only equal ones are on different forks', [{ fork: 'b' }, {}, { balance: 9n }]],
  ])('throws NODES_DISAGREE where %s', async (_, nodes) => {
    expect(await outcomeOf(ask(nodes))).toBe('NODES_DISAGREE');
  });

  test('gives the differences as data', async () => {
    const { replies, blockNumber } = await ask([{ balance: 9n }, { number: 99 }, {}], { atLeast: 2 });
    expect(blockNumber).toBe(99);
    expect(replies).toContainEqual({ endpoint: 'node 1', status: 'agrees', value: 5n, blockNumber: 99 });
    expect(replies.filter(({ status }) => status === 'agrees')).toHaveLength(2);
    const error = await ask([{ balance: 9n }, {}], { retries: 0 }).catch((thrown: unknown) => thrown);
    if (!isRpcError(error, 'NODES_DISAGREE')) throw error;
    expect(error.context.replies.map(({ status, value }) => ({ status, value }))).toEqual([
      { status: 'differs', value: 9n },
      { status: 'differs', value: 5n },
    ]);
  });

  test('reads the requested state', async () => {
    const paths: string[] = [];
    await ask([{ paths }, { paths }], { state: 'solid' });
    expect(new Set(paths)).toEqual(new Set(['/walletsolidity/getaccount', '/walletsolidity/getblock']));
  });

  test('reads again as often as it is told to', async () => {
    const paths: string[] = [];
    await outcomeOf(ask([{ paths }, { balance: 9n }], { retries: 2 }));
    expect(paths.filter((path) => path.endsWith('/getaccount'))).toHaveLength(3);
  });

  test('ends with ABORTED when its signal aborts', async () => {
    const controller = new AbortController();
    const outcome = outcomeOf(ask([{ isSilent: true }, { isSilent: true }], { signal: controller.signal }));
    controller.abort();
    expect(await outcome).toBe('ABORTED');
  });

  test.each<[string, Partial<AgreeOptions>]>([
    ['atLeast', { atLeast: 1 }],
    ['atLeast', { atLeast: 4 }],
    ['maxLagBlocks', { maxLagBlocks: -1 }],
    ['retries', { retries: -1 }],
    ['atleast', { atleast: 2 } as never],
  ])('rejects a wrong %s', async (argument, options) => {
    await expect(ask([{}, {}, {}], options)).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: { argument },
    });
  });
});
