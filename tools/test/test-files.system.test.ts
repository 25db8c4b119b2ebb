// Real time: vitest runs as a process.
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import system from '../../vitest.system.config.ts';
import { guards } from '../test-kit/vitest-project.ts';

const root = resolve(import.meta.dirname, '../..');

/** The files that a configuration runs, relative to the root. */
function filesOf(config: string): readonly string[] {
  const vitest = resolve(root, 'node_modules/vitest/vitest.mjs');
  const output = execFileSync(process.execPath, [vitest, 'list', '--filesOnly', '--json', '--config', config], {
    cwd: root,
    encoding: 'utf8',
  });
  return (JSON.parse(output) as readonly { file: string }[]).map(({ file }) => relative(root, file));
}

test('each file of tests is run once, by test or by test:system', () => {
  const files = globSync('{packages,apps,tools}/**/*.test.ts', {
    cwd: root,
    exclude: (name) => ['node_modules', 'fixtures', 'dist'].includes(name),
  });
  const run = ['vitest.config.ts', 'vitest.system.config.ts'].flatMap(filesOf);
  expect(run.toSorted()).toEqual(files.toSorted());
});

test('system tests run with the guards of other tests, and once', () => {
  const projects = system.test?.projects ?? [];
  expect(projects).toHaveLength(2);
  for (const project of projects) {
    expect(project).toMatchObject({ test: guards });
    expect(project).not.toHaveProperty('test.retry');
  }
});
