import { createMemoryStore } from '@coin/payments';
// The first entry that waits for coin or a token of an account, which later entries wait behind.
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createLines, lineOf, type Place } from '../../src/funds/waiting-line.ts';

useVirtualTime();
// Time passes only when a test says so.
beforeEach(() => void vi.setTimerTickMode('manual'));

const LINE = lineOf('owner');
const place = (id: string, position: number, priority = 0): Place => ({ id, position, priority });
const [early, late] = [place('early', 1), place('late', 2)];

/** Lines of two processes over one store. Entries wait in the line that `waits` has for them. */
function openLines() {
  const store = createMemoryStore();
  const waits = new Map<string, string>();
  const open = () =>
    createLines(store, {
      clock: { now: Date.now, sleep: () => new Promise<never>(() => {}) },
      lineOfEntry: async (id) => waits.get(id),
    });
  const [lines, others] = [open(), open()];
  /** Has an entry wait in a line. */
  const wait = async (entry: Place, { by = lines, line = LINE } = {}) => {
    waits.set(entry.id, line);
    await by.join(line, entry);
  };
  return { lines, others, waits, wait };
}

test('an account has one line for its coin, and one for each of its tokens, under names that stores keep', () => {
  expect([lineOf('owner'), lineOf('owner', '1000001')]).toEqual(['owner', 'owner/1000001']);
});

describe('an entry', () => {
  test('is behind nothing in an empty line', async () => {
    expect(await openLines().lines.before(LINE, late)).toBeUndefined();
  });

  test('is behind the first one that waits in its line, and in no other line', async () => {
    const { lines, wait } = openLines();
    await wait(early);
    expect(await lines.before(LINE, late)).toEqual(early);
    expect(await lines.before(lineOf('owner', '1000001'), late)).toBeUndefined();
  });

  test('is behind the first one of each line that it needs', async () => {
    const { lines, wait } = openLines();
    const [tokenLine, forToken] = [lineOf('owner', '1000001'), place('for the token', 0)];
    await wait(early);
    await wait(forToken, { line: tokenLine });
    expect(await lines.before(LINE, late)).toEqual(early);
    expect(await lines.before(tokenLine, late)).toEqual(forToken);
  });

  test('is not behind itself, or behind a later one', async () => {
    const { lines, wait } = openLines();
    await wait(late);
    expect(await lines.before(LINE, late)).toBeUndefined();
    expect(await lines.before(LINE, early)).toBeUndefined();
  });

  test.each([
    ['of a lower priority is behind a later one', 0, 1, true],
    ['of a higher priority is not behind an earlier one', 1, 0, false],
  ])('%s', async (_, mine, theirs, isBehind) => {
    const { lines, wait } = openLines();
    const first = place('first', isBehind ? 2 : 1, theirs);
    await wait(first);
    expect(await lines.before(LINE, place('mine', isBehind ? 1 : 2, mine))).toEqual(isBehind ? first : undefined);
  });

  test('becomes the first of a line if it comes before the first one, and only then', async () => {
    const { lines, wait } = openLines();
    const [last, important] = [place('last', 3), place('important', 4, 1)];
    await wait(late);
    await wait(last);
    expect(await lines.before(LINE, last)).toEqual(late);
    await wait(early);
    expect(await lines.before(LINE, late)).toEqual(early);
    await wait(important);
    expect(await lines.before(LINE, early)).toEqual(important);
  });

  test.each([
    ['no longer waits', undefined],
    ['waits in another line', lineOf('owner', '1000001')],
  ])('is not behind one that %s, and takes its place', async (_, line) => {
    const { lines, others, waits, wait } = openLines();
    await wait(early);
    if (line === undefined) waits.delete('early');
    else waits.set('early', line);
    expect(await lines.before(LINE, late)).toBeUndefined();
    await wait(late);
    expect(await others.before(LINE, place('last', 3))).toEqual(late);
  });
});

describe('a line', () => {
  test('is read once in three seconds, so entries of other processes are seen a little later', async () => {
    const { lines, others, wait } = openLines();
    expect(await lines.before(LINE, late)).toBeUndefined();
    await wait(early, { by: others });
    vi.advanceTimersByTime(2999);
    expect(await lines.before(LINE, late)).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(await lines.before(LINE, late)).toEqual(early);
  });

  test('is read again immediately once an entry of this process joins it, and other lines are not', async () => {
    const { lines, others, wait } = openLines();
    const tokenLine = lineOf('owner', '1000001');
    for (const line of [LINE, tokenLine]) expect(await lines.before(line, late)).toBeUndefined();
    await wait(place('token', 1), { by: others, line: tokenLine });
    await wait(early);
    expect(await lines.before(LINE, late)).toEqual(early);
    expect(await lines.before(tokenLine, late)).toBeUndefined();
  });

  test('is read again immediately once it is forgotten', async () => {
    const { lines, others, wait } = openLines();
    expect(await lines.before(LINE, late)).toBeUndefined();
    await wait(early, { by: others });
    lines.forget(LINE);
    expect(await lines.before(LINE, late)).toEqual(early);
  });
});
