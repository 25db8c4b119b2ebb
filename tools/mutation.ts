// node tools/mutation.ts PACKAGE [FILE…] [--tests FILE]…: plants one mistake at a time in the package's source, such as
// `<=` for `<`, and runs the tests that reach it. Prints each mistake that no test noticed, and the share noticed per
// file; fails below 90 %.
// FILEs are relative to the package; `*` and `!` work. Tests of other packages and apps may be named: they get the
// changed source too. docs/mutation-testing.md says how to read the result.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fromSources } from './test-kit/vitest-project.ts';

const REQUIRED_PERCENT = 90;

interface Mutant {
  readonly mutatorName: string;
  readonly status: string;
  readonly replacement?: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
}
interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

const {
  values: { tests },
  positionals: [name, ...files],
} = parseArgs({ allowPositionals: true, options: { tests: { type: 'string', multiple: true, default: [] } } });
const folder = fileURLToPath(new URL(`../packages/${name}`, import.meta.url));
if (name === undefined || !existsSync(folder)) throw new Error(`Unknown package "${name}": name a folder of packages/`);

// Stryker's copy lies as deep below the root as the package, and beside links to the other packages, so relative paths
// hold.
const copies = fileURLToPath(new URL('../.mutation', import.meta.url));
rmSync(copies, { recursive: true, force: true });
mkdirSync(copies);
for (const other of readdirSync(join(folder, '..'))) symlinkSync(join(folder, '..', other), join(copies, other), 'dir');

const scratch = mkdtempSync(join(tmpdir(), 'mutation-'));
const config = join(scratch, 'stryker.json');
const vitestConfig = join(scratch, 'vitest.config.mjs');
const result = join(scratch, 'report.json');
// Tests outside of the package import it by its name.
const { exports }: { readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>> } =
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const sources = Object.entries(exports).flatMap(([entry, target]) => {
  const source = typeof target === 'string' ? undefined : target['@coin/source'];
  return source === undefined ? [] : [[`@coin/${name}${entry.slice(1)}`, source]];
});
const withSystemTests = tests.some((test) => test.includes('.system.'));
// One thread for all test files: a mistake costs milliseconds then, and not the start of a thread for each of them. A
// test that hangs fails before Stryker has to restart the runner. The test that counts characters of 10 MB takes half a
// minute, and what it alone would notice is time.
writeFileSync(
  vitestConfig,
  `import { resolve } from 'node:path';
  import { pathToFileURL } from 'node:url';
  const { default: config } = await import(pathToFileURL('vitest.config.ts').href);
  const left = ${withSystemTests ? "['**/node_modules/**']" : 'config.test.exclude'};
  const exclude = [...left, 'test/encoding/linear-json.test.ts'];
  // Stryker's own choice of files would not load modules again for a mistake in what they compute.
  const include = ${tests.length > 0 ? JSON.stringify(tests) : 'config.test.include'};
  const alias = ${JSON.stringify(sources)}.map(([find, source]) => ({
    find: new RegExp('^' + find + '$'),
    replacement: resolve(source),
  }));
  // Vite's runner, which applies the aliases.
  const runner = { execArgv: [], experimental: { viteModuleRunner: true } };
  const test = { ...config.test, ...runner, include, exclude, isolate: false, testTimeout: 15_000 };
  const { resolve: { conditions }, ssr } = ${JSON.stringify(fromSources)};
  export default { ...config, resolve: { conditions, alias }, ssr, test };`,
);
writeFileSync(
  config,
  JSON.stringify({
    plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
    testRunner: 'vitest',
    vitest: { configFile: vitestConfig },
    // a file that does not exist: TypeScript 7 has no interface by which Stryker could rewrite paths in it
    tsconfigFile: 'none.json',
    mutate: files.length > 0 ? files : ['src/**/*.ts'],
    mutator: { excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    tempDirName: copies,
    cleanTempDir: false,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: result },
    disableTypeChecks: false,
    allowConsoleColors: false,
    timeoutMS: 15_000,
  }),
);
const { status } = spawnSync('stryker', ['run', config], {
  cwd: folder,
  // a mistake that a tenth of the cases of a long suite does not notice counts as unnoticed
  env: { TEST_FACTOR: '0.1', ...process.env },
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
if (status !== 0) throw new Error(`Stryker failed with status ${status}`);
const report: Report = JSON.parse(readFileSync(result, 'utf8'));
for (const finished of [scratch, copies]) rmSync(finished, { recursive: true });

const NOTICED = new Set(['Killed', 'Timeout']);
const UNNOTICED = new Set(['Survived', 'NoCoverage']);
const percent = (noticed: number, all: number) => (all === 0 ? '' : `${((100 * noticed) / all).toFixed(1)} %`);
const rows: string[] = [];
const total = { noticed: 0, all: 0 };
for (const [file, { source, mutants }] of Object.entries(report.files)) {
  const lines = source.split('\n');
  const noticed = mutants.filter((mutant) => NOTICED.has(mutant.status)).length;
  const unnoticed = mutants.filter((mutant) => UNNOTICED.has(mutant.status));
  for (const { mutatorName, replacement = '', location } of unnoticed) {
    const { line, column } = location.start;
    console.log(`${file}:${line}:${column} ${mutatorName}: ${lines[line - 1]?.trim()}\n    → ${replacement}`);
  }
  const all = noticed + unnoticed.length;
  total.noticed += noticed;
  total.all += all;
  if (all > 0) rows.push(`${file.padEnd(44)} ${`${noticed}/${all}`.padStart(9)} ${percent(noticed, all).padStart(9)}`);
}
console.log(rows.join('\n'));
console.log(`${name}: ${total.noticed} of ${total.all} noticed, ${percent(total.noticed, total.all)}`);
process.exitCode = 100 * total.noticed < REQUIRED_PERCENT * total.all ? 1 : 0;
