// Real time: a browser loads the pages.
import { readFileSync } from 'node:fs';
import { createMockNode, serve } from '@coin/mock-node';
import { inTurn, sampled } from '@coin/test-kit/scaled';
import { type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readAddress } from '../src/playground/address/address-state.ts';
import { csvOf, tableOf } from '../src/playground/chart/chart-data.ts';
import { simulateCycles } from '../src/playground/cycles/model.ts';
import { cyclesCharts, cyclesFields } from '../src/playground/cycles/view.ts';
import { compareMethods } from '../src/playground/fee-laboratory/model.ts';
import {
  comparisonTexts,
  laboratoryFields,
  laboratoryInput,
  outcomesTable,
} from '../src/playground/fee-laboratory/view.ts';
import { compareResources } from '../src/playground/resources/model.ts';
import {
  resourcesCharts,
  resourcesFields,
  resourcesInput,
  resourcesText,
  waysTable,
} from '../src/playground/resources/view.ts';
import { forecastSupply } from '../src/playground/supply/model.ts';
import { playVote } from '../src/playground/supply/play-vote.ts';
import { supplyCharts, supplyFields, supplyInput, voteInput, voteTable } from '../src/playground/supply/view.ts';
import { longestTask } from './support/longest-task.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { APPEARANCES, axeFindings, openPanel, settled, stopAt, tableIn, trimmed } from './support/panel-page.ts';

const silent = () => undefined;

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const queryOf = (page: Page) => new URL(page.url()).search;

test.each(sampled(['&call=swap&factor=20000&busy=300&minutes=700', '', '&call=deployment']))(
  'the fee laboratory shows the numbers of the packages for the address “%s”',
  async (query) => {
    const { page, problems } = await openPanel(site, 'fee-laboratory', query);
    const compared = await compareMethods(laboratoryInput(readAddress(laboratoryFields, query)), silent);
    if (compared.kind === 'failed') throw new Error(compared.reason);
    expect(await tableIn(page, 'The call executed')).toEqual(outcomesTable(compared));
    expect(trimmed(await page.locator('.texts li').allTextContents())).toEqual(comparisonTexts(compared));
    expect(problems).toEqual([]);
  },
);

test('cycles show the numbers of the packages, also after a drag, a key and the way back', async () => {
  const { page, problems } = await openPanel(site, 'cycles', '&initialFactor=5000');
  // Address and table follow the last move of a drag one after the other.
  const shownEqualsComputed = () =>
    vi.waitFor(async () => {
      const computed = await simulateCycles(readAddress(cyclesFields, queryOf(page)), silent);
      expect(await tableIn(page, '16 cycles')).toEqual(tableOf(cyclesCharts(computed)));
    }, 60_000);
  await shownEqualsComputed();
  const usage = page.getByRole('slider', { name: 'Energy used by all calls, chart' });
  const box = await usage.locator('.u-over').boundingBox();
  if (box === null) throw new Error('The chart is not drawn.');
  await page.mouse.move(box.x + 1, box.y + box.height * 0.9);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 5, { steps: 5 });
  await page.mouse.up();
  await page.waitForURL(/loads=/);
  await settled(page);
  await shownEqualsComputed();
  const dragged = queryOf(page);

  await usage.focus();
  for (const key of ['End', 'ArrowLeft', 'ArrowUp', 'ArrowUp']) await usage.press(key);
  await expect.poll(() => readAddress(cyclesFields, queryOf(page)).loads.at(-2)).toBe(50);
  await settled(page);
  expect(await usage.getAttribute('aria-valuetext')).toBe('Cycle 15: Usage 2,500,000,000');
  await shownEqualsComputed();

  await page.goBack();
  // On a busy machine keys and moves are far apart, and each is a separate step.
  for (let step = 0; step < 8 && queryOf(page) !== dragged; step++) await page.goBack();
  expect(queryOf(page)).toBe(dragged);
  await expect.poll(() => usage.getAttribute('aria-valuetext')).toBe('Cycle 15: Usage 1,500,000,000');
  await shownEqualsComputed();
  expect(problems).toEqual([]);
});

test('the supply and its vote show the numbers of the packages and of the node', async () => {
  const query = '&votingReward=320000&transfers=77&staked=3&vote=blockReward&value=70000';
  const { page, problems } = await openPanel(site, 'supply', query);
  const state = readAddress(supplyFields, query);
  expect(await tableIn(page, 'Two weeks')).toEqual(
    tableOf(supplyCharts(await forecastSupply(supplyInput(state), silent))),
  );
  await page.getByRole('button', { name: 'Play the vote on the node' }).click();
  await page.getByText('Approved after 13 maintenances.').waitFor();
  expect(await tableIn(page, 'The vote on the node')).toEqual(voteTable(await playVote(voteInput(state), silent)));
  expect(problems).toEqual([]);
});

test.each(['-5', '1.5', '99999999999999', 'ten', ''])(
  'the supply rejects “%s” in place, keeps the last results, and continues with a number',
  async (typed) => {
    const { page, problems } = await openPanel(site, 'supply');
    const shown = await tableIn(page, 'Two weeks');
    const field = page.getByLabel('Coin transfers in a day');
    await field.fill(typed);
    await page.getByText(/is not a whole number from 0 to 100,000,000\./).waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await page.getByText('Results of the last valid input.').waitFor();
    expect(await tableIn(page, 'Two weeks')).toEqual(shown);
    await field.fill('77');
    await settled(page);
    const computed = await forecastSupply(supplyInput(readAddress(supplyFields, '&transfers=77')), silent);
    expect(await tableIn(page, 'Two weeks')).toEqual(tableOf(supplyCharts(computed)));
    expect(problems).toEqual([]);
  },
);

test('resources show the numbers of the packages, follow a slider, reject bad input in place, and undo', async () => {
  const { page, problems } = await openPanel(site, 'resources', '&transactions=100&stake=200000');
  const shownEqualsComputed = async () => {
    await settled(page);
    const costs = compareResources(resourcesInput(readAddress(resourcesFields, queryOf(page))), silent);
    await page.getByText(resourcesText(costs)).waitFor();
    expect(await tableIn(page, 'Ways to pay')).toEqual(waysTable(costs));
    expect(await tableIn(page, 'Stakes that were compared')).toEqual(tableOf(resourcesCharts(costs)));
  };
  await shownEqualsComputed();
  const volume = page.getByLabel('Calls in a day');
  const longest = await longestTask(site.browser, page, async () => {
    await volume.press('ArrowRight');
    await page.waitForURL(/transactions=110/);
    await settled(page);
  });
  expect(longest).toBeLessThanOrEqual(50);
  expect(await volume.getAttribute('aria-valuetext')).toBe('110');
  await shownEqualsComputed();

  const energy = page.getByLabel('Energy of a call');
  await energy.fill('1.5');
  await page.getByText('“1.5” is not a whole number from 1 to 10,000,000.').waitFor();
  await page.getByText('Results of the last valid input.').waitFor();
  expect(await page.locator('.task-result table').count()).toBe(2);
  await energy.fill('16941');
  await page.waitForURL(/energy=16941/);
  await shownEqualsComputed();
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Undo' }).click();
  expect(queryOf(page)).toBe('?panel=resources&transactions=100&stake=200000');
  await shownEqualsComputed();
  expect(problems).toEqual([]);
});

test('a change is taken back, a link is copied, and a table is saved', async () => {
  const { page, problems } = await openPanel(site, 'supply', '&transfers=77');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const undo = page.getByRole('button', { name: 'Undo' });
  expect(await undo.isDisabled()).toBe(true);
  const field = page.getByLabel('Coin transfers in a day');
  await field.fill('78');
  await page.waitForURL(/transfers=78/);
  await field.fill('79');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Copied.').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/\?panel=supply&transfers=79$/);
  for (const before of ['78', '77']) {
    await undo.click();
    await expect.poll(() => field.inputValue()).toBe(before);
  }
  expect(queryOf(page)).toBe('?panel=supply&transfers=77');
  expect(await undo.isDisabled()).toBe(true);
  await settled(page);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^two-weeks-in-coin.*\.csv$/);
  expect(readFileSync(await saved.path(), 'utf8')).toBe(csvOf(await tableIn(page, 'Two weeks')));
  expect(problems).toEqual([]);
});

test('an opened transaction stays when its amount is wrong, and follows a right one', async () => {
  const { page } = await openPanel(site, 'transaction');
  const differences = await tableIn(page, 'Differences');
  await page.getByLabel(/^Amount/).fill('1,5');
  await page.getByRole('alert').filter({ hasText: '1,5' }).waitFor();
  await page.getByText('Results of the last valid input.').waitFor();
  expect(await tableIn(page, 'Differences')).toEqual(differences);
  await page.getByLabel(/^Amount/).fill('77.25');
  await settled(page);
  expect(await page.locator('.task-result').textContent()).toContain('77.25');
});

test('results stay when bytecode of the reader’s own is wrong, and its field is marked', async () => {
  const { page } = await openPanel(site, 'call', '&call=transfer-to-holder');
  const energy = await tableIn(page, 'Energy by function');
  await page.getByLabel('Call', { exact: true }).selectOption('own');
  await page.getByRole('alert').filter({ hasText: 'Bytecode is empty' }).waitFor();
  const field = page.getByLabel(/^Bytecode/);
  await field.fill('6');
  await field.blur();
  await page.getByRole('alert').filter({ hasText: 'Bytecode is not hexadecimal' }).waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel(/^ABI/).getAttribute('aria-invalid')).toBe('false');
  expect(await tableIn(page, 'Energy by function')).toEqual(energy);
});

test('the tabs of the playground are in one row on a phone, and the shown one is in sight', async () => {
  const { page } = await site.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto('/playground.html?panel=accounts');
  await settled(page);
  const places = await page.evaluate<{ top: number; right: number }[]>(
    `[...document.querySelectorAll('[role="tab"]')].map((tab) => tab.getBoundingClientRect().toJSON())`,
  );
  expect(new Set(places.map(({ top }) => top)).size).toBe(1);
  expect(places.at(-1)?.right).toBeLessThanOrEqual(390);
});

test('the keyboard reaches and changes tabs, and the settings of a tab are kept', async () => {
  const { page } = await openPanel(site, 'cycles', '&initialFactor=5000');
  const focused = async () => page.evaluate<string>('document.activeElement.id');
  await page.locator('#tab-cycles').focus();
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe('tab-supply');
  expect(queryOf(page)).toBe('?panel=supply');
  await page.keyboard.press('Home');
  expect(await focused()).toBe('tab-fee-laboratory');
  await settled(page);
  const order: string[] = [];
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press('Tab');
    order.push(await focused());
  }
  // One stop for all tabs, then the controls of the panel.
  expect(order).toEqual(['lab-call', 'lab-factor', 'lab-busy', 'lab-minutes']);
  await page.locator('#tab-cycles').click();
  expect(queryOf(page)).toBe('?panel=cycles&initialFactor=5000');
  await page.goBack();
  expect(await page.locator('#tab-fee-laboratory').getAttribute('aria-selected')).toBe('true');
});

test('a hostile contract does not hold up the page, ends by itself, and can be stopped', async () => {
  const { page, problems } = await openPanel(site, 'fee-laboratory', '&call=own&code=600060005360016000f3');
  const loop = page.getByRole('button', { name: /loop/ });
  await page.getByLabel('Factor now').press('ArrowRight');
  await settled(page);
  const longest = await longestTask(site.browser, page, async () => {
    await loop.click();
    await page.getByText('The call fails under every limit.').waitFor();
    await settled(page);
  });
  expect(longest).toBeLessThanOrEqual(50);
  expect(await page.locator('.results').textContent()).toContain('burns 100 coin for 1,000,000 units of energy');

  await stopAt(page, 'Estimating');
  await page.getByLabel('Factor now').press('ArrowRight');
  await page.getByText(/^\s*Stopped/).waitFor();
  await page.getByLabel('Call', { exact: true }).selectOption('transfer-to-holder');
  await settled(page);
  expect((await tableIn(page, 'The call executed')).rows).toHaveLength(6);
  expect(problems).toEqual([]);
});

test('reads a real network, and names the likely reason if it cannot', async () => {
  const { page } = await openPanel(site, 'fee-laboratory');
  const contract = '41c0ffee00000000000000000000000000000000c0';
  const node = createMockNode({
    preset: 'mainnet',
    contracts: [{ address: contract, code: '00', energyFactor: 8_100n }],
  });
  await using served = await serve(node, { cors: [site.url] });
  await page.getByText('Read a real network').click();
  await page.getByLabel('Address of the node').fill('http://127.0.0.1:9');
  const read = page.getByRole('button', { name: 'Read', exact: true });
  await read.click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toMatch(/connection failed.*CORS/s);
  await page.getByLabel('Address of the node').fill(served.url);
  await page.getByLabel('Contract (optional)').fill(contract);
  await read.click();
  await page.getByRole('button', { name: 'Use its factor and load' }).click();
  expect((await tableIn(page, 'What the node says')).rows).toContainEqual(['Factor of the contract', '0.81']);
  await settled(page);
  expect(await page.getByText('Factor now: 0.81').count()).toBe(1);
});

test.each(
  ['fee-laboratory', 'fee-laboratory&call=own&code=5b5f56', 'cycles', 'supply', 'resources'].map(
    (panel, index) => [panel, inTurn(APPEARANCES, index)] as const,
  ),
)('axe finds nothing on %s, whose colours and width change while it is open', async (panel, appearances) => {
  const { page } = await site.newPage();
  await page.goto(`/playground.html?panel=${panel}`);
  await page.locator('.task-status :is([role="alert"], [role="status"])', { hasText: /\w/ }).first().waitFor();
  for (const [colorScheme, width] of appearances) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    // The page follows the colours and redraws charts of another width in later frames.
    await expect
      .poll(() => page.evaluate('document.documentElement.classList.contains("dark")'))
      .toBe(colorScheme === 'dark');
    expect(await axeFindings(page)).toEqual([]);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  }
});
