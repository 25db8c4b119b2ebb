import { type StoredRecord } from '../store/outbox-store.ts';
import { contentOf, expectResult, open, type Subject } from './subject.ts';

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
  expectResult('get', contentOf(await second.get(key)), [key, 'one', 'open', 1], 'as the first handle created it');
  const next = { key, value: 'three', listing: 'ended', version: 1 } as const;
  expectResult('compareAndSet', await second.compareAndSet(next), true, 'for the version that the record has');
  expectResult('compareAndSet', await first.compareAndSet({ ...next, value: 'four' }), false, 'for an earlier version');
  const later = await first.compareAndSet({ ...next, value: 'five', version: 3 });
  expectResult('compareAndSet', later, false, 'for a later version');
  expectResult('get', contentOf(await first.get(key)), [key, 'three', 'ended', 2], 'after one change');
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

export async function checkTexts({ first, second, keyOf }: Subject): Promise<void> {
  for (const text of TEXTS) {
    const created = await first.createIfAbsent({ key: keyOf(`text ${text}`), value: text, listing: 'none' });
    expectResult('createIfAbsent', created, true, `for the key that ends in ${JSON.stringify(text)}`);
  }
  for (const text of TEXTS) {
    const key = keyOf(`text ${text}`);
    expectResult('get', contentOf(await second.get(key)), [key, text, 'none', 1], 'as it was created');
  }
  const long = { key: keyOf('long'), value: 'ä€😀'.repeat(20_000), listing: 'none' } as const;
  await first.createIfAbsent(long);
  expectResult('get', (await second.get(long.key))?.value.length, long.value.length, 'characters as they were created');
}

/** Number of handles that try the same change at the same time. */
const RIVALS = 20;

export async function checkRivals({ first, second, keyOf }: Subject): Promise<void> {
  const key = keyOf('rivals');
  const rivals = Array.from({ length: RIVALS }, (_, rival) => ({ rival, store: rival % 2 === 0 ? first : second }));
  const winners = (results: boolean[]) => results.filter(Boolean).length;
  const created = await Promise.all(
    rivals.map(async ({ rival, store }) => store.createIfAbsent(open(key, `${rival}`))),
  );
  expectResult('createIfAbsent', winners(created), 1, 'time true where several create a key at once');
  expectResult(
    'get',
    (await first.get(key))?.value,
    `${created.indexOf(true)}`,
    'as written by the handle that got true',
  );
  for (const version of [1, 2, 3]) {
    const set = await Promise.all(
      rivals.map(async ({ rival, store }) => store.compareAndSet({ ...open(key, `${version} ${rival}`), version })),
    );
    expectResult('compareAndSet', winners(set), 1, 'time true where several change a version at once');
    const winner = `${version} ${set.indexOf(true)}`;
    expectResult('get', (await second.get(key))?.value, winner, 'as written by the handle that got true');
  }
}

export async function checkLists({ first, second, keyOf }: Subject): Promise<void> {
  const keys = Array.from({ length: 12 }, (_, index) => keyOf(`listed ${(index * 7) % 12}`));
  for (const [index, key] of keys.entries()) await (index % 2 === 0 ? first : second).createIfAbsent(open(key));
  await first.createIfAbsent({ key: keyOf('unlisted'), value: '', listing: 'none' });
  const [ended = '', changed = ''] = [keys[3], keys[5]];
  await first.compareAndSet({ key: ended, value: '', listing: 'ended', version: 1 });
  await first.compareAndSet({ ...open(changed), version: 1 });

  const pages = async (listing: 'open' | 'all', limit: number) => {
    const found: StoredRecord[] = [];
    for (;;) {
      const page = await second.list({ listing, after: found.at(-1)?.position ?? 0, limit });
      if (page.length > limit) expectResult('list', page.length, limit, 'records at most');
      if (page.length === 0) return found;
      found.push(...page);
    }
  };
  for (const limit of [1, 5, 1000]) {
    const mine = async (listing: 'open' | 'all') =>
      (await pages(listing, limit))
        .map(({ key }) => key)
        .filter((key) => key.startsWith(keyOf('listed')) || key === keyOf('unlisted'));
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
  expectResult('list', contentOf(listed), [changed, changed, 'open', 2], 'as the record is now');
  const position = (await first.get(changed))?.position;
  expectResult('get', position, listed?.position, 'as the position that the list has');
}
