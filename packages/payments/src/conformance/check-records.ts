import { type StoredRecord } from '../store/outbox-store.ts';
import { end } from './check-claims.ts';
import { expectRecord, expectResult, open, readRecord, type Subject } from './subject.ts';

export async function checkRecords({ first, second, keyOf }: Subject): Promise<void> {
  const key = keyOf('record');
  expectResult('get', await first.get(key), undefined, 'for a key that does not exist');
  expectResult(
    'compareAndSet',
    await first.compareAndSet({ ...open(key), version: 1 }),
    false,
    'where no record exists',
  );
  expectResult('get', await first.get(key), undefined, 'after a change of what does not exist');
  expectResult('createIfAbsent', await first.createIfAbsent(open(key, 'one')), true, 'for a new key');
  expectResult('createIfAbsent', await second.createIfAbsent(open(key, 'two')), false, 'where the key exists');
  expectRecord('get', await second.get(key), { ...open(key, 'one'), version: 1 }, 'as the first handle created it');
  const next = { key, value: 'three', listing: 'ended', version: 1 } as const;
  expectResult('compareAndSet', await second.compareAndSet(next), true, 'for the version that the record has');
  expectResult('compareAndSet', await first.compareAndSet({ ...next, value: 'four' }), false, 'for an earlier version');
  const later = await first.compareAndSet({ ...next, value: 'five', version: 3 });
  expectResult('compareAndSet', later, false, 'for a later version');
  expectRecord('get', await first.get(key), { ...next, version: 2 }, 'after one change');
  const named = { ...open(key), version: 3, status: 'named', group: keyOf('a group of one') };
  await first.compareAndSet({ ...named, version: 2 });
  expectRecord('get', await second.get(key), named, 'with its status and its group');
  await second.compareAndSet({ ...next, version: 3 });
  expectRecord('get', await first.get(key), { ...next, version: 4 }, 'without the status and the group that it had');
}

/** Texts that databases confuse, cut or reject. */
const TEXTS = [
  'a',
  'A',
  'a ',
  ' a',
  'ä',
  'a\u0308',
  '',
  '0',
  '0x',
  "'; --",
  '%',
  '_',
  '*',
  '{a}',
  ':',
  '\\',
  '"',
  '\n',
  '😀',
  'é'.repeat(300),
];

/** A record of which each text is hostile. */
const hostileRecord = (key: string, text: string) =>
  ({ key, value: text, listing: 'none', group: `a group ${text}` }) as const;

export async function checkTexts({ first, second, keyOf }: Subject): Promise<void> {
  for (const text of TEXTS) {
    const created = await first.createIfAbsent(hostileRecord(keyOf(`text ${text}`), text));
    expectResult('createIfAbsent', created, true, `for the key that ends in ${JSON.stringify(text)}`);
  }
  for (const text of TEXTS) {
    const key = keyOf(`text ${text}`);
    expectRecord('get', await second.get(key), { ...hostileRecord(key, text), version: 1 }, 'as it was created');
  }
  const long = { key: keyOf('long'), value: 'ä€😀'.repeat(20_000), listing: 'none' } as const;
  await first.createIfAbsent(long);
  const { value } = await readRecord(second, long.key);
  expectResult('get', value === long.value, true, `for the ${long.value.length} characters of a long value`);
}

/** How often each handle tries the same change at the same time. */
const RIVALS = 10;

export async function checkRivals({ first, second, keyOf }: Subject): Promise<void> {
  const key = keyOf('rivals');
  const rivals = Array.from({ length: RIVALS }, () => [first, second])
    .flat()
    .map((store, rival) => ({ store, rival }));
  const winners = (results: boolean[]) => results.filter(Boolean).length;
  const created = await Promise.all(
    rivals.map(async ({ rival, store }) => store.createIfAbsent(open(key, `${rival}`))),
  );
  expectResult('createIfAbsent', winners(created), 1, 'time true where several create a key at once');
  expectResult(
    'get',
    (await readRecord(first, key)).value,
    `${created.indexOf(true)}`,
    'as written by the handle that got true',
  );
  for (const version of [1, 2, 3]) {
    const set = await Promise.all(
      rivals.map(async ({ rival, store }) => store.compareAndSet({ ...open(key, `${version} ${rival}`), version })),
    );
    expectResult('compareAndSet', winners(set), 1, 'time true where several change a version at once');
    const winner = `${version} ${set.indexOf(true)}`;
    expectResult('get', (await readRecord(second, key)).value, winner, 'as written by the handle that got true');
  }
  await end(first, key);
}

export async function checkLists({ first, second, keyOf }: Subject): Promise<void> {
  const early = [0, 7, 2, 9, 4, 11].map((number) => keyOf(`listed ${number}`));
  const late = [6, 1, 8, 3, 10, 5].map((number) => keyOf(`listed ${number}`));
  const keys = [...early, ...late];
  for (const key of early) await second.createIfAbsent(open(key));
  for (const key of late) await first.createIfAbsent(open(key));
  await first.createIfAbsent({ key: keyOf('listed nowhere'), value: '', listing: 'none' });
  const [ended = '', changed = ''] = [early[3], late[3]];
  const isEnded = await first.compareAndSet({ key: ended, value: '', listing: 'ended', version: 1 });
  expectResult('compareAndSet', isEnded, true, 'for a record of the other handle');
  const named = { ...open(changed), status: 'listed', group: keyOf('a listed group') };
  const isChanged = await second.compareAndSet({ ...named, version: 1 });
  expectResult('compareAndSet', isChanged, true, 'for a record of the other handle');

  const pages = async (listing: 'open' | 'all', limit: number) => {
    const found: StoredRecord[] = [];
    for (;;) {
      const page = await second.list({ listing, after: found.at(-1)?.position ?? 0, limit });
      expectResult('list', page.length <= limit, true, `for at most ${limit} records, not ${page.length}`);
      if (page.length === 0) return found;
      found.push(...page);
    }
  };
  for (const limit of [1, 5, 1000]) {
    const mine = async (listing: 'open' | 'all') =>
      (await pages(listing, limit)).map(({ key }) => key).filter((key) => key.startsWith(keyOf('listed')));
    const when = `in the order in which they were created, ${limit} at a time`;
    expectResult('list', await mine('all'), keys, `of the records that are open or ended, ${when}`);
    expectResult(
      'list',
      await mine('open'),
      keys.filter((key) => key !== ended),
      `of the open ones, ${when}`,
    );
  }
  const listed = (await pages('all', 1000)).find(({ key }) => key === changed);
  expectRecord('list', listed, { ...named, version: 2 }, 'as the record is now');
  const { position } = await readRecord(first, changed);
  expectResult('get', position, (listed as StoredRecord).position, 'as the position that the list has');
  for (const key of keys) await end(second, key);
}
