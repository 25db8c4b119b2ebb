// pnpm check:changed: checks the packages and tools that differ from main, uncommitted changes included, and runs the
// tests beside the changed files. `check:affected` runs all tests, also of the packages that depend on them.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { testsBeside } from './changed/tests-beside.ts';

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const files = [...git('diff', '--name-only', 'main'), ...git('ls-files', '--others', '--exclude-standard')];
const tests = testsBeside(
  files.filter((file) => existsSync(file) || !file.includes('/test/')),
  existsSync,
);
const run = (command: string, args: readonly string[], folder = '.') =>
  spawnSync(command, args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;

const steps = [() => run('turbo', ['run', 'check', '--filter=[main]', '--output-logs=errors-only'])];
// turbo knows packages only.
if (files.some((file) => /^(?:tools\/.*|[^/]*)\.ts$/.test(file)))
  steps.push(() => run('node', ['check-folder.ts'], 'tools'));
if (tests.length > 0)
  steps.push(() => {
    console.log(`Tests beside the change: ${tests.join(' ')}`);
    return run('vitest', ['run', '--passWithNoTests', ...tests]);
  });
process.exitCode = steps.map((step) => step()).every(Boolean) ? 0 : 1;
