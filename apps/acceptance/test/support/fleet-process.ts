// One process of a fleet. It handles the commands of its parent, one message at a time.
// Real time: the processes of a fleet run beside each other, over sockets.
import { createFeePlanner } from '@coin/fee/planner';
import { createNodeClient, http, getNowBlock, createRateLimit } from '@coin/rpc';
import { createEnergySource } from '@coin/rpc/energy-source';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { createRedisPlanStore } from './redis-plan-store.ts';

/** A command for a process of the fleet. */
export type FleetCommand =
  /** Plans a call of each contract at network time `now`. */
  | { readonly kind: 'plan'; readonly owner: string; readonly contracts: readonly string[]; readonly now: number }
  /** Requests the head block `times` times, under a rate limit that the whole fleet shares. */
  | { readonly kind: 'request'; readonly times: number; readonly perSecond: number };

/** The reply of a process to a command. */
export interface FleetReply {
  /** Fee limits in small units, one for each contract. */
  readonly feeLimits?: readonly string[];
  /** The times of the requests, in milliseconds since 1970. */
  readonly requestedAt?: readonly number[];
  readonly error?: string;
}

const [url = '', redisUrl = ''] = process.argv.slice(2);
/**
 * Time passes this many times more slowly for the planners: the lease of the one that reads lasts 50 s instead of 5 s,
 * which is enough for 64 processes on a busy machine.
 */
const SLOWDOWN = 10;
const { store, redis } = createRedisPlanStore(redisUrl, SLOWDOWN);
let now = 0;
const clock = {
  now: () => now,
  sleep: (ms: number) => new Promise<void>((done) => void setTimeout(done, ms * SLOWDOWN)),
};
const planner = createFeePlanner({
  source: createEnergySource(createNodeClient({ transport: http(url, { timeoutMs: 60_000 }) })),
  cache: store,
  clock,
  network: 'acceptance',
});

async function handleCommand(command: FleetCommand): Promise<FleetReply> {
  if (command.kind === 'plan') {
    ({ now } = command);
    const plans = await Promise.all(
      command.contracts.map((contract) =>
        planner.plan({ owner: command.owner, contract, data: '' }, { method: 'across-cycle' }),
      ),
    );
    return { feeLimits: plans.map(({ feeLimit }) => String(feeLimit)) };
  }
  const requestedAt: number[] = [];
  const limiter = new RateLimiterRedis({
    storeClient: await redis.getClient(),
    useRedisPackage: true,
    points: command.perSecond,
    duration: 1,
  });
  const client = createNodeClient({
    transport: http(url, {
      timeoutMs: 60_000,
      limits: [createRateLimit({ store: limiter, key: 'node' })],
      hooks: { request: () => void requestedAt.push(Date.now()) },
    }),
  });
  await Promise.all(Array.from({ length: command.times }, () => getNowBlock(client)));
  return { requestedAt };
}

process.on('message', (command: FleetCommand) => {
  handleCommand(command).then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.send?.('ready');
