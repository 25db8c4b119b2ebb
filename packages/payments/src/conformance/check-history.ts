import { type OutboxStore, type RecordCount } from '../store/outbox-store.ts';
import { end } from './check-claims.ts';
import { expectResult, open, type Subject } from './subject.ts';

const versionsOf = async (store: OutboxStore, key: string) =>
  (await store.history(key)).map(({ version, event }) => [version, event]);

/** Checks that a history has the events of the changes that were made, in their order, and no others. */
export async function checkHistory({ first, second, keyOf }: Subject): Promise<void> {
  const key = keyOf('with a history');
  expectResult('history', await versionsOf(first, key), [], 'for a key that does not exist');
  const text = 'ä€😀 \n"\'\\ 1';
  await first.createIfAbsent({ ...open(key), event: 'created' });
  await second.createIfAbsent({ ...open(key), event: 'created again' });
  await second.compareAndSet({ ...open(key), version: 1, event: text });
  await first.compareAndSet({ ...open(key), version: 1, event: 'too late' });
  await first.compareAndSet({ ...open(key), version: 2 });
  await first.compareAndSet({ key, value: '', listing: 'ended', version: 3, event: '' });
  // Versions with one digit and with two, which texts would order differently.
  const later = Array.from({ length: 8 }, (_, index) => index + 5);
  for (const version of later)
    await second.compareAndSet({ key, value: '', listing: 'ended', version: version - 1, event: `${version}` });
  const expected = [[1, 'created'], [2, text], [4, ''], ...later.map((version) => [version, `${version}`])];
  expectResult('history', await versionsOf(second, key), expected, 'as the events of the changes that were made');
  const silent = keyOf('without events');
  await first.createIfAbsent(open(silent));
  await end(second, silent);
  expectResult('history', await versionsOf(first, silent), [], 'after changes without events');
  const times = (await first.history(key)).map(({ at }) => at);
  const isTime = times.every((at, index) => Number.isSafeInteger(at) && at >= Math.max(1e12, times[index - 1] ?? 0));
  expectResult('history', isTime, true, 'for times in milliseconds since 1970 that do not go back');
}

/** The counts of these statuses, in their order; 0 for a status without records. */
async function countsOf(store: OutboxStore, statuses: readonly string[]): Promise<number[]> {
  const counts = await store.count();
  const wrong = counts.find(({ listing, oldestAgeMs }) => (listing === 'open') !== Number(oldestAgeMs) >= 0);
  if (wrong !== undefined) expectResult('count', wrong, 'an age', 'for open records and no others');
  const countOf = (status: string, listing: RecordCount['listing']) =>
    counts.find((each) => each.status === status && each.listing === listing)?.count ?? 0;
  return statuses.flatMap((status) => [countOf(status, 'open'), countOf(status, 'ended')]);
}

/** How far apart in time two records are created. Clocks may run in steps that are shorter than half of it. */
const APART_MS = 50;
const isApart = (ms: number): boolean => Math.round(ms / APART_MS) > 0;
const pause = () => new Promise((resolve) => setTimeout(resolve, APART_MS));

/** Checks that the age of a status is the time since the creation of its oldest open record. */
export async function checkAges({ first, second, keyOf }: Subject): Promise<void> {
  const status = keyOf('status with an age');
  const [old, young] = [keyOf('old'), keyOf('young')];
  const readAge = async () => {
    const counts = await second.count();
    const count = counts.find((each) => each.status === status && each.listing === 'open');
    return Number((Object(count) as Partial<RecordCount>).oldestAgeMs);
  };
  await first.createIfAbsent({ ...open(old), status });
  await pause();
  const started = Date.now();
  await second.createIfAbsent({ ...open(young), status });
  await first.compareAndSet({ ...open(old), status, version: 1 });
  expectResult('count', isApart(await readAge()), true, 'for an age since the creation of the oldest record');
  await first.compareAndSet({ key: old, value: '', listing: 'ended', status, version: 2 });
  await pause();
  const excess = (await readAge()) - (Date.now() - started);
  expectResult('count', isApart(excess), false, 'for an age of records that have ended');
  await second.compareAndSet({ key: young, value: '', listing: 'ended', status, version: 1 });
}

/** Checks that counts follow each change of a status. */
export async function checkCounts({ first, second, keyOf }: Subject): Promise<void> {
  const [one, two] = [keyOf('status one'), keyOf('status two')];
  const [a, b, c] = ['a', 'b', 'c'].map((name) => keyOf(`counted ${name}`)) as [string, string, string];
  const counts = () => countsOf(second, [one, two]);
  expectResult('count', await counts(), [0, 0, 0, 0], 'before there are records with these statuses');
  for (const key of [a, b, c]) await first.createIfAbsent({ ...open(key), status: one });
  await first.createIfAbsent({ ...open(a), status: two });
  expectResult('count', await counts(), [3, 0, 0, 0], 'after three were created, open');
  await second.compareAndSet({ ...open(a), status: two, version: 1 });
  await first.compareAndSet({ ...open(b), status: two, version: 2 });
  expectResult('count', await counts(), [2, 0, 1, 0], 'after one got another status');
  await first.compareAndSet({ key: a, value: '', listing: 'ended', status: two, version: 2 });
  await first.compareAndSet({ key: b, value: '', listing: 'ended', status: one, version: 1 });
  expectResult('count', await counts(), [1, 1, 0, 1], 'after two have ended');
  await second.compareAndSet({ key: b, value: '', listing: 'ended', status: two, version: 2 });
  expectResult('count', await counts(), [1, 0, 0, 2], 'after one that has ended got another status');
  await second.compareAndSet({ ...open(a), status: one, version: 3 });
  expectResult('count', await counts(), [2, 0, 0, 1], 'after one was opened once more');
  for (const [key, version] of [
    [a, 4],
    [c, 1],
  ] as const)
    await first.compareAndSet({ key, value: '', listing: 'none', status: one, version });
  expectResult('count', await counts(), [0, 0, 0, 1], 'after others are listed nowhere');
}
