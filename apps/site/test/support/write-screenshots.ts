// Writes a picture of each panel, light and dark, at two widths, for review: `pnpm --filter @coin/site screenshots`.
// Arguments name the panels; the default is all.
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Page } from 'playwright-core';
import { panels } from '../../src/playground/panels.ts';
import { setup as buildSite } from './build-site.ts';
import { openSite } from './open-site.ts';
import { settled } from './panel-page.ts';

const FOLDER = resolve(import.meta.dirname, '../../screenshots');
const MAX_BYTES = 60_000;

/** What is done in a panel before its picture is taken. */
const PREPARATIONS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
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
    const clip = { x: 0, y: 0, width, height, scale };
    const options = { format: 'webp', quality, clip, captureBeyondViewport: true } as const;
    bytes = Buffer.from((await session.send('Page.captureScreenshot', options)).data, 'base64');
    if (bytes.length <= MAX_BYTES) return bytes;
  }
  throw new Error(`A picture of ${page.url()} has ${bytes?.length} bytes, more than ${MAX_BYTES}.`);
}

const named = process.argv.slice(2);
mkdirSync(FOLDER, { recursive: true });
await buildSite();
const site = await openSite();
try {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [name, width] of Object.entries({ wide: 1_280, phone: 390 })) {
      const { page } = await site.newPage({ colorScheme, viewport: { width, height: 900 } });
      for (const { id } of panels.filter((panel) => named.length === 0 || named.includes(panel.id))) {
        await page.goto(`/playground.html?panel=${id}`);
        await settled(page);
        await PREPARATIONS[id]?.(page);
        await settled(page);
        const bytes = await picture(page);
        const file = `${id}-${colorScheme}-${name}.webp`;
        writeFileSync(`${FOLDER}/${file}`, bytes);
        process.stdout.write(`${file}: ${bytes.length} bytes\n`);
      }
    }
} finally {
  await site.close();
}
