import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Hunk, type RecipeStep } from './read-recipe.ts';
import { runCommand } from './run-command.ts';

/**
 * Does in a copy of the repository what one step of a recipe says.
 *
 * @throws Error for a new file that exists, an edit of lines that the file does not have exactly once, a command that
 * fails
 */
export function followStep(copy: string, step: RecipeStep): void {
  if (step.kind === 'run') {
    runCommand(copy, step.command);
    return;
  }
  const path = join(copy, step.file);
  if (step.kind === 'create') {
    if (existsSync(path)) throw new Error(`${step.file} already exists, but the recipe creates it.`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, step.text);
    return;
  }
  let text = readFileSync(path, 'utf8');
  for (const hunk of step.hunks) text = replaceOnce(step.file, text, hunk);
  writeFileSync(path, text);
}

function replaceOnce(file: string, text: string, { before, after }: Hunk): string {
  const parts = `\n${text}`.split(`\n${before.join('\n')}\n`);
  if (parts.length !== 2)
    throw new Error(
      `${file} has these lines ${parts.length - 1} times, the recipe needs them once:\n${before.join('\n')}`,
    );
  return parts.join(`\n${after.join('\n')}\n`).slice(1);
}
