import { describe, expect, test } from 'vitest';
import { type WorkBudget } from '../../src/chain/work-budget.ts';
import { httpApiOf } from '../../src/http/server/http-api-of.ts';
import { TRIAL_WORK } from '../../src/http/server/turns.ts';
import { createMockNode, type PresetNode } from '../../src/index.ts';
import { type NodeRequest } from '../../src/message/request.ts';

const LOOP = `41${'c0'.repeat(20)}`;
const LOGGER = `41${'c1'.repeat(20)}`;
/** Two trials; a served node has a hundred and fifty. */
const BUDGET = 2 * TRIAL_WORK;
/** One more block, one more contract that has run, one more entry of a batch. */
const OVERSHOOT = BUDGET / 20;

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const rpc = (method: string, ...params: readonly unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params });
const address = (hex: string): string => `0x${hex.slice(2)}`;
const loopCall = { from: address(LOOP), to: address(LOOP), data: '0x' };
const call = { owner_address: LOOP, contract_address: LOOP, data: '00' };
const traced = { owner: LOOP, contract: LOOP, data: '' };
const post = (path: string, body: unknown): NodeRequest => ({
  method: 'POST',
  path,
  query: '',
  contentType: 'application/json',
  body: JSON.stringify(body),
});

/** Requests that would take long without a budget. Those before them are not counted. */
interface Hostile {
  readonly before?: readonly NodeRequest[];
  readonly request: NodeRequest;
  /** In its answer, which says that it was cut short. */
  readonly words?: RegExp;
}

const TIMEOUT = /CPU timeout for '\w+' operation executing/;
const timeoutInHex = new RegExp(Buffer.from('CPU timeout for').toString('hex'));
const REFUSED = /lack of computing resources/;
const mined = post('/admin/mine', { count: 200 });
const logs = rpc('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' });

const hostile: Readonly<Record<string, Hostile>> = {
  'an endless call': { request: post('/wallet/triggerconstantcontract', call), words: timeoutInHex },
  'an endless estimate': { request: post('/wallet/estimateenergy', call), words: timeoutInHex },
  'a batch of endless calls': {
    request: post(
      '/jsonrpc',
      many(100, () => rpc('eth_call', loopCall, 'latest')),
    ),
    words: TIMEOUT,
  },
  'a batch of endless estimates': {
    request: post(
      '/jsonrpc',
      many(100, () => rpc('eth_estimateGas', loopCall)),
    ),
    words: TIMEOUT,
  },
  'a nested batch of endless calls': {
    request: post(
      '/jsonrpc',
      many(10, () => many(10, () => rpc('eth_call', loopCall, 'latest'))),
    ),
    words: TIMEOUT,
  },
  'a trace of an endless call': { request: post('/admin/tracecall', traced), words: TIMEOUT },
  'a trace of an endless call with its details': {
    request: post('/admin/tracecall', { ...traced, details: ['stack', 'memory', 'storage'], maxSteps: 10 }),
    words: TIMEOUT,
  },
  'a batch of log queries': {
    before: [mined],
    request: post(
      '/jsonrpc',
      many(400, () => logs),
    ),
    words: REFUSED,
  },
  'a batch of blocks': {
    before: [mined],
    request: post(
      '/jsonrpc',
      many(2_500, () => rpc('eth_getBlockByNumber', '0x1', true)),
    ),
    words: REFUSED,
  },
  'a batch of nothing': {
    request: post(
      '/jsonrpc',
      many(2_500, () => rpc('eth_chainId')),
    ),
    words: REFUSED,
  },
  'a batch of numbers': {
    request: post(
      '/jsonrpc',
      many(20_000, () => 1),
    ),
    words: REFUSED,
  },
  'a long body for an endpoint': {
    request: post(
      '/wallet/getaccount',
      many(40_000, () => 1),
    ),
    words: REFUSED,
  },
  'a long body for a control': {
    request: post(
      '/admin/mine',
      many(40_000, () => 1),
    ),
    words: REFUSED,
  },
  'a deployment with a long ABI': {
    request: post('/admin/deploy', { bytecode: '00', abi: many(2_000, () => ({ type: 'fallback' })) }),
    words: REFUSED,
  },
  'a deployment whose constructor never ends': {
    request: post('/admin/deploy', { bytecode: '5b600056' }),
    words: /OUT_OF_TIME/,
  },
  'many blocks to make': { request: post('/admin/mine', { count: 10_000 }), words: REFUSED },
  'a time far away': {
    request: post('/admin/mineuntil', { time: Date.parse('2026-01-01T08:00:00Z') }),
    words: REFUSED,
  },
};

const openNode = (): PresetNode =>
  createMockNode({
    workLimit: BUDGET,
    contracts: [
      { address: LOOP, code: '5b600056' },
      { address: LOGGER, code: '60015f5fa1' },
    ],
  });

interface Answered {
  readonly body: string;
  /** Work of each turn: a trial, and another one where that was over. */
  readonly turns: readonly number[];
}

/** Answers a request as a server does, by a trial first. */
async function answer(node: PresetNode, request: NodeRequest, isTried = true): Promise<Answered> {
  const turns: number[] = [];
  const delivery = await httpApiOf(node).deliver(request, undefined, async (run) => {
    const attempt = async (budget: WorkBudget) => {
      const { left } = budget;
      try {
        return await run(budget);
      } finally {
        turns.push(left - budget.left);
      }
    };
    if (isTried) {
      try {
        return await attempt({ left: TRIAL_WORK, isTrial: true });
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'TrialOverError') throw error;
      }
    }
    return attempt({ left: BUDGET, isTrial: false });
  });
  if (delivery.kind !== 'whole') throw new Error(`the answer is ${delivery.kind}`);
  return { body: delivery.response.body, turns };
}

describe.each(Object.entries(hostile))('%s', (_, { before = [], request, words }) => {
  const prepare = async (): Promise<PresetNode> => {
    const node = openNode();
    for (const one of before) await answer(node, one);
    return node;
  };

  test('takes a trial and at most the budget of one request', async () => {
    const { body, turns } = await answer(await prepare(), request);
    const [trial = 0, long = 0] = turns;
    expect(turns).toHaveLength(2);
    expect(trial).toBeLessThanOrEqual(TRIAL_WORK + OVERSHOOT);
    expect(long).toBeLessThanOrEqual(BUDGET + OVERSHOOT);
    if (words !== undefined) expect(body).toMatch(words);
  });

  test('has the answer and the effects that it has without a trial', async () => {
    const [tried, untried] = [await prepare(), await prepare()];
    const [one, other] = [await answer(tried, request), await answer(untried, request, false)];
    expect(one.body).toBe(other.body);
    expect(tried.dump()).toBe(untried.dump());
  });
});

test('answers every entry of a batch, each within the budget left by the earlier ones', async () => {
  const node = openNode();
  const { body } = await answer(
    node,
    post('/jsonrpc', [rpc('eth_chainId'), ...many(50, () => rpc('eth_call', loopCall, 'latest'))]),
  );
  const answers = JSON.parse(body) as readonly {
    readonly result?: string;
    readonly error?: { readonly message: string };
  }[];
  expect(answers).toHaveLength(51);
  expect(answers[0]?.result).toMatch(/^0x/);
  for (const { error } of answers.slice(1)) expect(error?.message).toMatch(/CPU timeout|lack of computing/);
});

describe('filters', () => {
  const create = many(500, () => rpc('eth_newBlockFilter'));

  test('take the same work each within a tenth, for any number of them', async () => {
    const node = createMockNode();
    const work: number[] = [];
    for (let batch = 0; batch < 8; batch++) {
      const { turns } = await answer(node, post('/jsonrpc', create));
      work.push(turns.at(-1) ?? 0);
    }
    // Now and then they are looked through.
    expect(Math.max(...work)).toBeLessThanOrEqual(1.1 * Math.min(...work));
  });

  test('are limited in number', async () => {
    const node = createMockNode({ workLimit: 'unlimited' });
    const newFilters = async (count: number, method: string, ...params: unknown[]) => {
      const body = JSON.stringify(many(count, () => rpc(method, ...params)));
      const answers = await node.fetch('http://node/jsonrpc', { method: 'POST', body });
      return ((await answers.json()) as { readonly error?: unknown; readonly result?: string }[]).at(-1);
    };
    const full = (kind: string, most: number) => ({
      error: { code: -32_005, message: `exceed max ${kind} filters: ${most}, try again later`, data: '{}' },
    });
    expect(await newFilters(20_000, 'eth_newFilter', {})).toHaveProperty('result');
    expect(await newFilters(1, 'eth_newFilter', {})).toMatchObject(full('log', 20_000));
    expect(await newFilters(1, 'eth_newBlockFilter')).toHaveProperty('result');
    node.placeContract({ address: LOGGER, code: '60015f5fa1' });
    node.advanceTime(6 * 60_000);
    await node.deploy({ bytecode: '00' });
    expect(await newFilters(1, 'eth_newFilter', {})).toHaveProperty('result');
  });
});
