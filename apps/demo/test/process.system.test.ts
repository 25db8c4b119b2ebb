import { spawnSync } from 'node:child_process';
// Real time: the demo runs as a process.
import { bundleProcess, type BundledProcess } from '@coin/test-kit/bundle-process';
import { afterAll, beforeAll, expect, test } from 'vitest';

let demo: BundledProcess;
beforeAll(async () => {
  demo = await bundleProcess(`${import.meta.dirname}/../src/main.ts`);
});
afterAll(() => demo[Symbol.asyncDispose]());

const run = (...args: string[]) => spawnSync(process.execPath, [demo.file, ...args], { encoding: 'utf8' });

test('the process prints tables without colours when its output is not a terminal, and ends with exit code 0', () => {
  const { status, stdout, stderr } = run();
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('27,704');
  expect(stdout).not.toContain('\u001B');
});

test('the process ends with exit code 1 and one line of error output for an unknown option', () => {
  expect(run('--nothing')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^demo: .*--nothing.*\n$/),
  });
});
