import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { documentationGaps } from '../test-kit/find-examples.ts';

const EXAMPLE = '\n@example\n```ts\nf();\n```';

function gapsOf(docstring: string | undefined): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'documentation-gaps-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/index.ts'), "export { f } from './f.ts';\n");
  const comment = docstring === undefined ? '' : `/**\n${docstring.replaceAll(/^/gm, ' * ')}\n */\n`;
  writeFileSync(join(folder, 'src/f.ts'), `${comment}export function f(): void {}\n`);
  return documentationGaps(folder);
}

test.each([
  'Returns the price of energy.',
  'Returns the price of energy. It is in small units,\nand never below zero.',
  'Returns the price of energy:\n\n- in small units',
])('accepts a docstring that starts with "%s"', (summary) => {
  expect(gapsOf(`${summary}\n${EXAMPLE}`)).toEqual([]);
});

test('reports a function without a docstring', () => {
  expect(gapsOf(undefined)).toEqual(['src/f.ts: f is missing a docstring']);
});

test.each([
  'Returns the price of energy, in small units,\nas of the head block.',
  'Source: docs/protocol/fee-limit.md.',
  '@returns the price of energy.',
])('reports the first sentence of "%s"', (summary) => {
  expect(gapsOf(`${summary}\n${EXAMPLE}`)).toEqual(['src/f.ts: f is missing a first sentence on one line']);
});

test('reports a function without an example', () => {
  expect(gapsOf('Returns the price of energy.')).toEqual(['src/f.ts: f is missing an example']);
});
