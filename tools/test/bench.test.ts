import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { interleave } from '../bench/interleave.ts';
import { cells, formatTime } from '../bench/result.ts';
import { formatTable, writeResults } from '../bench/table.ts';

const result = (ratio: number, bound: { atLeast: number } | { atMost: number }) => ({
  what: 'parse',
  ours: '1 µs',
  baseline: 'viem: 2 µs',
  ratio,
  bound,
});

test('each round swaps which side goes first, and the warm-up does not count', async () => {
  const calls: string[] = [];
  const side = (name: string, costs: number[]) => () => {
    calls.push(name);
    return costs.shift() ?? Number.NaN;
  };
  const costs = await interleave(
    { ours: side('ours', [100, 1, 2, 3]), baseline: side('baseline', [1, 2, 4, 6]) },
    { rounds: 3, warmUp: 1 },
  );
  expect(calls).toEqual(['ours', 'baseline', 'baseline', 'ours', 'ours', 'baseline', 'baseline', 'ours']);
  expect(costs).toEqual({ ours: 2, baseline: 4, costRatio: 0.5 });
});

test('a slower machine and a disturbed round do not change the ratio', async () => {
  const ours = [2, 4, 10, 1000, 6];
  const baseline = [8, 16, 40, 8, 24];
  const round = (costs: number[]) => () => costs.shift() ?? Number.NaN;
  const costs = await interleave({ ours: round(ours), baseline: round(baseline) }, { rounds: 5 });
  expect(costs.costRatio).toBe(0.25);
});

test.each([
  [1.6, { atLeast: 1.6 }, 'ok'],
  [1.59, { atLeast: 1.6 }, 'FAILED'],
  [0.06, { atMost: 0.06 }, 'ok'],
  [0.061, { atMost: 0.06 }, 'FAILED'],
  [Number.NaN, { atLeast: 0 }, 'FAILED'],
  [Number.NaN, { atMost: 1 }, 'FAILED'],
])('the ratio %d under the bound %o is %s', (ratio, bound, verdict) => {
  expect(cells(result(ratio, bound)).at(-1)).toBe(verdict);
});

test.each([
  [1234.5, '1235 ms'],
  [1.5, '1.50 ms'],
  [0.0123, '12.3 µs'],
  [0.000_08, '80.0 ns'],
])('%d milliseconds are written as %s', (milliseconds, text) => {
  expect(formatTime(milliseconds)).toBe(text);
});

test('the table lists each result below its package', () => {
  const table = formatTable(new Map([['@coin/units', [result(4, { atLeast: 2 })]]]));
  expect(table).toMatch(/@coin\/units.*\n.*parse.*1 µs.*viem: 2 µs.*4\.00.*≥ 2.*ok/);
});

test('writing results replaces only the text between the marks of a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'benchmarks.md');
  const guard = { ...result(5, { atLeast: 2 }), what: 'parse zero', detail: true };
  const groups = (ratio: number) => new Map([['@coin/units', [result(ratio, { atLeast: 2 }), guard]]]);
  writeFileSync(file, '# Speed\n\n<!-- bench: start -->\n<!-- bench: end -->\n\nAfterwards.\n');
  writeResults(file, 'Node 24.', groups(3));
  writeResults(file, 'Node 24.', groups(4));
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/^# Speed\n\n<!-- bench: start -->\n\nNode 24\.\n\n### @coin\/units\n/);
  expect(text).toContain('| parse | 1 µs | viem | 4.00 (≥2) |');
  expect(text).not.toContain('3.00');
  expect(text).not.toContain('parse zero');
  expect(text.endsWith('<!-- bench: end -->\n\nAfterwards.\n')).toBe(true);
  writeFileSync(file, '# Speed\n');
  expect(() => writeResults(file, 'Node 24.', groups(4))).toThrow('has no lines');
});
