/** One code block of a recipe: a new file, an edit of a file, or a command. */
export type RecipeStep =
  | { readonly kind: 'create'; readonly file: string; readonly text: string }
  | { readonly kind: 'edit'; readonly file: string; readonly hunks: readonly Hunk[] }
  | { readonly kind: 'run'; readonly command: string };

/** Consecutive lines of a file, and what stands there instead after the edit. */
export interface Hunk {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * The steps of a recipe in their order: each line of a `sh` block is a command, a `diff` block an edit (`@@` between
 * places of one file), every other block a new file. The file is the last one that the text since the block before it
 * names.
 *
 * @throws Error for a block without a file
 */
export function readRecipe(markdown: string): readonly RecipeStep[] {
  const parts = markdown.split(/^```(.*)\n/m);
  if (parts.length % 4 !== 1) throw new Error('A code block of the recipe is not closed. Add ``` at its end.');
  const steps: RecipeStep[] = [];
  // text, language, body, nothing, text, …
  for (let at = 0; at + 2 < parts.length; at += 4) {
    const [text = '', language = '', body = ''] = parts.slice(at, at + 3);
    if (language === 'sh') {
      steps.push(
        ...body
          .trim()
          .split('\n')
          .map((command) => ({ kind: 'run', command }) as const),
      );
      continue;
    }
    const [, file] = [...text.matchAll(/`([\w./-]+\.\w+)`/g)].at(-1) ?? [];
    if (file === undefined) throw new Error(`Name a file in the text before this block:\n${body}`);
    if (language === 'diff') steps.push({ kind: 'edit', file, hunks: body.split(/^@@\n/m).map(readHunk) });
    else steps.push({ kind: 'create', file, text: body });
  }
  return steps;
}

function readHunk(text: string): Hunk {
  const lines = text.replace(/\n$/, '').split('\n');
  const without = (mark: string) => lines.filter((line) => !line.startsWith(mark)).map((line) => line.slice(1));
  return { before: without('+'), after: without('-') };
}
