export { createSqliteDepositStore } from './sqlite-deposit-store.ts';
export { createSqliteStore, type SqliteDatabase, type SqliteStatement } from './sqlite-store.ts';
