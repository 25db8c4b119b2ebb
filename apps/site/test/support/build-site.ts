import { execFile } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const FOLDER = resolve(import.meta.dirname, '../..');
const ROOT = resolve(FOLDER, '../..');
const SOURCES = [
  '*.md',
  'docs/**/*.md',
  'packages/*/{,docs/}*.md',
  'packages/*/src/**/*.ts',
  'apps/site/{src,pages}/**/*.*',
];

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Builds the site unless it was built from the present sources; vitest calls it once before the tests that open it. */
export async function setup(): Promise<void> {
  const newest = Math.max(...globSync(SOURCES, { cwd: ROOT }).map((file) => changedAt(resolve(ROOT, file))));
  if (changedAt(`${FOLDER}/dist/index.html`) > newest) return;
  await promisify(execFile)(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build'], {
    cwd: FOLDER,
    maxBuffer: 1 << 26,
  });
}
