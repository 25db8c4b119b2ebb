import { spawnSync } from 'node:child_process';
import { delimiter, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
/** As a script runs, which finds the commands of packages. */
const env = { ...process.env, PATH: [`${root}/node_modules/.bin`, process.env['PATH']].join(delimiter) };
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['tools/changeset.ts', ...args], { cwd: root, env, input: '', encoding: 'utf8' });

test.each([[[]], [['add']], [['-m', 'text']], [['--since=main']], [['add', '--open']]])(
  'says how to write a changeset without a terminal (arguments: %j)',
  (args) => {
    const { status, stderr } = run(...args);
    expect(status).toBe(1);
    expect(stderr).toContain('needs a terminal');
    expect(stderr).toMatch(/---\n'@coin\/rpc': minor\n---\n/);
    expect(stderr).toContain("'@coin/units'");
  },
);

test.each([[['--help']], [['add', '--help']], [['status', '--help']]])(
  'runs what asks no question without a terminal (arguments: %j)',
  (args) => {
    const { stdout, stderr } = run(...args);
    expect(stdout + stderr).toContain('changeset');
    expect(stdout + stderr).not.toContain('needs a terminal');
  },
);
