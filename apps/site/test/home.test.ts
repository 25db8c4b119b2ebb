import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findSiteExamples } from '../src/examples/find-site-examples.ts';
import { reasonAgainstPage } from '../src/examples/where-it-runs.ts';
import { limitsAcrossMaintenance } from '../src/home/fee-limits.ts';
import { fillHome } from '../src/home/home-page.ts';
import { PAYMENT_STORIES } from '../src/home/payment-stories.ts';
import { installTabs } from '../src/markdown/install-tabs.ts';
import { findPages } from '../src/pages/find-pages.ts';
import { linksIn } from '../src/pages/links.ts';

const root = resolve(import.meta.dirname, '../../..');
const read = (source: string) => readFileSync(resolve(root, source), 'utf8');
const home = fillHome(read('apps/site/pages/index.md'), read);

test('the example of the first page is one that a test runs, and that runs in a page', () => {
  const [, code = ''] = /^```ts unexplained\n([\s\S]*?)^```$/m.exec(home) ?? [];
  const example = findSiteExamples(root).get(code.trimEnd());
  expect(example?.runs).toBe(true);
  expect(reasonAgainstPage(code)).toBeUndefined();
});

test('the first page has a number for each claim, and links only to pages that exist', () => {
  expect(home).not.toMatch(/<!-- (?:example|numbers)/);
  expect(home.match(/^- \*\*[\d.]+ ?[^*]+\*\* .*\(\[source\]/gm)).toHaveLength(6);
  const routes = new Set([...findPages(root).map(({ route }) => `/${route}.md`), '/playground.md']);
  const own = linksIn(home).filter((target) => target.startsWith('/'));
  expect(own.length).toBeGreaterThan(20);
  expect(own.map((target) => target.replace(/#.*/, '')).filter((target) => !routes.has(target))).toEqual([]);
});

test('rejects a first page whose number is gone from its source', () => {
  expect(() => fillHome('<!-- numbers -->', () => '```ts\n```\n')).toThrow(
    'docs/benchmarks.md has no number in the row',
  );
});

test.each([0, 100, 105, 130, 200])('at a load of %i percent the limit across a maintenance holds', (load) => {
  const { today, across, needed } = limitsAcrossMaintenance(load);
  expect(across).toBeGreaterThanOrEqual(needed);
  expect(today >= needed).toBe(load <= 100);
});

test('the outbox pays once in every story, and a retry pays twice in some', () => {
  expect(PAYMENT_STORIES.map(({ outbox }) => outbox.paid)).toEqual(PAYMENT_STORIES.map(() => 1));
  expect(PAYMENT_STORIES.some(({ retry }) => retry.paid === 2)).toBe(true);
});

test('an installation has a tab for each package manager, and other commands have none', () => {
  const text = '```sh\nnpm install @coin/rpc\nnpm install --save-dev @coin/mock-node\n```\n';
  const tabs = installTabs(text);
  expect(tabs.match(/^```sh \[(\w+)\]$/gm)).toEqual(['npm', 'pnpm', 'yarn', 'bun'].map((name) => `\`\`\`sh [${name}]`));
  expect(tabs).toContain('yarn add @coin/rpc\nyarn add --dev @coin/mock-node\n');
  expect(installTabs('```sh\nnpm install\nnpx mock-node\n```\n')).toBe('```sh\nnpm install\nnpx mock-node\n```\n');
});
