import { readFileSync } from 'node:fs';
import { type Page } from 'playwright-core';
import { STEPS } from '../../src/playground/liar/view.ts';
import { panels } from '../../src/playground/panels.ts';
import { type OpenSite } from './open-site.ts';
import { settled } from './panel-page.ts';

/** A page of each kind, by the name of its picture. */
const PAGES: Readonly<Record<string, string>> = {
  home: '/index.html',
  guides: '/guides/index.html',
  guide: '/guides/show-a-fee.html',
  reference: '/packages/rpc/reference/accounts.html',
  error: '/errors/fee.html',
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
  pasted: async (page) => {
    await page.getByRole('button', { name: 'A call of a token' }).click();
  },
  solidity: async (page) => {
    await page.getByRole('button', { name: 'Compile' }).click();
    await page.getByText('Compiled 1 contract').waitFor();
    await page.getByLabel(/^Arguments, a JSON list/).fill('[10]');
    await page.getByRole('button', { name: 'Deploy' }).click();
    await page.getByText('The contract is at').waitFor();
    await page.getByLabel('Function').selectOption('add(uint256)');
    for (const step of [4, 7]) {
      await page.getByLabel('Arguments, a JSON list', { exact: true }).fill(`[${step}]`);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('heading', { name: `add(${step})` }).waitFor();
    }
  },
  supply: async (page) => {
    await page.getByRole('button', { name: 'Play the vote on the node' }).click();
    await page.getByText('Approved after').waitFor();
  },
};

/** Panels that show nothing to wait for before their preparation. */
const IDLE_PANELS: ReadonlySet<string> = new Set(['solidity']);

/** The pictures that the repository keeps: the first page and all panels. */
export const KEPT_PICTURES: readonly string[] = ['home', ...panels.map(({ id }) => id)];

/** Every picture that can be taken. */
export const ALL_PICTURES: readonly string[] = [...Object.keys(PAGES), ...panels.map(({ id }) => id)];

/** The names that were asked for, or these; an unknown one is an error. */
export function picturesNamed(names: readonly string[], otherwise: readonly string[]): readonly string[] {
  const unknown = names.find((name) => !ALL_PICTURES.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no page or panel "${unknown}", only: ${ALL_PICTURES.join(', ')}.`);
  return names.length > 0 ? names : otherwise;
}

const font = (path: string): string => readFileSync(new URL(import.meta.resolve(path))).toString('base64');

/** Fonts of packages, so a picture does not depend on the machine's. */
const FONTS = `
  @font-face { font-family: Bundled; font-weight: 100 900; src: url(data:font/woff2;base64,${font('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')}); }
  @font-face { font-family: 'Bundled Mono'; font-weight: 100 900; src: url(data:font/woff2;base64,${font('@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2')}); }
  :root { --vp-font-family-base: Bundled, sans-serif !important; --vp-font-family-mono: 'Bundled Mono', monospace !important; font-variant-ligatures: none; }`;

const ADD_FONTS = `addEventListener('DOMContentLoaded', () => {
  const style = document.createElement('style');
  style.textContent = ${JSON.stringify(FONTS)};
  document.head.append(style);
});`;

/** Colours and widths of the pictures. */
export const VARIANTS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  Object.entries({ wide: 1_280, phone: 390 }).map(([width, pixels]) => ({ colorScheme, width, pixels })),
);
export type Variant = (typeof VARIANTS)[number];

/** A page for pictures of one variant. */
export async function openVariant(site: OpenSite, { colorScheme, pixels }: Variant): Promise<Page> {
  const { page } = await site.newPage({
    colorScheme,
    // The fonts are in a style of the page.
    bypassCSP: true,
    reducedMotion: 'reduce',
    viewport: { width: pixels, height: 900 },
  });
  await page.addInitScript(ADD_FONTS);
  return page;
}

/** Shows what a picture is of, and waits until it rests. */
export async function showPicture(page: Page, name: string): Promise<void> {
  const path = PAGES[name];
  await page.goto(path ?? `/playground.html?panel=${name}`, { waitUntil: 'networkidle' });
  if (path === undefined) {
    await page.getByRole('tab', { selected: true }).waitFor();
    // An unknown panel shows the first one.
    if ((await page.locator(`#tab-${name}[aria-selected="true"]`).count()) === 0)
      throw new Error(`The playground has no panel ${name}.`);
    if (!IDLE_PANELS.has(name)) await settled(page);
  }
  await PREPARATIONS[name]?.(page);
  if (path === undefined) await settled(page);
  await page.evaluate('document.fonts.ready.then(() => scrollTo(0, 0))');
}

/** The longest part of a page that a picture shows, in pixels. */
const MAX_HEIGHT = 3_200;

/** The part of the page that a picture shows. */
export async function clipOf(page: Page) {
  const [width, height] = await page.evaluate<[number, number]>(
    '[document.documentElement.clientWidth, document.documentElement.scrollHeight]',
  );
  return { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT) };
}
