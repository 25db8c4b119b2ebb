// Real time: vitest runs as a process.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'repeat-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FAIL = "() => { throw new Error('planted'); }";
const PASS = "test('passes', () => expect(1).toBe(1));";

/** Files of tests, with what each prints after the file's name. */
const FILES: Readonly<Record<string, readonly [text: string, printed?: string]>> = {
  test: [`test('fails', ${FAIL}); ${PASS}`, " -t '^fails$'"],
  'beforeAll of a file': [`beforeAll(${FAIL}); ${PASS}`, ''],
  'afterAll of a file': [`afterAll(${FAIL}); ${PASS}`, ''],
  'beforeAll of a block': [`describe('a', () => describe('b', () => { beforeAll(${FAIL}); ${PASS} }));`, ''],
  'afterAll of a block': [`describe('a', () => { afterAll(${FAIL}); ${PASS} });`, ''],
  nothing: [`beforeAll(() => {}); describe('a', () => { ${PASS} }); test.fails('fails', ${FAIL});`],
};

test('each test that fails, and each file with a hook that fails, prints one command that repeats it', () => {
  for (const [name, [text]] of Object.entries(FILES)) writeFileSync(join(folder, `${name}.case.ts`), text);
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `import { guards } from '${root}/tools/test-kit/vitest-project.ts';
     export default { test: { ...guards, isolate: false, globals: true, include: ['*.case.ts'] } };`,
  );
  const vitest = resolve(root, 'node_modules/vitest/vitest.mjs');
  const { stderr } = spawnSync(process.execPath, [vitest, 'run', '--root', folder, '--configLoader', 'native'], {
    env: { ...process.env, FC_SEED: '7', TEST_FACTOR: '1', STRYKER_MUTATOR_WORKER: undefined },
    encoding: 'utf8',
  });
  const commands = stderr.matchAll(/^To repeat: FC_SEED=7 npx -y pnpm@12 test \S*\/(.+\.case\.ts.*)$/gm);
  const expected = Object.entries(FILES).flatMap(([name, [, printed]]) =>
    printed === undefined ? [] : [`${name}.case.ts${printed}`],
  );
  expect(Array.from(commands, ([, end = '']) => end).toSorted()).toEqual(expected.toSorted());
});
