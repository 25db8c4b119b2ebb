// Real time: a browser loads the pages.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { scaled } from '@coin/test-kit/scaled';
import { type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findSiteExamples } from '../src/examples/find-site-examples.ts';
import { reasonAgainstPage } from '../src/examples/where-it-runs.ts';
import { openSite, type OpenSite } from './support/open-site.ts';

const root = resolve(import.meta.dirname, '../../..');
const dist = resolve(import.meta.dirname, '../dist');
const examples = [...findSiteExamples(root).values()];

/** Each example has its own worker, with all packages. */
const AT_ONCE = 3;

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** The examples of each page that has one, by the page's path; one that several pages show is listed once. */
function examplesByPage(): Map<string, string[]> {
  const seen = new Set<string>();
  const pages = new Map<string, string[]>();
  for (const file of globSync('**/*.html', { cwd: dist }).toSorted()) {
    const places = [...readFileSync(`${dist}/${file}`, 'utf8').matchAll(/class="example" data-place="([^"]+)"/g)]
      .map(([, place = '']) => place)
      .filter((place) => !seen.has(place) && seen.add(place));
    if (places.length > 0) pages.set(`/${file}`, places);
  }
  return pages;
}

const example = (page: Page, place: string) => page.locator(`.example[data-place="${place}"]`).first();

/** Presses the buttons of many examples from within the page, which is quicker than a mouse; returns what each says. */
async function runExamples({ places, atOnce }: { places: readonly string[]; atOnce: number }): Promise<string[]> {
  const results = new Map<string, string>();
  const waiting = [...places];
  const pause = () => new Promise((passed) => setTimeout(passed, 20));
  const textOf = (element: Element | null) => element?.textContent?.trim() ?? '';
  const runOne = async (place: string) => {
    const shown = document.querySelector<HTMLElement>(`.example[data-place="${place}"]`);
    while (!shown?.querySelector('.example-bar button:enabled')) await pause();
    shown.querySelector<HTMLButtonElement>('.example-bar button')?.click();
    while (shown.dataset['state'] !== 'ended') await pause();
    const failures = [...shown.querySelectorAll('.example-results .failed')].map(textOf);
    const summary = textOf(shown.querySelector('[role="status"]'));
    results.set(place, failures.length > 0 ? failures.join('\n') : summary);
  };
  const runWaiting = async () => {
    for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) await runOne(place);
  };
  await Promise.all(Array.from({ length: atOnce }, runWaiting));
  return places.map((place) => results.get(place) ?? '');
}

async function outcome(page: Page, place: string): Promise<string> {
  const shown = example(page, place);
  await shown.getByRole('button', { name: 'Run' }).click();
  await page.waitForSelector(`.example[data-place="${place}"][data-state="ended"]`);
  const failures = await shown.locator('.example-results .failed').allTextContents();
  return failures.length > 0 ? failures.join('\n') : ((await shown.getByRole('status').textContent()) ?? '').trim();
}

test('every example is shown on a page', () => {
  const shown = new Set([...examplesByPage().values()].flat());
  expect(examples.map(({ place }) => place).filter((place) => !shown.has(place))).toEqual([]);
});

/** An example for each entry that examples import; every example in `test:full`. */
function examplesToRun(): Set<string> {
  const runnable = examples.filter(({ code, runs }) => runs && reasonAgainstPage(code) === undefined);
  const imported = new Set<string>();
  const chosen = runnable.filter(({ code }) => {
    const names = [...code.matchAll(/\bfrom '([^']+)'/g)].map(([, name = '']) => name);
    const brings = names.some((name) => !imported.has(name));
    for (const name of names) imported.add(name);
    return brings || scaled(1) > 1;
  });
  return new Set(chosen.map(({ place }) => place));
}

test('examples run in their page and give the values shown', async () => {
  const runnable = examplesToRun();
  expect(runnable.size).toBeGreaterThan(10);
  const { page, problems } = await site.newPage();
  const failures: string[] = [];
  let count = 0;
  for (const [path, places] of examplesByPage()) {
    const here = places.filter((place) => runnable.has(place));
    if (here.length === 0) continue;
    await page.goto(path);
    const results = await page.evaluate(runExamples, { places: here, atOnce: AT_ONCE });
    count += here.length;
    for (const [at, result] of results.entries())
      if (!/^It ran(?:\.|, and gave (?:the value|all \d+ values) shown\.)$/.test(result))
        failures.push(`${here[at]}: ${result}`);
  }
  expect(failures).toEqual([]);
  expect(problems).toEqual([]);
  expect(count).toBe(runnable.size);
});

describe('an example', () => {
  const place = examples.find(({ place }) => place.startsWith('packages/units/README.md'))?.place ?? '';

  async function edit(code: string) {
    const { page, problems } = await site.newPage();
    await page.goto('/packages/units/index.html');
    await example(page, place).getByRole('button', { name: 'Edit' }).click();
    await example(page, place).getByRole('textbox').fill(code);
    return { page, problems };
  }

  test('shows the differences after an edit, and the original code after a reset', async () => {
    const { page } = await edit("import { parseCoin } from '@coin/units';\n\nparseCoin('1.5'); // => 7n");
    expect(await outcome(page, place)).toBe('Line 3: 1500000n instead of 7n');
    await example(page, place).getByRole('button', { name: 'Reset' }).click();
    expect(await outcome(page, place)).toMatch(/^It ran, and gave all/);
  });

  test('says where its code does not parse', async () => {
    const { page } = await edit('const = 1;');
    expect(await outcome(page, place)).toContain('Unexpected token (1:7)');
  });

  test('is stopped while it computes, and the page answers meanwhile', async () => {
    const { page } = await edit('for (;;);');
    await example(page, place).getByRole('button', { name: 'Run' }).click();
    await page.waitForSelector('iframe', { state: 'attached' });
    await example(page, place).getByRole('button', { name: 'Stop' }).click();
    expect(await example(page, place).getByRole('status').textContent()).toBe('Stopped.');
    expect(await page.locator('iframe').count()).toBe(0);
  });

  test.each([
    ['send a request', "await fetch('https://example.org');", 'Failed to fetch'],
    ['send a request to the site', 'await fetch(location.origin);', 'Failed to'],
    ['compile text', "new Function('return 1')();", 'unsafe-eval'],
    ['load a script', "importScripts('https://example.org/a.js');", 'importScripts'],
    ['open a database', "indexedDB.open('a');", 'denied'],
  ])('may not %s', async (_what, code, refusal) => {
    const { page } = await edit(code);
    expect(await outcome(page, place)).toContain(refusal);
  });
});
