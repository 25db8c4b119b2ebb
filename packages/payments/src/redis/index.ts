export { createRedisStore, type RedisConnection } from './redis-store.ts';
