// pnpm test:repeat [--times 10] [--load 3] [--cores 1] [--system] [VITEST ARGUMENTS…]: repeats the suite,
// each time with another seed, beside busy processes and on a few cores (taskset), and lists the tests that failed.
// --system repeats test:system instead.
import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countFailures, type Run } from './repeat/count-failures.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '10' },
    load: { type: 'string', default: '3' },
    cores: { type: 'string' },
    system: { type: 'boolean', default: false },
  },
});
const times = positiveInteger('times', values.times, 1);
const load = positiveInteger('load', values.load, 0);
const cores = positiveInteger('cores', values.cores ?? String(availableParallelism()), 1);

function positiveInteger(name: string, text: string, min: number): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < min)
    throw new Error(`--${name} is "${text}", expected an integer of at least ${min}`);
  return number;
}

/** The command, on the first cores alone where the system has taskset. */
const onCores = (command: string, args: readonly string[]): [string, readonly string[]] =>
  values.cores === undefined ? [command, args] : ['taskset', ['-c', `0-${cores - 1}`, command, ...args]];

const folder = mkdtempSync(join(tmpdir(), 'repeat-'));
// They end with this process, however it ends.
const BUSY = 'const parent = process.ppid; while (process.ppid === parent);';
const busy = Array.from({ length: load }, () => spawn(...onCores(process.execPath, ['-e', BUSY])));
const runs: Run[] = [];
try {
  for (let time = 1; time <= times; time++) {
    const seed = randomInt(2 ** 31);
    const file = join(folder, `${time}.json`);
    const config = values.system ? ['--config', 'vitest.system.config.ts'] : [];
    // `dot` writes failures, and errors outside of tests, to standard error.
    const reporter = ['--reporter=json', '--reporter=dot', `--outputFile.json=${file}`];
    const started = Date.now();
    const { status, signal } = spawnSync(...onCores('vitest', ['run', ...config, ...reporter, ...positionals]), {
      env: { ...process.env, FC_SEED: String(seed) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (signal !== null) break;
    if (!existsSync(file))
      throw new Error(`vitest ended with code ${status} and wrote no report; run it alone to see why`);
    const run: Run = { seed, status, report: JSON.parse(readFileSync(file, 'utf8')) };
    runs.push(run);
    const { numPassedTests, numFailedTests } = run.report;
    const seconds = Math.round((Date.now() - started) / 1000);
    const counts = `${numPassedTests} passed, ${numFailedTests} failed`;
    // Over the last five minutes, with what else the machine did.
    const average = loadavg()[1]?.toFixed(1);
    console.log(`${time}/${times} FC_SEED=${seed}: ${counts}, ${seconds} s, load average ${average}`);
  }
} finally {
  for (const process of busy) process.kill();
  rmSync(folder, { recursive: true });
}
const failures = countFailures(runs, process.cwd());
for (const { test, seeds } of failures)
  console.log(`${seeds.length} of ${runs.length}  ${test}\n    FC_SEED=${seeds.join(' FC_SEED=')}`);
console.log(`${runs.length} runs, ${failures.length} tests that failed; load ${load}, ${cores} cores`);
process.exitCode = failures.length > 0 || runs.length < times ? 1 : 0;
