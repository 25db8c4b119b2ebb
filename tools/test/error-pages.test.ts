import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeErrorPages } from '../api/write-error-pages.ts';

const root = mkdtempSync(join(tmpdir(), 'error-pages-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function packageWith(name: string, members: string): string {
  const folder = join(root, name);
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, 'src/errors.ts'), `export interface PlantedErrorContexts {\n${members}\n}\n`);
  return folder;
}

test('writes a section for each code, with the cause, the remedy, and the context', () => {
  const folder = packageWith(
    'planted',
    `  /**
   * The answer came late.
   * See {@link Planted}.
   *
   * Raise the limit.
   */
  LATE: { readonly by: number };`,
  );
  const [index, page] = writeErrorPages([folder]);
  expect(index?.file).toBe('docs/errors/README.md');
  expect(index?.text).toContain('[`LATE`](planted.md#late)');
  expect(page).toEqual({
    file: 'docs/errors/planted.md',
    text: `# Errors of @coin/planted

The codes of \`PlantedError\` of [\`@coin/planted\`](../../packages/planted/README.md): what happened, what to do, and the type of the error's \`context\`.

## LATE

The answer came late. See \`Planted\`.

Raise the limit.

\`\`\`ts
{ readonly by: number }
\`\`\`
`,
  });
});

test('requires a remedy for each code', () => {
  const folder = packageWith('short', '  /** The answer came late. */\n  LATE: { readonly by: number };');
  expect(() => writeErrorPages([folder])).toThrow('LATE of PlantedError: its docstring needs a paragraph on what');
});
