export { sqliteStore, type SqliteDatabase, type SqliteStatement } from './sqlite-store.ts';
