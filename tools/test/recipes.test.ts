import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyFiles } from '../recipes/copy-repository.ts';
import { followStep } from '../recipes/follow-step.ts';
import { readRecipe, type RecipeStep } from '../recipes/read-recipe.ts';
import { checkStyle } from '../style/check-style.ts';

const root = join(import.meta.dirname, '../..');
const recipes = readdirSync(`${root}/docs/recipes`).filter((file) => file.endsWith('.md'));

const copy = mkdtempSync(join(tmpdir(), 'coin-recipes-'));
beforeAll(() => copyFiles(root, copy));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test.each(recipes)('every block of %s fits the files that it changes, and has their style', (file) => {
  const steps = readRecipe(readFileSync(`${root}/docs/recipes/${file}`, 'utf8'));
  expect(steps.filter(({ kind }) => kind === 'create').length).toBeGreaterThan(0);
  expect(steps.some((step) => step.kind === 'run' && / --filter \S+ test\b/.test(step.command))).toBe(true);
  const sources = new Set<string>();
  for (const step of steps) {
    if (step.kind === 'run') continue;
    followStep(copy, step);
    if (step.file.endsWith('.ts')) sources.add(step.file);
  }
  for (const source of sources)
    expect([source, checkStyle(source, readFileSync(join(copy, source), 'utf8'))]).toEqual([source, []]);
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
  expect(() => followStep(root, { kind: 'create', file: 'LICENSE', text: '' })).toThrow('LICENSE already exists');
  expect(() => followStep(root, { kind: 'run', command: 'echo why && false' })).toThrow('why');
});
