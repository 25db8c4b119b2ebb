// Writes pictures of panels and pages, light and dark, at two widths: `pnpm --filter @coin/site screenshots [NAME…]`.
// The default is what the repository keeps: the first page and all panels. `--to FOLDER` writes elsewhere, as for a
// comparison of two commits.
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Page } from 'playwright-core';
import { STEPS } from '../../src/playground/liar/view.ts';
import { panels } from '../../src/playground/panels.ts';
import { setup as buildSite } from './build-site.ts';
import { openSite } from './open-site.ts';
import { settled } from './panel-page.ts';

const MAX_BYTES = 60_000;
/** The longest part of a page that a picture shows, in pixels. */
const MAX_HEIGHT = 3_200;

/** A page of each kind, by the name of its picture. */
const PAGES: Readonly<Record<string, string>> = {
  home: '/index.html',
  guides: '/guides/index.html',
  guide: '/guides/show-a-fee.html',
  reference: '/packages/rpc/reference/accounts.html',
  error: '/errors/fee/FEE_LIMIT_TOO_HIGH.html',
};

/** What is done in a panel before its picture is taken. */
const PREPARATIONS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  home: async (page) => {
    await page.getByRole('button', { name: 'Send 1.5 coin' }).click();
    await page.getByText('Recipient:').waitFor();
  },
  'lying-node': async (page) => {
    for (let step = 1; step < STEPS; step++) await page.getByRole('button', { name: 'Next step' }).click();
  },
  supply: async (page) => {
    await page.getByRole('button', { name: 'Play the vote on the node' }).click();
    await page.getByText('Approved after').waitFor();
  },
};

/** Sizes and qualities to try, best first. */
const TRIALS = [
  { scale: 1, quality: 75 },
  { scale: 1, quality: 55 },
  { scale: 0.8, quality: 65 },
  { scale: 0.7, quality: 55 },
  { scale: 0.6, quality: 45 },
  { scale: 0.5, quality: 40 },
] as const;

/** The whole page as WebP, as well as a small file can show it. */
async function picture(page: Page): Promise<Buffer> {
  const [width, height] = await page.evaluate<[number, number]>(
    '[document.documentElement.clientWidth, document.documentElement.scrollHeight]',
  );
  await page.evaluate('scrollTo(0, 0)');
  const session = await page.context().newCDPSession(page);
  let bytes: Buffer | undefined;
  for (const { scale, quality } of TRIALS) {
    const clip = { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT), scale };
    const options = { format: 'webp', quality, clip, captureBeyondViewport: true } as const;
    bytes = Buffer.from((await session.send('Page.captureScreenshot', options)).data, 'base64');
    if (bytes.length <= MAX_BYTES) return bytes;
  }
  throw new Error(`A picture of ${page.url()} has ${bytes?.length} bytes, more than ${MAX_BYTES}.`);
}

async function open(page: Page, name: string): Promise<void> {
  const path = PAGES[name];
  await page.goto(path ?? `/playground.html?panel=${name}`, { waitUntil: 'networkidle' });
  if (path === undefined) await settled(page);
  await PREPARATIONS[name]?.(page);
  if (path === undefined) await settled(page);
}

const known = [...Object.keys(PAGES), ...panels.map(({ id }) => id)];
const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } });
const names = positionals.length > 0 ? positionals : ['home', ...panels.map(({ id }) => id)];
const unknown = names.find((name) => !known.includes(name));
if (unknown !== undefined) throw new Error(`There is no page or panel "${unknown}", only: ${known.join(', ')}.`);
const folder = values.to ?? resolve(import.meta.dirname, '../../screenshots');
mkdirSync(folder, { recursive: true });
await buildSite();
const site = await openSite();
try {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, pixels] of Object.entries({ wide: 1_280, phone: 390 })) {
      const { page } = await site.newPage({
        colorScheme,
        reducedMotion: 'reduce',
        viewport: { width: pixels, height: 900 },
      });
      for (const name of names) {
        await open(page, name);
        const bytes = await picture(page);
        const file = `${name}-${colorScheme}-${width}.webp`;
        writeFileSync(resolve(folder, file), bytes);
        process.stdout.write(`${file}: ${bytes.length} bytes\n`);
      }
    }
} finally {
  await site.close();
}
