// node ../../tools/cold-import.ts [--limit MS], in the folder of a built package: measures how much longer a fresh
// process takes to import each entry point of the published package than an empty module. Exits with 1 if one exceeds
// the limit (default 10 ms).
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const RUNS = 15;
const { values } = parseArgs({ options: { limit: { type: 'string', default: '10' } } });
const limit = Number(values.limit);
const work = realpathSync(mkdtempSync(join(tmpdir(), 'cold-import-')));

/** Installs the package and its workspace dependencies as a consumer would, and returns its entry points. */
function install(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { exports } = manifest.publishConfig;
  const target = join(work, 'node_modules', manifest.name);
  mkdirSync(target, { recursive: true });
  cpSync(join(folder, 'dist'), join(target, 'dist'), { recursive: true });
  writeFileSync(join(target, 'package.json'), JSON.stringify({ ...manifest, exports }));
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    const dependency = realpathSync(join(folder, 'node_modules', name));
    if (name.startsWith('@coin/')) install(dependency);
    else {
      const link = join(target, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(dependency, link, 'dir');
    }
  }
  return Object.keys(exports).map((entry) => entry.replace('.', manifest.name));
}

function importTime(name: string): number {
  const script = `const start = performance.now(); await import('${name}'); console.log(performance.now() - start)`;
  const args = ['--input-type=module', '--eval', script];
  return Number(execFileSync(process.execPath, args, { cwd: work, encoding: 'utf8' }));
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

try {
  const entries = install(resolve('.'));
  writeFileSync(join(work, 'empty.mjs'), 'export {};\n');
  const samples = ['./empty.mjs', ...entries].map((name) => ({ name, times: [] as number[] }));
  // interleaved, so that other load on the machine affects all entries alike
  for (let run = 0; run < RUNS; run++) for (const { name, times } of samples) times.push(importTime(name));
  const [base = Number.NaN, ...medians] = samples.map(({ times }) => median(times));
  console.log(`an empty module: ${base.toFixed(1)} ms (median of ${RUNS} fresh processes)`);
  for (const [at, name] of entries.entries()) {
    const more = (medians[at] ?? Number.NaN) - base;
    console.log(`${name}: ${more.toFixed(1)} ms more, limit ${limit} ms`);
    if (!(more <= limit)) process.exitCode = 1;
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
