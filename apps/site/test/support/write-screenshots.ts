// Writes pictures of panels and pages, light and dark, at two widths: `pnpm --filter @coin/site screenshots [NAME…]`.
// The default is what the repository keeps: the first page and all panels. `--to FOLDER` writes elsewhere.
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Page } from 'playwright-core';
import { setup as buildSite } from './build-site.ts';
import { openSite } from './open-site.ts';
import { clipOf, KEPT_PICTURES, openVariant, picturesNamed, showPicture, VARIANTS } from './shoot-site.ts';

const MAX_BYTES = 60_000;

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
  const clip = await clipOf(page);
  const session = await page.context().newCDPSession(page);
  let bytes: Buffer | undefined;
  for (const { scale, quality } of TRIALS) {
    const options = { format: 'webp', quality, clip: { ...clip, scale }, captureBeyondViewport: true } as const;
    bytes = Buffer.from((await session.send('Page.captureScreenshot', options)).data, 'base64');
    if (bytes.length <= MAX_BYTES) return bytes;
  }
  throw new Error(`A picture of ${page.url()} has ${bytes?.length} bytes, more than ${MAX_BYTES}.`);
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } });
const names = picturesNamed(positionals, KEPT_PICTURES);
const folder = values.to ?? resolve(import.meta.dirname, '../../screenshots');
mkdirSync(folder, { recursive: true });
await buildSite();
const site = await openSite();
try {
  for (const variant of VARIANTS) {
    const page = await openVariant(site, variant);
    for (const name of names) {
      await showPicture(page, name);
      const bytes = await picture(page);
      const file = `${name}-${variant.colorScheme}-${variant.width}.webp`;
      writeFileSync(resolve(folder, file), bytes);
      process.stdout.write(`${file}: ${bytes.length} bytes\n`);
    }
  }
} finally {
  await site.close();
}
