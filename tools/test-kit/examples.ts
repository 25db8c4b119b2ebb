// Runs the examples of a package as tests: every ```ts block of its README.md, of the pages in its docs and of every
// docstring below its src.
//
//   // packages/<name>/test/examples.test.ts
//   import { describeExamples } from '@coin/test-kit';
//   describeExamples(`${import.meta.dirname}/..`);
//
// An example is a whole module: it imports packages by name and may use top-level await. Each becomes one test;
// tools/test/examples.system.test.ts compiles them all. Expected results stand in comments after a statement that ends
// with a semicolon, on the same line or on the next, at any depth:
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
import { rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findExamples, type Example } from './find-examples.ts';
import { instrument } from './instrument.ts';
import { exampleFile, layOut, writeExample } from './lay-out-examples.ts';

export { documentationGaps } from './find-examples.ts';

export interface ExamplesOptions {
  readonly files?: readonly string[];
  readonly setup?: string;
}

const TIMEOUT_MS = 300_000;

const execute = (file: string, args: readonly string[], cwd: string) =>
  new Promise<string>((settle) => {
    execFile(file, args, { cwd, timeout: TIMEOUT_MS, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      settle(error === null ? stdout : `${stdout}${stderr}`),
    );
  });

/** Runs the examples one after another, each as a fresh module, and returns the failure of each. */
async function run(
  work: string,
  examples: readonly Example[],
  setup: string | undefined,
): Promise<Map<string, string>> {
  const runtime = pathToFileURL(join(import.meta.dirname, 'example-runtime.ts')).href;
  for (const example of examples)
    writeExample(work, example, `import * as __example from '${runtime}';`, instrument(example));
  const main = `
    import { inspect } from 'node:util';
    console.log = console.info = console.debug = () => {};
    ${setup === undefined ? '' : `await import(${JSON.stringify(pathToFileURL(setup).href)});`}
    for (const name of ${JSON.stringify(examples.map(exampleFile))}) {
      let failure = '';
      try { await import('./' + name); } catch (error) { failure = inspect(error); }
      process.stdout.write('\\n' + JSON.stringify({ example: name, failure }) + '\\n');
      // What the setup has left for later is done before the next example.
      await new Promise(setImmediate);
    }
    process.exit(0);`;
  writeFileSync(join(work, 'main.mjs'), main);
  const text = await execute(
    process.execPath,
    ['--conditions=@coin/source', '--disable-warning=ExperimentalWarning', 'main.mjs'],
    work,
  );
  const lines = text.split('\n');
  const results = lines.filter((line) => line.startsWith('{"example":')).map((line) => JSON.parse(line));
  const failures = new Map<string, string>(results.map(({ example, failure }) => [example, failure]));
  for (const example of examples)
    if (!failures.has(exampleFile(example)))
      failures.set(exampleFile(example), `it did not finish\n${text.slice(-2_000)}`);
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
    });
    afterAll(() => rmSync(work, { recursive: true, force: true }));
    test('exist', () => expect(runnable.length).toBeGreaterThan(0));
    for (const example of runnable)
      test(`give the documented results at ${example.file}:${example.line}`, () =>
        expect(failures.get(exampleFile(example))).toBe(''));
  });
}
