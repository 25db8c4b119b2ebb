// pnpm check:changed: checks the packages that differ from main, uncommitted changes included, and runs the tests
// beside the changed files. `check:affected` runs all tests, also of the packages that depend on them.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { testsBeside } from './changed/tests-beside.ts';

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const files = [...git('diff', '--name-only', 'main'), ...git('ls-files', '--others', '--exclude-standard')];
const tests = testsBeside(
  files.filter((file) => existsSync(file) || !file.includes('/test/')),
  existsSync,
);
const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;

const isChecked = run('turbo', 'run', 'check', '--filter=[main]', '--output-logs=errors-only');
if (tests.length > 0) console.log(`Tests beside the change: ${tests.join(' ')}`);
const isTested = tests.length === 0 || run('vitest', 'run', '--passWithNoTests', ...tests);
process.exitCode = isChecked && isTested ? 0 : 1;
