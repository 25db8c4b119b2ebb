// Real time: pnpm and the compiler run as processes.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyRepository } from '../recipes/copy-repository.ts';
import { followStep } from '../recipes/follow-step.ts';
import { readRecipe } from '../recipes/read-recipe.ts';
import { runCommand } from '../recipes/run-command.ts';

const root = join(import.meta.dirname, '../..');

test('the repository compiles after all recipes', { timeout: 600_000 }, () => {
  const copy = mkdtempSync(join(tmpdir(), 'coin-recipes-'));
  try {
    copyRepository(root, copy);
    for (const file of readdirSync(`${root}/docs/recipes`).filter((name) => name.endsWith('.md')))
      for (const step of readRecipe(readFileSync(`${root}/docs/recipes/${file}`, 'utf8')))
        if (step.kind !== 'run') followStep(copy, step);
    expect(() => runCommand(copy, 'npx -y pnpm@12 exec tsc -p tsconfig.check.json')).not.toThrow();
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
