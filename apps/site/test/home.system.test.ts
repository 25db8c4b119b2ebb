// Real time: a browser loads the pages.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, type OpenSite } from './support/open-site.ts';

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test('a visitor changes the example of the first page and runs it', async () => {
  const { page, problems } = await site.newPage();
  await page.goto('/index.html');
  const example = page.locator('.home .example');
  await example.getByRole('button', { name: 'Edit' }).click();
  const editor = example.getByRole('textbox');
  await editor.fill((await editor.inputValue()).replace("'12.5'", "'7'"));
  await example.getByRole('button', { name: 'Run' }).click();
  await page.waitForSelector('.example[data-state="ended"]');
  expect(await example.locator('.example-results .failed').textContent()).toContain("'1000007'");
  expect(problems).toEqual([]);
});

test('the pictures of the first page react', async () => {
  const { page, problems } = await site.newPage();
  await page.goto('/index.html');
  const load = page.getByLabel(/^Load on the contract/);
  await page.getByText('burned for nothing').waitFor();
  await load.fill('80');
  await page.getByText('burned for nothing').waitFor({ state: 'detached' });

  await page.getByText('Paid 2 times').waitFor();
  await page.getByLabel('the request is lost').check();
  expect(await page.getByText('Paid once', { exact: true }).count()).toBeGreaterThanOrEqual(2);
  expect(await page.getByText('Paid 2 times').count()).toBe(0);

  await page.getByRole('button', { name: 'Send 1.5 coin' }).click();
  await page.getByText('Recipient: 1000001.5 coin.').waitFor();
  const newest = page.locator('.node-blocks g').last();
  expect(await newest.textContent()).toContain('1 tx');
  await page.getByRole('button', { name: 'Mine a block' }).click();
  await expect.poll(() => newest.textContent()).not.toContain('tx');
  expect(problems).toEqual([]);
});

test('the choice of a package manager applies to all pages', async () => {
  const { page } = await site.newPage();
  await page.goto('/packages/units/index.html', { waitUntil: 'networkidle' });
  await page.getByText('bun', { exact: true }).first().click();
  await page.getByText('bun add @coin/units').waitFor();
  await page.goto('/packages/fee/index.html');
  await expect.poll(() => page.locator('.vp-code-group .active').textContent()).toContain('bun add @coin/fee');
});
