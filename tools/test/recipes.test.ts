import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyFiles, copyRepository } from '../recipes/copy-repository.ts';
import { followStep } from '../recipes/follow-step.ts';
import { readRecipe, type RecipeStep } from '../recipes/read-recipe.ts';
import { runCommand } from '../recipes/run-command.ts';

const root = join(import.meta.dirname, '../..');
const recipes = readdirSync(`${root}/docs/recipes`).filter((file) => file.endsWith('.md'));
const stepsOf = (file: string) => readRecipe(readFileSync(`${root}/docs/recipes/${file}`, 'utf8'));

/** Otherwise the blocks are applied, and `test:system` compiles them; `test:full` runs their tests and checks all. */
const isLong = Number(process.env['TEST_FACTOR'] ?? 1) > 1;
/** Commands that treat the whole repository: in `test:full` once, after all recipes. */
const isForAll = (step: RecipeStep) => step.kind === 'run' && /^npx -y pnpm@12 (format|api)$/.test(step.command);

const copy = mkdtempSync(join(tmpdir(), 'coin-recipes-'));
beforeAll(() => (isLong ? copyRepository(root, copy) : copyFiles(root, copy)), 300_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }), 120_000);

const title = isLong
  ? 'following %s to the letter ends with passing tests'
  : 'every block of %s fits the files that it changes';
test.each(recipes)(title, { timeout: 600_000 }, (file) => {
  const steps = stepsOf(file);
  expect(steps.filter(({ kind }) => kind === 'create').length).toBeGreaterThan(0);
  expect(steps.some((step) => step.kind === 'run' && step.command.includes('vitest run'))).toBe(true);
  for (const step of steps) if (step.kind !== 'run' || (isLong && !isForAll(step))) followStep(copy, step);
});

test.runIf(isLong)('the repository passes its checks after all recipes', { timeout: 900_000 }, () => {
  for (const command of ['format', 'api', 'check'])
    expect(() => runCommand(copy, `npx -y pnpm@12 ${command}`)).not.toThrow();
});

test('a recipe whose lines are not in the file is not followed', () => {
  const [step] = readRecipe('In `LICENSE.txt`:\n\n```diff\n-no such line\n+another\n```\n');
  expect(step).toEqual({
    kind: 'edit',
    file: 'LICENSE.txt',
    hunks: [{ before: ['no such line'], after: ['another'] }],
  });
  const edit: RecipeStep = { kind: 'edit', file: 'LICENSE', hunks: [{ before: ['no such line'], after: [] }] };
  expect(() => followStep(root, edit)).toThrow('has these lines 0 times');
  expect(() => followStep(root, { kind: 'create', file: 'LICENSE', text: '' })).toThrow('LICENSE exists already');
  expect(() => followStep(root, { kind: 'run', command: 'echo why && false' })).toThrow('why');
});
