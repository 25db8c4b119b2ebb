import { claimUntil, end, keysOf, LONG_MS } from './check-claims.ts';
import { expectResult, open, readRecord, type Subject } from './subject.ts';

/** Checks that a claim for some owners gives their records and no others, and that each owner of an open one is listed. */
export async function checkOwners({ first, second, keyOf }: Subject): Promise<void> {
  const prefix = keyOf('owned');
  const [mine, theirs, nobodys, grouped, later] = ['mine', 'theirs', 'nobodys', 'grouped', 'later'].map(
    (name) => `${prefix} ${name}`,
  ) as [string, string, string, string, string];
  const [me, them] = [keyOf('me'), keyOf('them')];
  const group = keyOf('a group of two owners');
  await first.createIfAbsent({ ...open(theirs), owner: them, priority: 1 });
  await first.createIfAbsent({ ...open(mine), owner: me });
  await first.createIfAbsent(open(nobodys));
  await first.createIfAbsent({ ...open(grouped), owner: them, group });
  await first.createIfAbsent({ ...open(later), owner: me, group });
  const claim = async (holder: string, owners: readonly string[]) =>
    keysOf(await second.claim({ holder: keyOf(holder), limit: 1000, leaseMs: LONG_MS, owners }), prefix);
  expectResult('claim', await claim('nobody', []), [], 'for no owner');
  expectResult('claim', await claim('mine', [me]), [mine], 'for one owner, of whose group another owner is the first');
  expectResult('claim', await claim('mine', [me, them]), [theirs, grouped], 'for two owners, by priority');

  // A change names the owner again.
  await first.compareAndSet({ ...open(mine), version: 2, owner: them });
  expectResult('claim', await claim('theirs', [me]), [], 'for the owner that a record had before');
  expectResult('claim', await claim('theirs', [them]), [mine], 'for the owner that a record has now');
  const listed = async () => {
    const owners = (await first.owners?.()) ?? [me, them];
    return [me, them].map((owner) => owners.filter((each) => each === owner).length);
  };
  expectResult('owners', await listed(), [1, 1], 'as how often each of two owners is listed');
  for (const key of [later, theirs, grouped, mine]) {
    const { version } = await readRecord(first, key);
    await first.compareAndSet({ key, value: '', listing: 'ended', owner: me, version: Number(version) });
  }
  if (first.owners !== undefined) expectResult('owners', await listed(), [0, 0], 'after their records have ended');
  expectResult('claim', keysOf(await claimUntil(second, keyOf('all'), nobodys), prefix), [nobodys], 'for all owners');
  for (const key of [mine, theirs, nobodys, grouped, later]) await end(first, key);
}
