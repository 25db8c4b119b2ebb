// Real time: promtool of Prometheus, which takes a second or two.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const GUIDE = new URL('../../../docs/guides/watch-payments.md', import.meta.url);
/** The alarm and its expression, as Markdown escapes them in a table. */
const ROW = /^\| (?<alarm>[^|]+) \| `(?<expression>(?:\\\||[^|`])+)` \|$/gm;

const moved = (to: string) => `payment_changes_total{instance="a",from="queued",to="${to}"}`;
const queued = 'payments{instance="a",status="queued"}';
const missing = 'wallet_missing_coin{instance="a",owner="T"}';
const oldest = 'payment_oldest_seconds{instance="a"}';

/**
 * What Prometheus reads every 15 seconds, and the alarms after 20 minutes. A counter has no series before it first
 * counts (`_`), and none after its process has ended (`stale`).
 */
const SITUATIONS: [string, Record<string, string>, string[]][] = [
  ['a wallet lacks coin', { [missing]: '_x40 2.5x40' }, ['a wallet is empty']],
  ['a wallet has coin again', { [missing]: '2.5x40 stale' }, []],
  ['a payment is old', { [oldest]: '0+15x80' }, ['payments are stuck']],
  ['a payment is young', { [oldest]: '590x80' }, []],
  ['the first payment of a process fails', { [moved('failed')]: '_x60 1x20' }, ['a payment failed']],
  ['another payment is rejected', { [moved('rejected')]: '3x60 4x20' }, ['a payment failed']],
  ['a payment fails after a restart', { [moved('failed')]: '3x30 stale _x20 1x27' }, ['a payment failed']],
  ['a payment failed long ago', { [moved('failed')]: '_x10 1x70' }, []],
  ['others succeed', { [moved('succeeded')]: '1+1x80' }, []],
  ['nothing has moved since the start', { [queued]: '5x80' }, ['nothing moves']],
  ['nothing moves any more', { [queued]: '5x80', [moved('signed')]: '1+1x20 21x60' }, ['nothing moves']],
  ['payments move', { [queued]: '5x80', [moved('signed')]: '1+1x80' }, []],
  ['payments of other processes move', { [queued]: '5x80', [moved('signed').replace('"a"', '"b"')]: '1+1x80' }, []],
  ['nothing is queued', { [queued]: '0x80', [moved('signed')]: '7x80' }, []],
];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alarms-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the alarms of the guide fire if and only if they should', async () => {
  const rows = [...(await readFile(GUIDE, 'utf8')).matchAll(ROW)].map(({ groups = {} }) => groups);
  const alarms = rows.map(({ alarm = '', expression = '' }) => ({
    alarm,
    expression: expression.replaceAll('\\|', '|'),
  }));
  expect(alarms.map(({ alarm }) => alarm).toSorted()).toEqual(
    [...new Set(SITUATIONS.flatMap(([, , fired]) => fired))].toSorted(),
  );
  const tests = SITUATIONS.map(([name, series, fired]) => ({
    name,
    interval: '15s',
    input_series: Object.entries(series).map(([each, values]) => ({ series: each, values })),
    promql_expr_test: alarms.map(({ alarm, expression }) => ({
      expr: `count(${expression}) > bool 0 or vector(0)`,
      eval_time: '20m',
      exp_samples: [{ labels: '{}', value: fired.includes(alarm) ? 1 : 0 }],
    })),
  }));
  const file = join(folder, 'alarms.json');
  await writeFile(file, JSON.stringify({ evaluation_interval: '15s', tests }));
  await promisify(execFile)('promtool', ['test', 'rules', file]);
});
