import { type Page } from 'playwright-core';

/** How much two pictures differ. */
export interface Comparison {
  /** The share of pixels that differ, 0 to 1, of an area that holds both pictures. */
  readonly share: number;
  /** A pale copy of the second picture with the differing pixels in red, as PNG. */
  readonly difference: Buffer;
}

/** Runs in the page: decodes two pictures and compares their pixels. */
async function compareInPage([first, second]: readonly [string, string]): Promise<[number, string]> {
  const read = async (data: string) => createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
  const images = [await read(first), await read(second)] as const;
  const width = Math.max(...images.map((image) => image.width));
  const height = Math.max(...images.map((image) => image.height));
  const [before, now] = images.map((image) => {
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(image, 0, 0);
    return context?.getImageData(0, 0, width, height).data;
  });
  if (before === undefined || now === undefined) throw new Error('The browser cannot read the pixels of a canvas.');
  const shown = new ImageData(width, height);
  let differing = 0;
  for (let at = 0; at < now.length; at += 4) {
    const differs = [0, 1, 2, 3].some((channel) => before[at + channel] !== now[at + channel]);
    if (differs) differing++;
    const pale = [0, 1, 2].map((channel) => 200 + (now[at + channel] ?? 0) / 5);
    shown.data.set(differs ? [220, 0, 0, 255] : [...pale, 255], at);
  }
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.putImageData(shown, 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 32_768) binary += String.fromCodePoint(...bytes.subarray(at, at + 32_768));
  return [differing / (width * height), btoa(binary)];
}

/** Compares two PNG pictures pixel by pixel, in a page whose policy lets it read them. */
export async function comparePictures(page: Page, before: Buffer, now: Buffer): Promise<Comparison> {
  const pair = [before.toString('base64'), now.toString('base64')] as const;
  const [share, difference] = await page.evaluate(compareInPage, pair);
  return { share, difference: Buffer.from(difference, 'base64') };
}
