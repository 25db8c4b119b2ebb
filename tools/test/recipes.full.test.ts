// Real time: the commands of the recipes run as processes.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyRepository } from '../recipes/copy-repository.ts';
import { followStep } from '../recipes/follow-step.ts';
import { readRecipe, type RecipeStep } from '../recipes/read-recipe.ts';
import { runCommand } from '../recipes/run-command.ts';

const root = join(import.meta.dirname, '../..');
const recipes = readdirSync(`${root}/docs/recipes`).filter((file) => file.endsWith('.md'));

/** Commands that treat the whole repository run once, after all recipes. */
const isForAll = (step: RecipeStep) => step.kind === 'run' && /^npx -y pnpm@12 (format|api)$/.test(step.command);

const copy = mkdtempSync(join(tmpdir(), 'coin-recipes-'));
beforeAll(() => copyRepository(root, copy));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test.each(recipes)('following %s to the letter ends with passing tests', (file) => {
  const steps = readRecipe(readFileSync(`${root}/docs/recipes/${file}`, 'utf8'));
  const follow = () => {
    for (const step of steps) if (!isForAll(step)) followStep(copy, step);
  };
  expect(follow).not.toThrow();
});

test('the repository passes its checks after all recipes', () => {
  for (const command of ['format', 'api', 'check'])
    expect(() => runCommand(copy, `npx -y pnpm@12 ${command}`)).not.toThrow();
});
