// Real time: a browser loads the pages.
import { inTurn } from '@coin/test-kit/scaled';
import { type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, type OpenSite, type WatchedPage } from './support/open-site.ts';
import { APPEARANCES, axeFindings, settled, stopAt, trimmed } from './support/panel-page.ts';

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const PATH = '/playground.html?panel=solidity';

/** Opens the panel and waits for its field: nothing is compiled before Compile is pressed. */
async function open(query = ''): Promise<WatchedPage & { readonly loaded: string[] }> {
  const watched = await site.newPage();
  const loaded: string[] = [];
  watched.page.on('request', (request) => loaded.push(request.url()));
  await watched.page.goto(PATH + query);
  await watched.page.getByLabel('Solidity, one file').waitFor();
  return { ...watched, loaded };
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const source = (page: Page) => page.getByLabel('Solidity, one file');
const steps = async (page: Page) => trimmed(await page.locator('.steps h3').allTextContents());
const compilerFiles = (loaded: readonly string[]) => loaded.filter((url) => url.includes('soljson'));

async function compile(page: Page): Promise<void> {
  await press(page, 'Compile');
  await page.locator('.outcome').waitFor();
  await settled(page);
}

test('compiles, deploys and calls a contract, and forgets all of it when the source changes', async () => {
  const { page, problems, loaded } = await open();
  await page.waitForLoadState('networkidle');
  expect(compilerFiles(loaded)).toEqual([]);
  await compile(page);
  expect(compilerFiles(loaded)).toHaveLength(1);
  await page.getByText('Compiled 1 contract: Counter.').waitFor();
  await page.getByLabel(/^Arguments, a JSON list for \(uint256 maximum_\)/).fill('[10]');
  await press(page, 'Deploy');
  await page.getByText(/^\s*The contract is at T/).waitFor();
  await page.getByLabel('Function').selectOption('add(uint256)');
  await page.getByLabel('Arguments, a JSON list', { exact: true }).fill('[4]');
  await press(page, 'Send');
  await expect.poll(() => steps(page)).toEqual(['2. add(4)', '1. Counter(10)']);
  const facts = trimmed(await page.locator('.steps li').first().locator('dt, dd').allTextContents());
  expect(facts.slice(0, 4)).toEqual([
    'Result, uint256',
    '4',
    'Log',
    expect.stringMatching(/^Added\(by: T\w+, step: 4, total: 4\)$/),
  ]);
  expect(facts).toEqual(expect.arrayContaining(['Energy', 'Fee', 'Fee limit', '1,000 coin']));
  await page.getByLabel('Arguments, a JSON list', { exact: true }).fill('[7]');
  await press(page, 'Send');
  await page.getByText('Reverted: TooMuch(11, 10).').waitFor();
  await page.getByLabel('Function').selectOption('total()');
  await press(page, 'Read');
  await expect.poll(async () => (await steps(page))[0]).toBe('4. total()');
  await settled(page);
  expect(trimmed(await page.locator('.steps li').first().locator('dd').allTextContents())[0]).toBe('4');

  // A result must not stand beside another source.
  await source(page).press('End');
  await source(page).pressSequentially(' ');
  await expect.poll(() => page.locator('.outcome, .steps, .solidity-form').count()).toBe(0);
  expect(await page.getByText('Up to date.', { exact: true }).count()).toBe(0);
  expect(problems).toEqual([]);
});

test('leads from an error to its line, and shows no contract beside it', async () => {
  const { page, problems } = await open();
  const text = (await source(page).inputValue()).replace('emit Added', 'emit Subtracted');
  await source(page).fill(text);
  await compile(page);
  await page.getByText('The source has 1 error, so nothing was compiled.').waitFor();
  const line = text.slice(0, text.indexOf('Subtracted')).split('\n').length;
  await page.getByRole('button', { name: new RegExp(`^Error in line ${line}, column`) }).click();
  const selected = await source(page).evaluate((field: HTMLTextAreaElement) =>
    field.value.slice(field.selectionStart, field.selectionEnd),
  );
  expect(selected).toBe('Subtracted');
  expect(await page.locator('.solidity-form').count()).toBe(0);
  await source(page).fill(text.replace('Subtracted', 'Added'));
  expect(await page.locator('.remarks').count()).toBe(0);
  await compile(page);
  await page.getByText('Compiled 1 contract: Counter.').waitFor();
  expect(problems).toEqual([]);
});

test('chooses among several contracts, and does not deploy one without code', async () => {
  const several = 'interface Named {} contract First {} contract Second { function f() external {} }';
  const { page, problems } = await open(`&source=${encodeURIComponent(several)}`);
  await compile(page);
  const contract = page.getByLabel('Contract', { exact: true });
  expect(trimmed(await contract.locator('option').allTextContents())).toEqual(['Named', 'First', 'Second']);
  expect(await contract.inputValue()).toBe('Second');
  await contract.selectOption('Named');
  await page.getByText('Named is an interface').waitFor();
  expect(await page.getByRole('button', { name: 'Deploy' }).isDisabled()).toBe(true);
  await contract.selectOption('First');
  await press(page, 'Deploy');
  await expect.poll(() => steps(page)).toEqual(['1. First()']);
  await contract.selectOption('Second');
  await expect.poll(() => page.locator('.steps').count()).toBe(0);
  expect(problems).toEqual([]);
});

test('a call without an end is stopped, and the contract is deployed again', async () => {
  const loop = 'contract Loop { uint n; function f() external { while (true) { unchecked { n++; } } } }';
  const { page, problems } = await open(`&limit=15000&callLimit=15000&source=${encodeURIComponent(loop)}`);
  await compile(page);
  await press(page, 'Deploy');
  await page.getByText(/^\s*The contract is at T/).waitFor();
  await settled(page);
  await stopAt(page, 'Calling the contract');
  await press(page, 'Send');
  await page.getByText('Press Deploy to start again.').waitFor();
  expect(await page.locator('.steps').count()).toBe(0);
  await press(page, 'Deploy');
  await page.getByText(/^\s*The contract is at T/).waitFor();
  expect(problems).toEqual([]);
});

test('the compiler is loaded by the first press alone, and works without a network from then on', async () => {
  const { page } = await site.newPage({ serviceWorkers: 'allow' });
  await page.goto(PATH);
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
  const keptFiles = () =>
    page.evaluate<number>(
      'caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys())))).then((kept) => kept.flat().filter(({ url }) => url.includes("soljson")).length)',
    );
  expect(await keptFiles()).toBe(0);
  await page.context().setOffline(true);
  await press(page, 'Compile');
  await page.getByRole('alert').filter({ hasText: 'The compiler cannot be loaded. Check the connection' }).waitFor();
  await page.context().setOffline(false);
  await compile(page);
  await expect.poll(keptFiles).toBe(1);
  await page.context().setOffline(true);
  await page.reload();
  await compile(page);
  await page.getByText('Compiled 1 contract: Counter.').waitFor();
});

test.each(inTurn(APPEARANCES, 0))('axe finds nothing in %s colours at a width of %i', async (colorScheme, width) => {
  const { page } = await site.newPage({ colorScheme, viewport: { width, height: 900 } });
  const fits = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
  await page.goto(PATH);
  await source(page).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await source(page).fill('contract A { uint x = y; }');
  await compile(page);
  expect(await axeFindings(page)).toEqual([]);
  await expect.poll(fits).toBeLessThanOrEqual(0);
  await source(page).fill('contract A { function f(uint a) external returns (uint) { uint b; return a; } }');
  await compile(page);
  await press(page, 'Deploy');
  await page.getByText(/^\s*The contract is at T/).waitFor();
  await press(page, 'Send');
  await expect.poll(() => steps(page)).toHaveLength(2);
  await settled(page);
  expect(await axeFindings(page)).toEqual([]);
  await expect.poll(fits).toBeLessThanOrEqual(0);
});
