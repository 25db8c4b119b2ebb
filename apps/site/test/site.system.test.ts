// Real time: a browser loads the pages.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inTurn } from '@coin/test-kit/scaled';
import { slug } from 'github-slugger';
import { type BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPages } from '../src/pages/find-pages.ts';
import { errorLinks } from './support/error-links.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { axeFindings, settled } from './support/panel-page.ts';

/** One of each kind. */
const PAGES = [
  '/index.html',
  '/guides/show-a-fee.html',
  '/concepts/index.html',
  '/packages/units/index.html',
  '/packages/units/changelog.html',
  '/packages/rpc/reference/accounts.html',
  '/protocol/minting.html',
  '/guarantees.html',
  '/guides/index.html',
  '/playground.html',
];

const VIEWS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark on a phone', { colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['dark', { colorScheme: 'dark' }],
  ['light on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
];

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test.each(PAGES.flatMap((path, index) => inTurn(VIEWS, index).map((view) => [path, ...view] as const)))(
  '%s, %s, fits its width, does not move while it loads, and axe finds nothing',
  async (path, _name, options) => {
    const { page, problems } = await site.newPage(options);
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    if (path === '/playground.html') await settled(page);
    expect(Number(await page.evaluate('shifts.reduce((sum, value) => sum + value, 0)'))).toBeLessThanOrEqual(0.01);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await axeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  },
);

test('the keyboard reaches the skip link, the search, the menu and an example, in this order', async () => {
  const { page } = await site.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto('/packages/units/index.html', { waitUntil: 'networkidle' });
  const order: string[] = [];
  for (let presses = 0; presses < 200 && !order.includes('Run'); presses++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate('(document.activeElement.ariaLabel ?? document.activeElement.textContent).trim()');
    order.push(String(name));
  }
  const wanted = ['Skip to content', 'Search', 'Guides', 'Packages', 'Protocol', 'Project', 'Playground', 'Run'];
  expect(order.filter((name) => wanted.includes(name))).toEqual(expect.arrayContaining(wanted));
  const places = wanted.map((name) => order.indexOf(name));
  // The title of the site comes before the menu, and lists of pages between the menu and the page.
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  await page.keyboard.press('Enter');
  await page.waitForSelector('.example[data-state="ended"]');
  expect(await page.locator('.example[data-state="ended"] [role="status"]').textContent()).toContain('It ran');
});

test('every address in an error message is a section of the built site', async () => {
  const links = errorLinks(findPages(resolve(import.meta.dirname, '../../..')));
  expect(links.length).toBeGreaterThan(40);
  for (const { packageName, code } of links) {
    const answer = await fetch(`${site.url}/errors/${packageName}.html`);
    expect([packageName, answer.status, await answer.text()]).toEqual([
      packageName,
      200,
      expect.stringContaining(`<h2 id="${slug(code)}"`),
    ]);
  }
});

test('every explained name in code links to a heading of the built site', () => {
  const dist = resolve(import.meta.dirname, '../dist');
  const read = (file: string) => readFileSync(resolve(dist, file), 'utf8');
  const links = globSync('{guides,packages}/**/*.html', { cwd: dist }).flatMap((file) =>
    [...read(file).matchAll(/<a href="\/([^"#]+)#([^"]+)" title="/g)].map(([, page = '', anchor = '']) => ({
      page,
      anchor,
    })),
  );
  const targets = Map.groupBy(links, ({ page }) => page);
  const missing = [...targets].flatMap(([page, those]) => {
    const html = read(page);
    return those.filter(({ anchor }) => !html.includes(`id="${anchor}"`));
  });
  expect(missing).toEqual([]);
  expect(links.length).toBeGreaterThan(500);
});

test('the search finds a page by its words', async () => {
  const { page, problems } = await site.newPage();
  await page.goto('/index.html', { waitUntil: 'networkidle' });
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('maintenance does');
  await page
    .getByRole('option', { name: /What a maintenance does/ })
    .first()
    .waitFor();
  expect(problems).toEqual([]);
});

test('the list beside a page shows the line of the page, unfolds its package alone, and others in place', async () => {
  const { page } = await site.newPage({ viewport: { width: 1280, height: 500 } });
  await page.goto('/packages/rpc/reference/signer.html');
  const place = `(() => {
    const line = [...document.querySelectorAll('.VPSidebar .is-link.is-active')].at(-1)?.getBoundingClientRect();
    return line !== undefined && line.height > 0 && line.top >= 0 && line.bottom <= innerHeight;
  })()`;
  await expect.poll(() => page.evaluate(place)).toBe(true);
  const unfolded = page.locator('.VPSidebarItem.level-0:not(.collapsed) h2');
  expect(await unfolded.allTextContents()).toEqual(['@coin/rpc']);
  const units = page.locator('.VPSidebarItem.level-0', { hasText: '@coin/units' });
  await units.getByRole('button', { name: 'toggle section' }).click();
  await units.getByRole('link', { name: 'Changelog' }).waitFor();
  expect(await unfolded.allTextContents()).toEqual(['@coin/units', '@coin/rpc']);
  expect(new URL(page.url()).pathname).toBe('/packages/rpc/reference/signer.html');
});

test('the tabs of the playground fit at a width of 1280', async () => {
  const { page } = await site.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto('/playground.html');
  const beyond = await page.locator('.tabs').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(beyond).toBeLessThanOrEqual(0);
});

test('a guide leads its reader to the next task', async () => {
  const { page } = await site.newPage();
  await page.goto('/guides/pay-out.html');
  await page.getByText('For exchanges: Accept deposits').click();
  await expect.poll(() => page.locator('h1').textContent()).toContain('Accept deposits');
});

test.each([1280, 390])('no code is cut at a width of %i, except for drawings, which scroll', async (width) => {
  const { page } = await site.newPage({ viewport: { width, height: 900 } });
  const cut: string[] = [];
  let blocks = 0;
  const pages = [...PAGES.slice(0, -1), '/packages/rpc/reference/signer.html', '/guides/sign-elsewhere.html'];
  for (const path of pages) {
    expect([path, (await page.goto(path))?.status()]).toEqual([path, 200]);
    const widths = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.vp-doc pre.wrapping')].map((pre) => pre.scrollWidth - pre.clientWidth)`,
    );
    blocks += widths.length;
    cut.push(...widths.filter((beyond) => beyond > 1).map((beyond) => `${path}: ${beyond} px`));
  }
  expect(blocks).toBeGreaterThan(50);
  expect(cut).toEqual([]);
});

test('the first view loads at most 90 kB of script, compressed', async () => {
  const { page } = await site.newPage();
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.body());
  });
  await page.goto('/index.html', { waitUntil: 'networkidle' });
  const bytes = (await Promise.all(scripts)).reduce((sum, script) => sum + gzipSync(script).byteLength, 0);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(90_000);
});

test('every page and an example work without a network once the site was open', async () => {
  const { page, problems } = await site.newPage({ serviceWorkers: 'allow' });
  await page.goto('/index.html');
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.context().setOffline(true);
  await page.reload();
  expect(await page.title()).toBe('@coin: exact payments on TRON-like networks');
  await page.goto('/packages/units/');
  await page.getByRole('button', { name: 'Run' }).first().click();
  await page.waitForSelector('.example[data-state="ended"]');
  expect(await page.locator('.example[data-state="ended"] [role="status"]').textContent()).toContain('It ran');
  await page.getByRole('link', { name: 'Protocol', exact: true }).first().click();
  await page.waitForURL('**/protocol/');
  await page.locator('h1', { hasText: 'What a node does' }).waitFor();
  expect(problems).toEqual([]);
});
