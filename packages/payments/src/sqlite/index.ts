export { createSqliteStore, type SqliteDatabase, type SqliteStatement } from './sqlite-store.ts';
