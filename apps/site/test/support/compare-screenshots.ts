// Compares the pages and panels of this tree with those of another commit, picture by picture:
// `pnpm --filter @coin/site compare [--base REF] [--to FOLDER] [--may-differ NAME]… [NAME…]`.
// Writes both pictures of each pair and one of their differences, and fails if a picture differs that may not.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Page } from 'playwright-core';
import { setup as buildSite } from './build-site.ts';
import { comparePictures } from './compare-pictures.ts';
import { openSite, type OpenSite } from './open-site.ts';
import { ALL_PICTURES, clipOf, openVariant, picturesNamed, showPicture, VARIANTS, type Variant } from './shoot-site.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: 'string' },
    to: { type: 'string' },
    'may-differ': { type: 'string', multiple: true, default: [] },
  },
});
const names = picturesNamed(positionals, ALL_PICTURES);
const mayDiffer = new Set(picturesNamed(values['may-differ'], []));
const base = values.base ?? execFileSync('git', ['merge-base', 'HEAD', 'main'], { cwd: ROOT, encoding: 'utf8' }).trim();
const folder = resolve(values.to ?? mkdtempSync(join(tmpdir(), 'site-compared-')));
mkdirSync(folder, { recursive: true });

/** Builds the site of a commit in a separate worktree, and returns the folder of that. */
function buildBase(): string {
  const worktree = mkdtempSync(join(tmpdir(), 'site-base-'));
  const run = (program: string, args: readonly string[], cwd: string) =>
    execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  run('git', ['worktree', 'add', '--detach', '--force', worktree, base], ROOT);
  run('npx', ['-y', '--loglevel=error', 'pnpm@12', 'install', '--frozen-lockfile', '--prefer-offline'], worktree);
  run(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build'], join(worktree, 'apps/site'));
  return worktree;
}

/** The picture as PNG; undefined where the site has no such page or panel. */
async function shoot(page: Page, name: string): Promise<Buffer | undefined> {
  try {
    await showPicture(page, name);
    return await page.screenshot({ clip: await clipOf(page), fullPage: true, animations: 'disabled' });
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`);
    return undefined;
  }
}

async function compareVariant(sites: { readonly before: OpenSite; readonly now: OpenSite }, variant: Variant) {
  const pages = { before: await openVariant(sites.before, variant), now: await openVariant(sites.now, variant) };
  for (const page of Object.values(pages)) page.setDefaultTimeout(60_000);
  const failed: string[] = [];
  for (const name of names) {
    const file = `${name}-${variant.colorScheme}-${variant.width}`;
    const [before, now] = [await shoot(pages.before, name), await shoot(pages.now, name)];
    for (const [when, picture] of Object.entries({ before, now }))
      if (picture !== undefined) writeFileSync(join(folder, `${file}.${when}.png`), picture);
    if (before === undefined || now === undefined) {
      process.stdout.write(`${file}: only ${now === undefined ? 'in the base' : 'in this tree'}\n`);
      if (now === undefined && !mayDiffer.has(name)) failed.push(file);
      continue;
    }
    const { share, difference } = await comparePictures(pages.now, before, now);
    if (share > 0) writeFileSync(join(folder, `${file}.difference.png`), difference);
    const isAllowed = share === 0 || mayDiffer.has(name);
    process.stdout.write(`${file}: ${(share * 100).toFixed(3)} %${isAllowed ? '' : ', which may not differ'}\n`);
    if (!isAllowed) failed.push(file);
  }
  return failed;
}

const worktree = buildBase();
try {
  await buildSite();
  const before = await openSite(join(worktree, 'apps/site/dist'));
  const now = await openSite();
  try {
    const failed: string[] = [];
    for (const variant of VARIANTS) failed.push(...(await compareVariant({ before, now }, variant)));
    process.stdout.write(`${failed.length} pictures differ that may not. The pictures are in ${folder}.\n`);
    process.exitCode = failed.length === 0 ? 0 : 1;
  } finally {
    await before.close();
    await now.close();
  }
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', worktree], { cwd: ROOT });
  rmSync(worktree, { recursive: true, force: true });
}
