export { createPostgresStore } from './postgres-store.ts';
export { migrate, type PostgresStoreOptions } from './migrate.ts';
export { migrations, type PostgresMigration } from './migrations.ts';
export type { PostgresClient, PostgresPool, PostgresQueryable } from './postgres-pool.ts';
