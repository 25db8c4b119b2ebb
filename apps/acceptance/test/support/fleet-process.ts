// One process of a fleet. What it is told to do comes from its parent, one message at a time.
import { createFeePlanner } from '@coin/fee/planner';
import { createNodeClient, getNowBlock, rateLimit } from '@coin/rpc';
import { energySource } from '@coin/rpc/energy-source';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { createRedisPlanStore } from './redis-plan-store.ts';

/** What a fleet's process is told. */
export type FleetOrder =
  /** Plans a call of each contract at that time of the network. */
  | { readonly kind: 'plan'; readonly owner: string; readonly contracts: readonly string[]; readonly now: number }
  /** Asks for the head block so often, no faster than the fleet may ask in all. */
  | { readonly kind: 'ask'; readonly times: number; readonly perSecond: number };

/** What it answers. */
export interface FleetAnswer {
  /** Fee limits in small units, one a contract. */
  readonly feeLimits?: readonly string[];
  /** When it asked, milliseconds since 1970. */
  readonly askedAt?: readonly number[];
  readonly error?: string;
}

const [url = '', redisUrl = ''] = process.argv.slice(2);
const { store, redis } = createRedisPlanStore(redisUrl);
let now = 0;
const clock = { now: () => now, sleep: (ms: number) => new Promise((done) => setTimeout(done, ms)) };
const planner = createFeePlanner({
  source: energySource(createNodeClient({ endpoints: url, timeoutMs: 60_000 })),
  cache: store,
  clock,
  network: 'acceptance',
});

async function obey(order: FleetOrder): Promise<FleetAnswer> {
  if (order.kind === 'plan') {
    ({ now } = order);
    const plans = await Promise.all(
      order.contracts.map((contract) =>
        planner.plan({ owner: order.owner, contract, data: '' }, { method: 'across-cycle' }),
      ),
    );
    return { feeLimits: plans.map(({ feeLimit }) => String(feeLimit)) };
  }
  const askedAt: number[] = [];
  const limiter = new RateLimiterRedis({
    storeClient: await redis.getClient(),
    useRedisPackage: true,
    points: order.perSecond,
    duration: 1,
  });
  const client = createNodeClient({
    endpoints: url,
    timeoutMs: 60_000,
    limits: [rateLimit({ store: limiter, key: 'node' })],
    hooks: { request: () => void askedAt.push(Date.now()) },
  });
  await Promise.all(Array.from({ length: order.times }, () => getNowBlock(client)));
  return { askedAt };
}

process.on('message', (order: FleetOrder) => {
  obey(order).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.send?.('ready');
