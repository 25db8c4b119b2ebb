import axe from 'axe-core';
import { type Page } from 'playwright-core';
import { type TableData } from '../../src/playground/chart/chart-data.ts';
import { type OpenSite, type WatchedPage } from './open-site.ts';

/** Colours and widths in pixels: the first two have one of each. */
export const APPEARANCES = [
  ['light', 1280],
  ['dark', 390],
  ['light', 390],
  ['dark', 1280],
] as const;

/** Waits until the panel shows what its latest input gives. */
export async function settled(page: Page): Promise<void> {
  await page.getByText('Up to date.', { exact: true }).first().waitFor();
  await page.locator('.playground progress').first().waitFor({ state: 'detached' });
}

/**
 * Presses Stop when a panel's last task reaches a step, from within the page: a click from outside can arrive after the
 * end, however long the task takes.
 */
export async function stopAt(page: Page, step: string): Promise<void> {
  const stop = page.getByRole('button', { name: 'Stop', exact: true }).last();
  await stop.evaluate((button: HTMLButtonElement, text) => {
    const status = button.parentElement as HTMLElement;
    const observer = new MutationObserver(() => {
      if (!status.textContent.includes(text)) return;
      observer.disconnect();
      button.click();
    });
    observer.observe(status, { childList: true, characterData: true, subtree: true });
  }, step);
}

/** Opens a panel with a query such as `&factor=0`, and waits for what it shows. */
export async function openPanel(site: OpenSite, panel: string, query = ''): Promise<WatchedPage> {
  const watched = await site.newPage();
  await watched.page.goto(`/playground.html?panel=${panel}${query}`);
  await settled(watched.page);
  return watched;
}

export const trimmed = (texts: readonly string[]): string[] => texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());

/** The texts of the table whose caption begins so. */
export async function tableIn(page: Page, caption: string): Promise<TableData> {
  const table = page.locator('table', { has: page.locator('caption', { hasText: caption }) });
  const rows = await table.locator('tbody tr').all();
  return {
    head: trimmed(await table.locator('thead th').allTextContents()),
    rows: await Promise.all(rows.map(async (row) => trimmed(await row.locator('th, td').allTextContents()))),
  };
}

/** What axe finds on a page, the rule and the elements, once its transitions have ended. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(async () => {
    const animations = document.getAnimations();
    const ending = animations.filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  await page.evaluate(axe.source);
  return page.evaluate(
    'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" ")}`))',
  );
}
