import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Routes } from '../pages/links.ts';
import { writeIfChanged } from '../pages/write-if-changed.ts';
import { findEntries } from './entries.ts';
import { type PublicNames, publicNames } from './public-names.ts';
import { readDocstrings } from './read-docstrings.ts';
import { draftPages, referencePages, type ReferencePage } from './reference-pages.ts';

const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/reference.json');
const READ = ['packages/*/src/**/*.ts', 'packages/*/package.json', 'apps/site/src/reference/*.ts', 'pnpm-lock.yaml'];

/** The pages of the reference, and the names that code can import. */
export interface Reference {
  readonly pages: readonly ReferencePage[];
  readonly names: PublicNames;
}

/** Docstrings are read again only after a source has changed. */
export async function prepareReference(root: string, routes: Routes): Promise<Reference> {
  const entries = findEntries(root);
  const hash = createHash('sha256');
  for (const file of globSync(READ, { cwd: root }).toSorted()) hash.update(readFileSync(join(root, file)));
  const key = hash.digest('hex');
  let texts = readCache(key);
  if (texts === undefined) {
    texts = await readDocstrings(root, entries);
    writeIfChanged(CACHE, JSON.stringify({ key, texts: [...texts] }));
  }
  const drafts = draftPages(root, entries, texts);
  return { pages: referencePages(drafts, routes), names: publicNames(drafts) };
}

function readCache(key: string): Map<string, string> | undefined {
  try {
    const cached = JSON.parse(readFileSync(CACHE, 'utf8')) as { key: string; texts: [string, string][] };
    return cached.key === key ? new Map(cached.texts) : undefined;
  } catch {
    return undefined;
  }
}
