import { DatabaseSync } from 'node:sqlite';
import { createSqliteStore } from '@coin/payments/sqlite';
import { withEpoch } from '@coin/test-kit/with-epoch';
import { answerBy } from './store-disasters.ts';

/**
 * A store in SQLite that comes back as it was when it was copied. SQLite does not report that; with `isReported` the
 * store does, as one of a server would.
 */
export function openRestorable({ isReported = false } = {}) {
  const database = new DatabaseSync(':memory:');
  // Small pages are full soon.
  database.exec('PRAGMA page_size = 512');
  let current = createSqliteStore(database);
  let latest = database;
  let copied = latest.serialize();
  let restores = 0;
  const store = answerBy(
    () => current,
    (call) => call(),
  );
  return {
    database,
    store: isReported ? withEpoch(store, () => `${restores}`) : store,
    copy: (): void => {
      copied = latest.serialize();
    },
    restore: (): void => {
      // A connection that has used json_each does not survive a database that replaces its own.
      const restored = new DatabaseSync(':memory:');
      restored.deserialize(copied);
      current = createSqliteStore(restored);
      latest = restored;
      restores++;
    },
  };
}
