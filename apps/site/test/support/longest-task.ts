import { REFERENCE_MS, referenceWork } from '@coin/test-kit/reference-work';
import { type Browser, type Page } from 'playwright-core';

/** An event of Chromium's trace: of a thread's name, or of a task with the CPU time that it took, in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/**
 * The longest task of the page's own thread while something happens, in milliseconds that it takes on the machine of
 * the reference work.
 */
export async function longestTask(browser: Browser, page: Page, action: () => Promise<void>): Promise<number> {
  const longest = await traceTasks(browser, page, action);
  return (longest * REFERENCE_MS) / (await traceTasks(browser, page, () => page.evaluate(referenceWork)));
}

/** In the thread's CPU time: other programs on the machine stretch a task's time on the clock. */
async function traceTasks(browser: Browser, page: Page, action: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await action();
  // The trace lacks a task that still runs. One that answers a call may, until the page answers another.
  await page.evaluate(() => 0);
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: readonly TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const pageThreads = new Set(traceEvents.filter(({ args }) => args.name === 'CrRendererMain').map(threadOf));
  const tasks = traceEvents.filter(
    (event) => event.name === 'ThreadControllerImpl::RunTask' && pageThreads.has(threadOf(event)),
  );
  if (tasks.length === 0) throw new Error('The trace has no task of a page.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
