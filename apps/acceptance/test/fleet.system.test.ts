import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createMockNode, serve } from '@coin/mock-node';
import { toAddress } from '@coin/rpc/address';
import { bundleProcess, type BundledProcess } from '@coin/test-kit/bundle-process';
import { scaled } from '@coin/test-kit/scaled';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FleetCommand, type FleetReply } from './support/fleet-process.ts';
import { startRedis, type RedisServer } from './support/redis-server.ts';

const PROCESSES = Math.min(64, scaled(16));
// Writes to an empty storage slot, which costs 20,000 energy.
const CODE = '600160005500';
const contracts = ['0a', '0b', '0c'].map((byte) => toAddress(`41${byte.repeat(20)}`));
const node = createMockNode({ contracts: contracts.map((address) => ({ address, code: CODE, energyFactor: 3_400n })) });
const owner = node.accounts[0]?.address ?? '';
let redis: RedisServer;
let served: Awaited<ReturnType<typeof serve>>;
let bundle: BundledProcess;
let fleet: readonly ChildProcess[] = [];

beforeAll(async () => {
  const entry = join(import.meta.dirname, 'support/fleet-process.ts');
  [redis, served, bundle] = await Promise.all([startRedis(), serve(node), bundleProcess(entry)]);
  fleet = Array.from({ length: PROCESSES }, () => fork(bundle.file, [served.url, redis.url]));
  await Promise.all(fleet.map((child) => once(child, 'message')));
});

afterAll(async () => {
  for (const child of fleet) child.kill();
  await Promise.all([redis[Symbol.asyncDispose](), served.close(), bundle[Symbol.asyncDispose]()]);
});

/** Sends a command to all processes at the same time and collects their replies. */
async function sendToAll(children: readonly ChildProcess[], command: FleetCommand): Promise<readonly FleetReply[]> {
  const replies = children.map(async (child) => {
    const replied = once(child, 'message');
    child.send(command);
    const [reply] = (await replied) as [FleetReply];
    return reply;
  });
  return Promise.all(replies);
}

/** Counts the requests since the last count, by path; contract states also by contract. */
function countRequests() {
  const { entries } = node.requests;
  const counts: Record<string, number> = {};
  for (const { path, body } of entries) {
    const contract = path.endsWith('/getcontractinfo') ? ` ${(JSON.parse(body) as { value: string }).value}` : '';
    counts[path + contract] = (counts[path + contract] ?? 0) + 1;
  }
  node.requests.reset();
  return counts;
}

test(`${PROCESSES} processes that share a Redis request parameters and each contract state once a maintenance cycle`, async () => {
  const plan = () => sendToAll(fleet, { kind: 'plan', owner, contracts, now: node.now() });
  const planAll = async () => {
    node.requests.reset();
    const replies = await plan();
    expect(replies.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(new Set(replies.map(({ feeLimits }) => feeLimits?.join())).size).toBe(1);
    const counted = countRequests();
    const states = Object.entries(counted).filter(([path]) => path.includes('/getcontractinfo'));
    return { replies, counted, states };
  };

  const first = await planAll();
  expect(first.states.map(([, count]) => count)).toEqual([1, 1, 1]);
  expect(first.counted).toMatchObject({
    '/wallet/getchainparameters': 1,
    '/wallet/getnextmaintenancetime': 1,
    '/wallet/listproposals': 1,
  });
  // Each process makes the reads that depend on the call: the estimate, and the funds of the owner.
  expect(first.counted['/wallet/triggerconstantcontract']).toBe(PROCESSES * contracts.length);

  const second = await planAll();
  expect(second.states).toEqual([]);
  expect(second.counted['/wallet/getchainparameters']).toBeUndefined();

  node.advanceCycle();
  const nextCycle = await planAll();
  expect(nextCycle.states.map(([, count]) => count)).toEqual([1, 1, 1]);
  expect(nextCycle.counted).toMatchObject({ '/wallet/getchainparameters': 1, '/wallet/getnextmaintenancetime': 1 });
  // The factors of unused contracts have fallen, and every process plans with them.
  expect(Number(nextCycle.replies[0]?.feeLimits?.[0])).toBeLessThan(Number(first.replies[0]?.feeLimits?.[0]));
});

test('a rate limit in Redis applies to all processes together', async () => {
  const perSecond = 20;
  const replies = await sendToAll(fleet.slice(0, 8), { kind: 'request', times: 10, perSecond });
  expect(replies.filter(({ error }) => error !== undefined)).toEqual([]);
  const requestedAt = replies.flatMap(({ requestedAt: times = [] }) => times).toSorted((a, b) => a - b);
  expect(requestedAt).toHaveLength(80);
  // The limiter counts in windows of one second, so any second overlaps at most two windows.
  for (const [i, at] of requestedAt.entries())
    expect((requestedAt[i + 2 * perSecond] ?? Infinity) - at).toBeGreaterThan(900);
  expect((requestedAt.at(-1) ?? 0) - (requestedAt[0] ?? 0)).toBeGreaterThan(2_500);
});
