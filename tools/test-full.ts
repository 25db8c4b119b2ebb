// node tools/test-full.ts [VITEST ARGUMENTS…]: the long suites in full length, with other cases each time. TEST_FACTOR
// is how many times the cases of `test` they draw (20 by default); FC_SEED repeats a run. Without arguments the
// system tests run as well, and the packages are compiled in every configuration of consumers.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

const { TEST_FACTOR = '20', FC_SEED = String(randomInt(2 ** 31)) } = process.env;
console.log(`TEST_FACTOR=${TEST_FACTOR} FC_SEED=${FC_SEED}`);
const run = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, {
    env: { ...process.env, TEST_FACTOR, FC_SEED },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  }).status === 0;
const args = process.argv.slice(2);
const passed = run('vitest', ['run', ...args]);
const served = args.length > 0 || run('pnpm', ['test:system']);
const compiled = args.length > 0 || run('pnpm', ['check:packages', '--full']);
process.exitCode = passed && served && compiled ? 0 : 1;
