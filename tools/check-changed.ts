// pnpm check:changed: format and lint of the files that changed since main, uncommitted changes included, the types of
// their packages, and the tests beside them: for `src/a/b.ts` those directly in `test/a`, or in the nearest folder above
// it. `check:affected` lints and tests whole packages, also those that depend on them.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname } from 'node:path/posix';

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const run = (command: string, ...args: readonly string[]) =>
  spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;

function testsBeside(file: string): string[] {
  if (file.includes('/test/')) return globSync(file.endsWith('.test.ts') ? file : []);
  let folder = dirname(file.replace('/src/', '/test/'));
  while (!existsSync(folder)) folder = dirname(folder);
  return globSync(`${folder.startsWith('tools') ? 'tools/test' : folder}/*.test.ts`);
}

const [base = 'HEAD'] = git('merge-base', 'main', 'HEAD');
const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
const present = files.filter((file) => existsSync(file));
const sources = files.filter((file) => file.endsWith('.ts'));
const tests = new Set(sources.flatMap(testsBeside).filter((test) => !test.endsWith('.system.test.ts')));
const tools = sources.some((file) => file.startsWith('tools/')) ? ['check:types'] : [];
const checked = [
  run('oxfmt', '--check', '--no-error-on-unmatched-pattern', ...present),
  run('oxlint', '--type-aware', '--deny-warnings', '--no-error-on-unmatched-pattern', ...present),
  run('turbo', 'run', 'types', ...tools, `--filter=[${base}]`, '--output-logs=errors-only'),
  tests.size === 0 || run('vitest', 'run', ...tests),
];
process.exitCode = checked.every(Boolean) ? 0 : 1;
