import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { serveSite } from './serve-site.ts';

export interface OpenSite {
  readonly browser: Browser;
  readonly url: string;
  /** A page that records what should not happen: errors, warnings, blocked and foreign requests. */
  readonly newPage: (options?: BrowserContextOptions) => Promise<WatchedPage>;
  readonly close: () => Promise<void>;
}

export interface WatchedPage {
  readonly page: Page;
  readonly problems: readonly string[];
}

/** Opens Chromium on a built site. Defaults to this tree's site. */
export async function openSite(dist?: string): Promise<OpenSite> {
  const site = await serveSite(dist);
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  // Pages of the same kind share what they loaded, as the pages of a visitor do.
  const contexts = new Map<string, Promise<BrowserContext>>();
  const contextOf = (options: BrowserContextOptions): Promise<BrowserContext> => {
    const key = JSON.stringify(options);
    const context = contexts.get(key) ?? browser.newContext({ baseURL: site.url, serviceWorkers: 'block', ...options });
    contexts.set(key, context);
    return context;
  };
  const newPage = async (options: BrowserContextOptions = {}): Promise<WatchedPage> => {
    const context = await contextOf(options);
    const page = await context.newPage();
    // A busy machine may be late; the test's own limit is longer.
    page.setDefaultTimeout(120_000);
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.text() === 'Service Worker registration blocked by Playwright') return;
      if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', ({ message }) => problems.push(`thrown: ${message}`));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(site.url) && !url.startsWith('blob:') && !url.startsWith('data:'))
        problems.push(`elsewhere: ${url}`);
    });
    return { page, problems };
  };
  return {
    browser,
    url: site.url,
    newPage,
    close: async () => {
      await browser.close();
      await site.stop();
    },
  };
}
