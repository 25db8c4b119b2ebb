import { LONGEST_DELAY_MS } from '../store/outbox-store.ts';
import { claimAll, claimUntil, end, keysOf } from './check-claims.ts';
import { expectResult, open, type Subject } from './subject.ts';

/** Checks that records of a higher priority are claimed first, in every group too. */
export async function checkPriorities({ first, second, keyOf }: Subject): Promise<void> {
  const prefix = keyOf('ranked');
  const keys = ['none', 'low', 'high', 'highest', 'zero'].map((name) => `${prefix} ${name}`) as [string, ...string[]];
  const [none, low = '', high = '', highest = '', zero = ''] = keys;
  await first.createIfAbsent(open(none));
  await second.createIfAbsent({ ...open(low), priority: -100 });
  await first.createIfAbsent({ ...open(high), priority: 1 });
  await second.createIfAbsent({ ...open(highest), priority: 1 });
  await first.createIfAbsent({ ...open(zero), priority: 0 });
  await second.compareAndSet({ ...open(highest), version: 1, priority: 100 });
  const claimed = keysOf(await claimAll(first, keyOf('holder by rank')), prefix);
  expectResult('claim', claimed, [highest, high, none, zero, low], 'by priority, then as they were created');
  for (const key of keys) await end(first, key);

  const group = keyOf('a ranked group');
  const members = [`${prefix} member`, `${prefix} important member`] as const;
  await first.createIfAbsent({ ...open(members[0]), group });
  await second.createIfAbsent({ ...open(members[1]), group, priority: 1 });
  const begun = keysOf(await claimAll(second, keyOf('holder of a rank')), prefix);
  expectResult('claim', begun, [members[1]], 'as the record of the group with the highest priority');
  for (const key of members) await end(first, key);
}

/** Checks that a delayed record is claimed once its delay ran out or was ended, and keeps its place in its group. */
export async function checkDelays({ first, second, keyOf }: Subject): Promise<void> {
  const prefix = keyOf('delayed');
  const [holder, group] = [keyOf('holder who delays'), keyOf('a delayed group')];
  const [kept, other, next] = ['kept', 'other', 'next'].map((name) => `${prefix} ${name}`) as [string, string, string];
  await first.createIfAbsent({ ...open(kept), group });
  await first.createIfAbsent({ ...open(next), group, priority: -1 });
  await second.createIfAbsent(open(other));
  const claimed = async () => keysOf(await claimAll(second, holder), prefix);
  expectResult('claim', await claimed(), [kept, other], 'as the open records');
  const isDelayed = await first.compareAndSet({ ...open(kept), group, version: 2, delayMs: LONGEST_DELAY_MS });
  expectResult('compareAndSet', isDelayed, true, 'for a delay');
  await first.compareAndSet({ ...open(next), group, version: 1, priority: 100 });
  expectResult('claim', await claimed(), [], 'while the first record of a group is delayed');
  await second.renew({ holder, leaseMs: 0 });
  const givenBack = keysOf(await claimUntil(second, holder, prefix), prefix);
  expectResult(
    'claim',
    givenBack,
    [other],
    'after its former holder gave back all that it has, without the delayed one',
  );
  await second.compareAndSet({ ...open(kept), group, version: 3, delayMs: 1 });
  const ranOut = keysOf(await claimUntil(first, holder, prefix), prefix);
  expectResult('claim', ranOut, [kept], 'after its delay ran out');
  await first.compareAndSet({ ...open(kept), group, version: 5, delayMs: LONGEST_DELAY_MS });
  await first.compareAndSet({ ...open(kept), version: 6 });
  expectResult('claim', await claimed(), [next, kept], 'after a change without a delay');
  for (const key of [kept, other, next]) await end(first, key);

  const long = `${prefix} for long`;
  await second.createIfAbsent(open(long));
  await first.compareAndSet({ ...open(long), version: 1, delayMs: LONGEST_DELAY_MS });
  const early = keysOf(await second.claim({ holder, limit: 1000, leaseMs: 1 }), prefix);
  expectResult('claim', early, [], 'with a lease that is shorter than a delay');
  await end(first, long);
}
