export { createPostgresStore } from './postgres-store.ts';
export { createPostgresDepositStore } from './postgres-deposit-store.ts';
export { migrate } from './migrate.ts';
export { migrations, type PostgresMigration } from './migrations.ts';
export type {
  PostgresClient,
  PostgresListener,
  PostgresPool,
  PostgresQueryable,
  PostgresStoreOptions,
} from './postgres-pool.ts';
