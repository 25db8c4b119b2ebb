import { guardStore } from '../store/guard-store.ts';
import { type OutboxStore } from '../store/outbox-store.ts';
import { checkClaims, checkCrowdedGroups, checkGroups, checkRenewals, checkRivalClaims } from './check-claims.ts';
import { checkDelays, checkPriorities } from './check-delays.ts';
import { checkEpoch } from './check-epoch.ts';
import { checkAges, checkCounts, checkHistory } from './check-history.ts';
import { checkOwners } from './check-owners.ts';
import { checkLists, checkRecords, checkRivals, checkTexts } from './check-records.ts';
import { type Subject } from './subject.ts';

const CHECKS = [
  checkRecords,
  checkTexts,
  checkRivals,
  checkLists,
  checkClaims,
  checkRenewals,
  checkRivalClaims,
  checkGroups,
  checkCrowdedGroups,
  checkPriorities,
  checkDelays,
  checkOwners,
  checkHistory,
  checkCounts,
  checkAges,
  checkEpoch,
];

/**
 * Checks that an outbox can trust a store.
 *
 * - Changes compare versions, even when several handles change the same record at the same time.
 * - Texts come back unchanged, and lists keep their order.
 * - One holder at a time claims a record, by priority, and not before its delay has run out.
 * - A claim for some owners gives only their records.
 * - History and counts show what happened.
 * - If the store has `epoch`, it makes no change that names another one.
 *
 * It takes up to a few seconds, because claims have to run out. It leaves ended records in the store, so give it a
 * separate store. It cannot check whether a change is on the disk before its promise resolves.
 *
 * @param openStore - opens the same store; called twice, like two processes would
 * @throws `ARGUMENT_INVALID`, naming the method, its result and the expected result; any error of the store
 *
 * @example
 * ```ts
 * import { createMemoryStore } from '@coin/payments';
 * import { checkOutboxStore } from '@coin/payments/conformance';
 *
 * const store = createMemoryStore();
 * await checkOutboxStore(() => store);
 * const forgetful = { ...store, compareAndSet: async () => true };
 * await checkOutboxStore(() => forgetful); // throws ARGUMENT_INVALID
 * ```
 */
export async function checkOutboxStore<Transaction = never>(
  openStore: () => OutboxStore<Transaction> | Promise<OutboxStore<Transaction>>,
): Promise<void> {
  const run = `check ${Date.now()}-${Math.random()}`;
  const subject: Subject = {
    first: guardStore(await openStore()),
    second: guardStore(await openStore()),
    keyOf: (name) => `${run} ${name}`,
  };
  for (const check of CHECKS) await check(subject);
}
