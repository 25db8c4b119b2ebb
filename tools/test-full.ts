// node tools/test-full.ts [VITEST ARGUMENTS…]: the long suites in full length, with other cases each time. TEST_FACTOR
// is how many times the cases of `test` they draw (20 by default); FC_SEED repeats a run.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

const { TEST_FACTOR = '20', FC_SEED = String(randomInt(2 ** 31)) } = process.env;
console.log(`TEST_FACTOR=${TEST_FACTOR} FC_SEED=${FC_SEED}`);
const { status } = spawnSync('vitest', ['run', ...process.argv.slice(2)], {
  env: { ...process.env, TEST_FACTOR, FC_SEED },
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
