// Real time: a browser loads the pages.
import { inTurn, sampled } from '@coin/test-kit/scaled';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playAccounts } from '../src/playground/accounts/model.ts';
import { accountsFields, accountsTable, blocksTable, recoveryCharts } from '../src/playground/accounts/view.ts';
import { readAddress } from '../src/playground/address/address-state.ts';
import { shownBoxes } from '../src/playground/call/flame-view.ts';
import { openCall } from '../src/playground/call/model.ts';
import { callFields, choiceOf as callOf, tableOfCall, totalsOf } from '../src/playground/call/view.ts';
import { tableOf } from '../src/playground/chart/chart-data.ts';
import { askLiar } from '../src/playground/liar/model.ts';
import { answersTable, liarChoice, liarFields, stepsOf } from '../src/playground/liar/view.ts';
import { openPasted } from '../src/playground/pasted/model.ts';
import { factsTable, pastedChoice, pastedFields, shownOutcomes } from '../src/playground/pasted/view.ts';
import { openTransaction } from '../src/playground/transaction/model.ts';
import { changesTable, choiceOf, rowsOf, transactionFields } from '../src/playground/transaction/view.ts';
import { openSite, type OpenSite, type WatchedPage } from './support/open-site.ts';
import { APPEARANCES, axeFindings, settled, stopAt, tableIn, trimmed } from './support/panel-page.ts';

const silent = () => undefined;

/** A transfer of one coin that refers to no block of the playground's chain. */
const OTHER_CHAIN =
  '0a02abcd22080123456789abcdef40d0d6b5f79c345a67080112630a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412320a1541c0ffee00000000000000000000000000000000c0121541c0ffee00000000000000000000000000000000c118c0843d70a0d2b2f79c34';

let site: OpenSite;
let shared: WatchedPage;
beforeAll(async () => {
  site = await openSite();
  shared = await site.newPage();
});
afterAll(() => site.close());

/** Opens a panel in the one page of this file, whose problems are those of all that it showed. */
async function open(panel: string, query = ''): Promise<WatchedPage> {
  await shared.page.goto(`/playground.html?panel=${panel}${query}`);
  await settled(shared.page);
  return shared;
}

test.each(sampled(['&call=transfer-to-new-holder&factor=34000', '', '&call=deployment&factor=0&table=contracts']))(
  'the call of the address “%s” shows the numbers of the packages',
  async (query) => {
    const { page, problems } = await open('call', query);
    const state = readAddress(callFields, query);
    const opened = await openCall(callOf(state), silent);
    const shown = await page.locator('.totals > div').all();
    const totals = await Promise.all(
      shown.map(async (pair) => trimmed(await pair.locator('dt, dd').allTextContents())),
    );
    expect(totals).toEqual(totalsOf(opened));
    expect(await tableIn(page, 'Energy by')).toEqual(tableOfCall(opened, state.table));
    const { boxes } = opened.boxes;
    const labels = shownBoxes(boxes, { zoom: state.zoom, find: state.find }).map(({ text }) => text);
    const shownLabels = await page
      .locator('.flame-graph button')
      .evaluateAll((elements) => elements.map((element) => element.getAttribute('aria-label')));
    expect(shownLabels).toEqual(labels);
    expect(problems).toEqual([]);
  },
);

test.each(
  sampled(
    ['', '&request=token&lie=data', '&request=vote&amount=12&lie=expiration&shown=request', '&lie=json', '&lie=page'],
    2,
  ),
)('the transaction of the address “%s” shows what the client makes of it', async (query) => {
  const { page, problems } = await open('transaction', query);
  const choice = choiceOf(readAddress(transactionFields, query));
  if ('problem' in choice) throw new Error(choice.problem);
  const { verdict, changes, answer, requested } = await openTransaction(choice);
  const said = await page.locator('.verdict').textContent();
  expect(said).toContain(verdict.verdict === 'rejected' ? verdict.code : verdict.txID);
  if (verdict.verdict === 'rejected') expect(said).toContain(verdict.message);
  expect(await tableIn(page, 'Differences between')).toEqual(changesTable(changes));
  const bytes = query.includes('shown=request') ? requested : answer.built;
  if (bytes !== undefined) {
    expect((await page.locator('.bytes').textContent())?.replaceAll(/\s/g, '')).toBe(bytes.hex);
    const rows = rowsOf(bytes, new Set());
    expect((await tableIn(page, 'Fields of')).rows.map((row) => row.slice(0, 4))).toEqual(
      rows.map(({ field, value, bytes: range }) => [
        field.name,
        expect.stringContaining(value.replaceAll(/\s+/g, ' ')),
        String(field.number),
        range,
      ]),
    );
  }
  expect(problems).toEqual([]);
});

test('accounts show the network’s state, and the address restores the actions', async () => {
  const { page, problems } = await open('accounts', '&actions=none');
  const form = page.locator('form');
  await form.getByLabel('Action').selectOption({ label: 'Stake' });
  await form.getByLabel('Amount').fill('2500.5');
  await form.getByRole('button').click();
  await page.getByText(/^Account 1 stakes 2,500.5 coin for energy/).waitFor();
  await page.getByRole('button', { name: 'A block', exact: true }).click();
  await page.getByText(/^1 block\./).waitFor();
  await page.waitForURL(/actions=stake.1.energy.2500500000_blocks.1/);
  await settled(page);
  const state = readAddress(accountsFields, new URL(page.url()).search);
  const played = await playAccounts({ actions: state.actions, shown: state.shown }, silent);
  expect(await tableIn(page, 'Accounts after')).toEqual(accountsTable(played.accounts));
  expect(await tableIn(page, 'The newest blocks')).toEqual(blocksTable(played));
  expect(await tableIn(page, 'Used and not recovered')).toEqual(tableOf(recoveryCharts(played, state.shown)));
  await page.goBack();
  await page.getByText(/^1 block\./).waitFor({ state: 'detached' });
  await settled(page);
  await form.getByLabel('Amount').fill('1,5');
  await form.getByRole('button').click();
  await page.getByRole('alert').filter({ hasText: '1,5' }).waitFor();
  expect(problems).toEqual([]);
});

test('a lying node is caught step by step, and the address restores the steps', async () => {
  const { page, problems } = await open('lying-node', '&lie=invented-headers&amount=77');
  const choice = liarChoice(readAddress(liarFields, '?lie=invented-headers&amount=77'));
  if ('problem' in choice) throw new Error(choice.problem);
  const story = await askLiar(choice, silent);
  const titles = async () => trimmed(await page.locator('.story h3').allTextContents());
  const expected = stepsOf(story).map(({ title }) => title);
  expect(await titles()).toEqual(expected.slice(0, 1));
  const next = page.getByRole('button', { name: 'Next step' });
  for (const shown of [2, 3, 4]) {
    await next.click();
    await expect.poll(titles).toEqual(expected.slice(0, shown));
  }
  expect(await next.isDisabled()).toBe(true);
  expect(await page.locator('.story').textContent()).toContain('TRANSACTION_ROOT_MISMATCH');
  expect(await tableIn(page, 'Answers of the nodes')).toEqual(answersTable(story));
  await page.waitForURL(/step=4/);
  await page.reload();
  await settled(page);
  expect(await titles()).toEqual(expected);

  const amount = page.getByLabel('Amount that it names');
  await amount.fill('1,5');
  await page.getByRole('alert').filter({ hasText: '1,5' }).waitFor();
  await page.getByText('Results of the last valid input.').waitFor();
  expect(await titles()).toEqual(expected);
  await amount.fill('78');
  await settled(page);
  expect(await page.locator('.story').textContent()).toContain('5 coin and 78 coin');
  await page.waitForURL(/amount=78/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => amount.inputValue()).not.toBe('78');
  expect(problems).toEqual([]);
});

test('a pasted transaction is opened, its address restores it, and other text is rejected in place', async () => {
  const { page, problems } = await open('pasted');
  const field = page.getByLabel('Transaction, as hex or as an id');
  await page.getByRole('button', { name: 'A call of a token, not signed' }).click();
  await page.getByRole('heading', { name: 'Signed by its owner for this chain now: succeeds' }).waitFor();
  await settled(page);
  await page.waitForURL(/text=0a02/);
  const choice = pastedChoice(readAddress(pastedFields, new URL(page.url()).search));
  if ('problem' in choice) throw new Error(choice.problem);
  const { opened } = await openPasted(choice, silent);
  if (opened === undefined) throw new Error('Nothing was opened.');
  const shownEqualsComputed = async () => {
    expect(await tableIn(page, 'What the transaction says')).toEqual(factsTable(opened));
    expect(trimmed(await page.locator('.verdict .message').allTextContents())).toEqual(
      shownOutcomes(opened).map(({ text }) => text),
    );
    expect((await page.locator('.bytes').textContent())?.replaceAll(/\s/g, '')).toBe(opened.bytes.hex);
  };
  await shownEqualsComputed();
  await page.reload();
  await settled(page);
  expect(await field.inputValue()).toBe(choice.text);
  await shownEqualsComputed();

  await field.fill(choice.text.slice(1));
  await page.getByRole('alert').filter({ hasText: 'a digit is missing or too many' }).waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await page.getByText('Results of the last valid input.').waitFor();
  await shownEqualsComputed();
  await field.fill('5a'.repeat(32));
  await page.getByRole('alert').filter({ hasText: 'This chain has no transaction 5a5a' }).waitFor();
  await page.getByRole('button', { name: 'The id of the last transaction' }).click();
  await page.getByRole('heading', { name: 'In this chain: succeeds' }).waitFor();

  // The accounts lead to their transactions.
  await open('accounts', '&actions=send.1.2.1500000');
  await page.getByRole('link', { name: 'Open the transaction of action 1' }).click();
  await page.getByRole('heading', { name: 'In this chain: succeeds' }).waitFor();
  expect(await tableIn(page, 'What the transaction says')).toMatchObject({
    rows: expect.arrayContaining([['amount', '1.5 coin']]),
  });
  expect(problems).toEqual([]);
});

test('a loop without an end is stopped by its button, and another call runs afterwards', async () => {
  const { page, problems } = await open('call');
  await page.getByLabel('Call', { exact: true }).selectOption('own');
  await stopAt(page, 'Running the call');
  await page.getByRole('button', { name: 'Try an endless loop' }).click();
  await page.getByText(/^\s*Stopped/).waitFor();
  await page.getByLabel('Call', { exact: true }).selectOption('transfer-to-holder');
  await settled(page);
  expect(await page.locator('.totals dd').first().textContent()).toBe('16,941');
  expect(problems).toEqual([]);
});

test.each([
  ['call', ['call-call', 'call-factor']],
  ['transaction', ['transaction-request', 'transaction-amount', 'transaction-memo', 'transaction-lie']],
  ['pasted', ['pasted-text']],
  ['lying-node', ['liar-lie', 'liar-amount']],
  ['accounts', ['accounts-form', 'accounts-from', 'accounts-to', 'accounts-amount']],
])('the tab key leads from the tab of the panel %s through its fields in their order', async (panel, fields) => {
  const { page } = await open(panel);
  await page.locator(`#tab-${panel}`).focus();
  const order: string[] = [];
  for (const _ of fields) {
    await page.keyboard.press('Tab');
    order.push(await page.evaluate<string>('document.activeElement.id'));
  }
  expect(order).toEqual(fields);
});

test('the keyboard alone marks fields', async () => {
  const { page } = await open('transaction', '&lie=none');
  await page.locator('.fields button[tabindex="0"]').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
  expect(trimmed(await page.locator('.fields tr.marked th').allTextContents())).toEqual(['ref_block_hash']);
  expect(trimmed(await page.locator('.bytes .marked').allTextContents())[0]).toMatch(/^22 08 /);
  await page.keyboard.press('End');
  expect(trimmed(await page.locator('.fields tr.marked th').allTextContents())).toEqual(['timestamp']);
});

test('the flame graph is zoomed, searched and read by the keyboard alone, and its address restores it', async () => {
  const { page, problems } = await open('call');
  const graph = page.getByRole('group', { name: 'Flame graph' });
  const names = () => graph.locator('button').allTextContents();
  const all = await names();
  await graph.locator('button[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  const focused = graph.locator('button:focus');
  const label = (await focused.getAttribute('aria-label')) ?? '';
  expect(await page.locator('.flame-graph-view .reading').textContent()).toBe(label);
  expect(label).toMatch(/^Token\.transferFrom\(.*\), called by Pool\.swap\(.*\): 24,377 energy, 40 % of all/);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await names()).length).toBeLessThan(all.length);
  expect(await focused.getAttribute('aria-pressed')).toBe('true');
  await page.getByLabel(/^Find a contract/).fill('storage');
  await page.getByText(/ found: [\d,]+ energy/).waitFor();
  await page.waitForURL(/find=storage&zoom=\d+/);
  // Search and zoom run no call again.
  expect(await page.locator('.playground progress').count()).toBe(0);
  await page.reload();
  await settled(page);
  expect(trimmed(await graph.locator('button.found').allTextContents())).toEqual(['Storage']);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(names).toEqual(all);
  expect(problems).toEqual([]);
});

test.each(
  [
    ['call', '&call=own'],
    ['call', ''],
    ['call', '&find=storage&zoom=1'],
    ['transaction', ''],
    ['pasted', `&text=${OTHER_CHAIN}`],
    ['lying-node', '&step=4'],
    ['accounts', ''],
  ].flatMap(([panel, query], index) =>
    inTurn(APPEARANCES, index).map((appearance) => [panel, ...appearance, query] as const),
  ),
)('axe finds nothing on %s in %s colours at a width of %i', async (panel, colorScheme, width, query) => {
  const { page } = await site.newPage({ colorScheme, viewport: { width, height: 900 } });
  await page.goto(`/playground.html?panel=${panel}${query}`);
  await page.locator('.task-status :is([role="alert"], [role="status"])', { hasText: /\w/ }).first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
});
