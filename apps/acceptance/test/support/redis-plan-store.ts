import { type PlanStore } from '@coin/fee/planner';
import KeyvRedis from '@keyv/redis';

/**
 * A connection to Redis through Keyv's adapter, and a plan store on it that lets one process of a fleet read for all.
 * Redis keeps each entry `slowdown` times as long as the planner asks, for a fleet whose clock is that much slower.
 */
export function createRedisPlanStore(url: string, slowdown = 1): { store: PlanStore; redis: KeyvRedis<string> } {
  const redis = new KeyvRedis<string>(url, { throwOnConnectError: true });
  const store: PlanStore = {
    get: (key) => redis.get(key),
    set: (key, value, ttlMs) => redis.set(key, value, ttlMs * slowdown),
    delete: (key) => redis.delete(key),
    // Keyv has no such operation; in Redis it is atomic.
    createIfAbsent: async (key, value, ttlMs) => {
      const client = (await redis.getClient()) as RedisSet;
      return (await client.set(key, value, { NX: true, PX: ttlMs * slowdown })) !== null;
    },
  };
  return { store, redis };
}

interface RedisSet {
  set(key: string, value: string, options: { NX: true; PX: number }): Promise<string | null>;
}
