import { type OutboxStore, type StoredRecord } from '../store/outbox-store.ts';
import { expectRecord, expectResult, open, readRecord, type Subject } from './subject.ts';

/** A lease that does not run out during a check. */
export const LONG_MS = 3_600_000;
/** How often a check tries to claim a record whose claim expires after a millisecond: for ten seconds. */
const ATTEMPTS = Array.from({ length: 500 });
const PAUSE_MS = 20;

/** Every record that can be claimed now, claimed by a holder. */
export async function claimAll(
  store: OutboxStore,
  holder: string,
  leaseMs = LONG_MS,
): Promise<readonly StoredRecord[]> {
  const claimed: StoredRecord[] = [];
  for (;;) {
    const records = await store.claim({ holder, limit: 7, leaseMs });
    expectResult('claim', records.length <= 7, true, `for at most 7 records, not ${records.length}`);
    if (records.length === 0) return claimed;
    const again = records.find(({ key }) => claimed.some((each) => each.key === key));
    if (again !== undefined) expectResult('claim', again.key, 'each record once', 'while its claim lasts');
    claimed.push(...records);
  }
}

/** Claims repeatedly until records with this start of a key are among the claimed ones. */
export async function claimUntil(store: OutboxStore, holder: string, prefix: string): Promise<readonly StoredRecord[]> {
  for (const _ of ATTEMPTS) {
    const claimed = (await claimAll(store, holder)).filter(({ key }) => key.startsWith(prefix));
    if (claimed.length > 0) return claimed;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return [];
}

export const keysOf = (records: readonly StoredRecord[], prefix: string): string[] =>
  records.map(({ key }) => key).filter((key) => key.startsWith(prefix));

/** Ends a record, to keep it out of later checks. */
export async function end(store: OutboxStore, key: string): Promise<void> {
  const { key: found, version } = await readRecord(store, key);
  expectResult('get', found, key, 'as the key of a record that was created');
  await store.compareAndSet({ key, value: '', listing: 'ended', version: Number(version) });
}

/** Creates open records in this order. */
async function createOpen({ first }: Subject, keys: readonly string[], rest: { group?: string } = {}): Promise<void> {
  for (const key of keys) await first.createIfAbsent({ ...open(key), ...rest });
}

/** Checks that a claim gives each open record once, in order, and with the next version, which fences off others. */
export async function checkClaims(subject: Subject): Promise<void> {
  const { first, second, keyOf } = subject;
  const [mine, theirs] = [keyOf('holder one'), keyOf('holder two')];
  const prefix = keyOf('claimed');
  const keys = [0, 5, 10, 3, 8, 1, 6, 11, 4, 9, 2, 7].map((number) => `${prefix} ${number}`);
  const [ended = '', changed = '', kept = ''] = keys;
  await createOpen(subject, keys);
  await first.createIfAbsent({ key: `${prefix} unlisted`, value: '', listing: 'none' });
  await end(second, ended);
  const claimed = await claimAll(first, mine);
  const open12 = keys.filter((key) => key !== ended);
  expectResult(
    'claim',
    keysOf(claimed, prefix),
    open12,
    'as the open records, in the order in which they were created',
  );
  expectRecord('get', await second.get(kept), { ...open(kept), version: 2 }, 'as it was claimed');
  expectResult('claim', keysOf(await claimAll(second, theirs), prefix), [], 'while another holder has them all');
  const stale = await second.compareAndSet({ ...open(kept, 'stale'), version: 1 });
  expectResult('compareAndSet', stale, false, 'for the version before a claim');

  // The holder keeps its claim through a change, and a change without a holder ends it.
  await first.compareAndSet({ ...open(kept), version: 2, holder: mine });
  expectResult('claim', keysOf(await claimAll(second, theirs), prefix), [], 'after a change that keeps the claim');
  await second.compareAndSet({ ...open(changed), version: 2 });
  expectResult('claim', keysOf(await claimAll(second, theirs), prefix), [changed], 'after a change without a holder');
  for (const key of open12) await end(first, key);
  expectResult('claim', keysOf(await claimAll(first, mine), prefix), [], 'once the records have ended');
}

/** Checks that claims run out, can be renewed and given back, and that others' claims are not touched. */
export async function checkRenewals(subject: Subject): Promise<void> {
  const { first, second, keyOf } = subject;
  const [mine, theirs, late] = ['renewing', 'other', 'late'].map((name) => keyOf(`holder ${name}`)) as [
    string,
    string,
    string,
  ];
  const prefix = keyOf('renewed');
  const keys = [`${prefix} 0`, `${prefix} 1`] as const;
  await createOpen(subject, keys);
  await first.claim({ holder: mine, limit: 1, leaseMs: LONG_MS });
  await second.claim({ holder: theirs, limit: 1, leaseMs: LONG_MS });
  await second.renew({ holder: theirs, leaseMs: 0 });
  const givenBack = keysOf(await claimUntil(first, late, prefix), prefix);
  expectResult('claim', givenBack, [keys[1]], 'after its holder, and no other, gave it back');
  await first.renew({ holder: late, leaseMs: 1 });
  const ranOut = await claimUntil(second, theirs, prefix);
  expectResult('claim', keysOf(ranOut, prefix), [keys[1]], 'after its claim ran out');
  const versions = ranOut.map(({ version }) => version);
  expectResult('claim', versions, [4], 'as the version after three claims');
  await first.renew({ holder: late, leaseMs: LONG_MS });
  await second.renew({ holder: mine, leaseMs: 0 });
  expectResult('claim', keysOf(await claimUntil(second, late, prefix), prefix), [keys[0]], 'after it was given back');
  // Renewed in time, a short claim does not run out.
  await second.renew({ holder: late, leaseMs: 1 });
  await second.renew({ holder: late, leaseMs: LONG_MS });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expectResult('claim', keysOf(await claimAll(first, mine), prefix), [], 'after its holder renewed it');
  for (const key of keys) await end(first, key);
}

/** The number of holders of each handle that claim at the same time. */
const RIVALS = 4;

/** Checks that several holders that claim at the same time get each record once. */
export async function checkRivalClaims(subject: Subject): Promise<void> {
  const { first, second, keyOf } = subject;
  const prefix = keyOf('contested');
  const keys = Array.from({ length: 40 }, (_, index) => `${prefix} ${index}`);
  await createOpen(subject, keys);
  const claimAtOnce = async () => {
    const stores = Array.from({ length: RIVALS }, () => [first, second]).flat();
    const claims = await Promise.all(stores.map((store, rival) => claimAll(store, keyOf(`rival ${rival}`))));
    return keysOf(claims.flat(), prefix).sort();
  };
  expectResult('claim', await claimAtOnce(), [...keys].sort(), 'each to one of several holders');
  for (const key of keys) await end(first, key);

  const members = Array.from({ length: 8 }, (_, index) => `${prefix} member ${index}`);
  await createOpen(subject, members, { group: keyOf('a contested group') });
  expectResult('claim', await claimAtOnce(), members.slice(0, 1), 'of a group, to one of several holders');
  for (const key of members) await end(first, key);
}

/** More records than a store may look at for each claim. */
const CROWD = 120;

/** Checks that many records that wait for their group do not keep later records from being claimed. */
export async function checkCrowdedGroups({ first, second, keyOf }: Subject): Promise<void> {
  const prefix = keyOf('crowded');
  const group = keyOf('a crowded group');
  const begun = `${prefix} begun`;
  const waiting = Array.from({ length: CROWD }, (_, index) => `${prefix} ${index}`);
  const later = `${prefix} later`;
  await first.createIfAbsent({ ...open(begun), group });
  await Promise.all(waiting.map(async (key) => second.createIfAbsent({ ...open(key), group })));
  await first.createIfAbsent(open(later));
  const claimed = keysOf(await claimAll(first, keyOf('holder in a crowd')), prefix);
  expectResult('claim', claimed, [begun, later], `behind ${CROWD} records that wait for their group`);
  await Promise.all([begun, later, ...waiting].map(async (key) => end(second, key)));
}

/** Checks that a group has one claimed record at a time, in order. */
export async function checkGroups(subject: Subject): Promise<void> {
  const { first, second, keyOf } = subject;
  const [mine, theirs] = [keyOf('holder of a group'), keyOf('another holder of a group')];
  const prefix = keyOf('grouped');
  const [a, b, c, other] = ['a', 'b', 'c', 'other'].map((name) => `${prefix} ${name}`) as [
    string,
    string,
    string,
    string,
  ];
  const group = keyOf('a group');
  const otherGroup = keyOf('another group');
  await createOpen(subject, [a, b, c], { group });
  await createOpen(subject, [other], { group: otherGroup });
  const claimed = async (store: OutboxStore, holder: string) => keysOf(await claimAll(store, holder), prefix);
  await second.compareAndSet({ ...open(b), group, version: 1 });
  const firsts = await claimAll(first, mine);
  expectResult('claim', keysOf(firsts, prefix), [a, other], 'as the first record of each group');
  const shown = firsts.find(({ key }) => key === other);
  expectRecord('claim', shown, { ...open(other), version: 2, group: otherGroup }, 'with the next version');
  expectResult('claim', await claimed(second, theirs), [], 'while the first record of the group is claimed');
  await end(first, a);
  expectResult('claim', await claimed(second, theirs), [b], 'after the first record of the group has ended');
  // An ended record that is opened once more waits for the one that was begun.
  const { version } = await readRecord(first, a);
  await first.compareAndSet({ ...open(a), group, version: Number(version) });
  expectResult('claim', await claimed(first, mine), [], 'while a later record of the group is claimed');
  await second.renew({ holder: theirs, leaseMs: 0 });
  const begun = keysOf(await claimUntil(first, mine, prefix), prefix);
  expectResult('claim', begun, [b], 'as the record of the group that was begun');
  const { version: last } = await readRecord(second, b);
  await first.compareAndSet({ key: b, value: '', listing: 'ended', group, version: Number(last), holder: mine });
  expectResult('claim', await claimed(first, mine), [a], 'as the earliest record of the group');
  // A claimed record keeps its claim when it joins or leaves a group.
  await first.compareAndSet({ ...open(a), group: keyOf('a third group'), version: 5, holder: mine });
  expectResult('claim', await claimed(second, theirs), [c], 'after a claimed record left the group');
  const d = `${prefix} d`;
  await second.createIfAbsent({ ...open(d), group: keyOf('a third group'), priority: 1 });
  expectResult('claim', await claimed(second, theirs), [], 'while a record that joined the group is claimed');
  for (const key of [a, c, d, other]) await end(first, key);
}
