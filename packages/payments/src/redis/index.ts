export { createRedisStore, type RedisConnection, type RedisStoreOptions } from './redis-store.ts';
