import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FACTOR } from '@coin/test-kit/scaled';
import { expect, test } from 'vitest';
import { VENDORED } from '../conformance/sources.ts';
import { composeRow, tallySource } from '../conformance/tally.ts';

const FOLDER = join(import.meta.dirname, '../conformance');
const rows = readFileSync(join(FOLDER, 'README.md'), 'utf8').split('\n');

/** Of a source with more cases, a part is drawn; all are run in `test:full`. */
const ENOUGH = 150;

/** The number in a column of a source's row. */
const columnOf = (name: string, column: number): number =>
  Number(rows.find((row) => row.startsWith(`| ${name} |`))?.split(' | ')[column]);

test.each(VENDORED.map((source) => [source.name, source] as const))(
  'results equal those of %s',
  async (name, source) => {
    const step = FACTOR > 1 ? 1 : Math.ceil(columnOf(name, 3) / ENOUGH);
    const from = Math.floor(Math.random() * step);
    const tally = await tallySource(source, join(FOLDER, name), { step, from });
    expect(tally.failures).toEqual([]);
    expect(tally.cases).toBe(columnOf(name, 3));
    if (step > 1) return;
    expect(tally.stale).toEqual([]);
    expect(rows).toContain(composeRow(source, tally));
  },
);
