// Runs the examples of a package as tests: every ```ts block of its README.md and of every docstring below its src.
//
//   // packages/<name>/test/examples.test.ts
//   import { describeExamples } from '@coin/examples';
//   describeExamples(`${import.meta.dirname}/..`);
//
// An example is a whole module: it imports packages by name and may use top-level await. Each becomes one test, and one
// more test type-checks them all. Expected results stand in comments after a statement that ends with a semicolon, on
// the same line or on the next, at any depth:
//
//   parseCoin('1.5'); // => 1_500_000n          the value, as a JavaScript expression, compared deeply
//   const parts = allocate(10n, [1n, 1n]);
//   // => [5n, 5n]                               of a declaration: the declared value
//   await getAccount(client, args); // => { balance: 1n, … }   a final `…` allows more keys
//   console.log(text); // => 'a'                 of console.log: its argument
//   parseCoin('1e3'); // throws AMOUNT_SYNTAX    an Error with this `code`
//
// A value may continue over comment lines until its brackets close. An expectation that can't be tied to a statement is
// an error; it is never ignored. A block marked "ts no-run" must compile and is not run.
//
// Options: `files`, further Markdown files, relative to the folder; `setup`, the absolute path of a module that is
// imported before the examples run. All examples of one call share a process, so the setup can for instance install a
// fetch that answers from recordings.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findExamples, type Example } from './find-examples.ts';
import { instrument } from './instrument.ts';

export { documentationGaps } from './find-examples.ts';

export interface ExamplesOptions {
  readonly files?: readonly string[];
  readonly setup?: string;
}

const ROOT = resolve(import.meta.dirname, '../..');
const TIMEOUT_MS = 60_000;

const execute = (file: string, args: readonly string[], cwd: string) =>
  new Promise<{ text: string; failed: boolean }>((settle) => {
    execFile(file, args, { cwd, timeout: TIMEOUT_MS, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      settle({ text: error === null ? stdout : `${stdout}${stderr}`, failed: error !== null }),
    );
  });

/** Creates a folder in which the names of the package and of its dependencies resolve as they do for a consumer. */
function layOut(folder: string): string {
  const work = realpathSync(mkdtempSync(join(tmpdir(), 'examples-')));
  const modules = join(work, 'node_modules');
  const link = (target: string, name: string) => {
    mkdirSync(join(modules, name, '..'), { recursive: true });
    symlinkSync(realpathSync(target), join(modules, name), 'dir');
  };
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  for (const name of dependencies) link(join(folder, 'node_modules', name), name);
  if (manifest.exports !== undefined) link(folder, manifest.name);
  writeFileSync(join(work, 'package.json'), '{"type":"module"}');
  return work;
}

/** Keeps the line numbers of the page or source that the example comes from. */
function write(work: string, name: string, example: Example, head: string, code: string): void {
  writeFileSync(join(work, name), `${head}${'\n'.repeat(example.line - 1)}${code}\n`);
}

const fileName = ({ file, line }: Example) => `${file.replaceAll('../', '').replaceAll('/', '.')}.${line}.ts`;

async function compile(work: string, examples: readonly Example[]): Promise<string> {
  const folder = join(work, 'compiled');
  mkdirSync(folder);
  for (const example of examples) write(folder, fileName(example), example, 'export {};', example.code);
  const compilerOptions = {
    noEmit: true,
    rewriteRelativeImportExtensions: false,
    lib: ['es2024', 'esnext', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
  };
  const config = { extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, include: ['*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { text, failed } = await execute(join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.', '--pretty', 'false'], folder);
  if (!failed) return '';
  // errors in imported sources are reported by the check of those sources
  const elsewhere = /^(?:\.\.\/|\/).*\(\d+,\d+\): error|^\s*$/;
  return text
    .split('\n')
    .filter((line) => !elsewhere.test(line))
    .join('\n');
}

/** Runs the examples one after another, each as a fresh module, and returns the failure of each. */
async function run(
  work: string,
  examples: readonly Example[],
  setup: string | undefined,
): Promise<Map<string, string>> {
  const runtime = pathToFileURL(join(import.meta.dirname, 'example-runtime.ts')).href;
  for (const example of examples)
    write(work, fileName(example), example, `import * as __example from '${runtime}';`, instrument(example));
  const main = `
    import { inspect } from 'node:util';
    console.log = console.info = console.debug = () => {};
    ${setup === undefined ? '' : `await import(${JSON.stringify(pathToFileURL(setup).href)});`}
    for (const name of ${JSON.stringify(examples.map(fileName))}) {
      let failure = '';
      try { await import('./' + name); } catch (error) { failure = inspect(error); }
      process.stdout.write('\\n' + JSON.stringify({ example: name, failure }) + '\\n');
    }
    process.exit(0);`;
  writeFileSync(join(work, 'main.mjs'), main);
  const { text } = await execute(
    process.execPath,
    ['--conditions=@coin/source', '--disable-warning=ExperimentalWarning', 'main.mjs'],
    work,
  );
  const lines = text.split('\n');
  const results = lines.filter((line) => line.startsWith('{"example":')).map((line) => JSON.parse(line));
  const failures = new Map<string, string>(results.map(({ example, failure }) => [example, failure]));
  for (const example of examples)
    if (!failures.has(fileName(example))) failures.set(fileName(example), `it did not finish\n${text.slice(-2_000)}`);
  return failures;
}

/** Declares the tests; call it at the top level of a test file. */
export function describeExamples(packageFolder: string, { files = [], setup }: ExamplesOptions = {}): void {
  const folder = resolve(packageFolder);
  const examples = findExamples(folder, files);
  describe(`examples of ${basename(folder)}`, () => {
    let work = '';
    let failures = new Map<string, string>();
    const runnable = examples.filter(({ runs }) => runs);
    beforeAll(async () => {
      work = layOut(folder);
      failures = await run(work, runnable, setup);
    }, TIMEOUT_MS);
    afterAll(() => rmSync(work, { recursive: true, force: true }));
    test('exist', () => expect(runnable.length).toBeGreaterThan(0));
    test('compile', async () => expect(await compile(work, examples)).toBe(''), TIMEOUT_MS);
    for (const example of runnable)
      test(`give the documented results at ${example.file}:${example.line}`, () =>
        expect(failures.get(fileName(example))).toBe(''));
  });
}
