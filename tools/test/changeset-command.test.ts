import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['tools/changeset.ts', ...args], { cwd: root, input: '', encoding: 'utf8' });

test.each([[[]], [['add']]])('says how to write a changeset without a terminal (arguments: %j)', (args) => {
  const { status, stderr } = run(...args);
  expect(status).toBe(1);
  expect(stderr).toContain('needs a terminal');
  expect(stderr).toMatch(/---\n'@coin\/rpc': minor\n---\n/);
  expect(stderr).toContain("'@coin/units'");
});
