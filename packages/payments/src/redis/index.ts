export { redisStore, type RedisConnection } from './redis-store.ts';
