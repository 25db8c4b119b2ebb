import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createMockNode, serve } from '@coin/mock-node';
import { toAddress } from '@coin/rpc/address';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FleetAnswer, FleetOrder } from './support/fleet-process.ts';
import { startRedis, type RedisServer } from './support/redis-server.ts';

const PROCESSES = 64;
// Stores a word where none was, which costs 20,000 energy.
const code = '600160005500';
const contracts = ['0a', '0b', '0c'].map((byte) => toAddress(`41${byte.repeat(20)}`));
const node = createMockNode({ contracts: contracts.map((address) => ({ address, code, energyFactor: 3_400n })) });
const owner = node.accounts[0]?.address ?? '';
let redis: RedisServer;
let served: Awaited<ReturnType<typeof serve>>;
let fleet: readonly ChildProcess[] = [];

beforeAll(async () => {
  [redis, served] = await Promise.all([startRedis(), serve(node)]);
  fleet = Array.from({ length: PROCESSES }, () =>
    fork(new URL('./support/fleet-process.ts', import.meta.url), [served.url, redis.url], { execArgv: [] }),
  );
  await Promise.all(fleet.map((child) => once(child, 'message')));
});

afterAll(async () => {
  for (const child of fleet) child.kill();
  await Promise.all([redis[Symbol.asyncDispose](), served.close()]);
});

/** Tells all of them the same at once; their answers. */
async function tell(children: readonly ChildProcess[], order: FleetOrder): Promise<readonly FleetAnswer[]> {
  const answers = children.map(async (child) => {
    const answered = once(child, 'message');
    child.send(order);
    const [answer] = (await answered) as [FleetAnswer];
    return answer;
  });
  return Promise.all(answers);
}

/** Requests that the node got since the last look, by path, and of contracts' states by contract. */
function requests() {
  const { entries } = node.requests;
  const counts: Record<string, number> = {};
  for (const { path, body } of entries) {
    const contract = path.endsWith('/getcontractinfo') ? ` ${(JSON.parse(body) as { value: string }).value}` : '';
    counts[path + contract] = (counts[path + contract] ?? 0) + 1;
  }
  node.requests.reset();
  return counts;
}

test('64 processes that share a Redis ask for parameters and for each contract once a maintenance cycle', async () => {
  const plan = () => tell(fleet, { kind: 'plan', owner, contracts, now: node.now() });
  const planAll = async () => {
    node.requests.reset();
    const answers = await plan();
    expect(answers.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(new Set(answers.map(({ feeLimits }) => feeLimits?.join())).size).toBe(1);
    const counted = requests();
    const states = Object.entries(counted).filter(([path]) => path.includes('/getcontractinfo'));
    return { answers, counted, states };
  };

  const first = await planAll();
  expect(first.states.map(([, count]) => count)).toEqual([1, 1, 1]);
  expect(first.counted).toMatchObject({
    '/wallet/getchainparameters': 1,
    '/wallet/getnextmaintenancetime': 1,
    '/wallet/listproposals': 1,
  });
  // What depends on the call is asked by everybody: the estimate, and what the caller can pay with.
  expect(first.counted['/wallet/triggerconstantcontract']).toBe(PROCESSES * contracts.length);

  const again = await planAll();
  expect(again.states).toEqual([]);
  expect(again.counted['/wallet/getchainparameters']).toBeUndefined();

  node.advanceCycle();
  const next = await planAll();
  expect(next.states.map(([, count]) => count)).toEqual([1, 1, 1]);
  expect(next.counted).toMatchObject({ '/wallet/getchainparameters': 1, '/wallet/getnextmaintenancetime': 1 });
  // The factors of contracts that rested have fallen, and everybody knows.
  expect(Number(next.answers[0]?.feeLimits?.[0])).toBeLessThan(Number(first.answers[0]?.feeLimits?.[0]));
});

test('a rate limit in Redis holds for all processes together', async () => {
  const perSecond = 20;
  const answers = await tell(fleet.slice(0, 8), { kind: 'ask', times: 10, perSecond });
  expect(answers.filter(({ error }) => error !== undefined)).toEqual([]);
  const askedAt = answers.flatMap(({ askedAt: times = [] }) => times).toSorted((a, b) => a - b);
  expect(askedAt).toHaveLength(80);
  // The limiter counts in windows of a second, so that no second meets more than two of them.
  for (const [i, at] of askedAt.entries()) expect((askedAt[i + 2 * perSecond] ?? Infinity) - at).toBeGreaterThan(900);
  expect((askedAt.at(-1) ?? 0) - (askedAt[0] ?? 0)).toBeGreaterThan(2_500);
});
