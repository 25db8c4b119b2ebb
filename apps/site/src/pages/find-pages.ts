import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page of the site and the file of the repository that it shows. */
export interface Page {
  /** The file's path from the repository's root, such as `docs/guides/pay-out.md`. */
  readonly source: string;
  /** The page's path on the site, without a leading slash and `.md`: `guides/pay-out`, `guides/index`. */
  readonly route: string;
  readonly title: string;
  readonly text: string;
}

/** Protocol pages about fees and what a client reads; the others are for people who work on the node. */
const PROTOCOL = [
  'README',
  'bandwidth',
  'chain-parameters',
  'contract-calls',
  'dynamic-energy',
  'fee-limit',
  'minting',
  'permissions',
  'rewards',
  'staking',
  'transfers',
];

/** What users need. The specification, decisions, recipes, architecture and contributors' pages are in the repository only. */
const SOURCES = [
  '{README,SECURITY}.md',
  'docs/{benchmarks,guarantees,versioning}.md',
  'docs/{concepts,errors,guides}/**/*.md',
  `docs/protocol/{${PROTOCOL.join(',')}}.md`,
  'packages/*/README.md',
  'packages/*/docs/*.md',
  'apps/examples/*/README.md',
];

/** The path on the site of a Markdown file of the repository. */
export function routeOf(source: string): string {
  return source
    .replace(/\.md$/, '')
    .replace(/^README$/, 'overview')
    .replace(/^docs\//, '')
    .replace(/^(packages\/[^/]+)\/docs\//, '$1/')
    .replace(/^apps\/(examples\/[^/]+)\/README$/, '$1')
    .replace(/(^|\/)README$/, '$1index')
    .replace(/SECURITY$/, 'security');
}

/** The text of the first heading, without its formatting. */
export function titleOf(text: string, source: string): string {
  const heading = /^# (.+)$/m.exec(text)?.[1];
  if (heading === undefined) throw new Error(`${source} has no title: begin it with "# ".`);
  return heading.replaceAll(/[`*]/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

/** The Markdown files of the repository that the site shows. */
export function findPages(root: string): Page[] {
  return globSync(SOURCES, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
    .map((source) => {
      const text = readFileSync(join(root, source), 'utf8');
      return { source, route: routeOf(source), title: titleOf(text, source), text };
    });
}
