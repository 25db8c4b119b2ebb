// Real time: vitest runs as a process.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'real-timers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WAIT = 'export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));';
const testThat = (act: string): string => `test('waits', async () => { ${act}; expect(1).toBe(1); });`;

const RED = {
  'a timer': testThat('await new Promise((resolve) => setTimeout(resolve, 5))'),
  'a timer that is cleared': testThat('clearTimeout(setTimeout(() => {}, 999))'),
  'an interval': testThat('clearInterval(setInterval(() => {}, 5))'),
  'a timer of the tested code': `import { wait } from './wait.mjs'; ${testThat('await wait(5)')}`,
  'a timer of a hook': `beforeAll(() => void setTimeout(() => {}, 5)); ${testThat('')}`,
  'a timer after virtual time': `import { wait } from './wait.mjs';
    ${testThat('vi.useFakeTimers(); vi.useRealTimers(); await wait(5)')}`,
};
const GREEN = {
  'virtual time': `import { useVirtualTime } from '${root}/tools/test-kit/virtual-time.ts';
    import { wait } from './wait.mjs'; useVirtualTime(); ${testThat('await wait(5)')}`,
  'a timer of a second': testThat('clearTimeout(setTimeout(() => {}, 1000))'),
  'a timer without a delay': testThat('await new Promise((resolve) => setTimeout(resolve))'),
  'a timer of a library': `import { wait } from 'library'; ${testThat('await wait(5)')}`,
};

const mapValues = (files: object, value: string): object =>
  Object.fromEntries(Object.keys(files).map((name) => [name, value]));

test('a test fails if it, or what it tests, sets a real timer of less than a second', () => {
  writeFileSync(join(folder, 'wait.mjs'), WAIT);
  const library = join(folder, 'node_modules/library');
  mkdirSync(library, { recursive: true });
  writeFileSync(join(library, 'index.mjs'), WAIT);
  writeFileSync(join(library, 'package.json'), '{ "name": "library", "exports": "./index.mjs" }');
  for (const [name, text] of Object.entries({ ...RED, ...GREEN })) writeFileSync(join(folder, `${name}.case.ts`), text);
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `import { testProject } from '${root}/tools/test-kit/vitest-project.ts';
     const { test } = testProject(['*.case.ts']);
     export default { test: { ...test, globals: true, reporters: ['json'], outputFile: 'report.json' } };`,
  );
  const vitest = resolve(root, 'node_modules/vitest/vitest.mjs');
  spawnSync(process.execPath, [vitest, 'run', '--root', folder, '--configLoader', 'native']);
  const { testResults } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
    testResults: { name: string; assertionResults: { status: string; failureMessages: string[] }[] }[];
  };
  const results = testResults.map(({ name, assertionResults: [result] }) => {
    const isNamed = result?.failureMessages.some((message) => / A real timer of \d+ ms\. Call /.test(message));
    return [/([^/]*)\.case\.ts$/.exec(name)?.[1], isNamed === true ? 'red' : result?.status];
  });
  const expected = { ...mapValues(RED, 'red'), ...mapValues(GREEN, 'passed') };
  expect(Object.fromEntries(results)).toEqual(expected);
});
