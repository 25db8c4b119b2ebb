import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { runTransferScenario } from './support/transfer-scenario.ts';

test('node, client and planner give the same results in a browser page as in Node', async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./support/browser-page.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions: ['@coin/source'],
  });
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.addScriptTag({ type: 'module', content: outputFiles[0]?.text ?? '' });
    // A module runs after the tag is there.
    await page.waitForFunction('globalThis.runTransferScenario');
    const result = await page.evaluate('runTransferScenario()');
    expect(result).toEqual(await runTransferScenario());
    expect(result).toMatchObject({ paid: '1.5', energy: '27704', feeLimit: '2770400' });
    // The page made no network request.
    expect(requests).toEqual([]);
  } finally {
    await browser.close();
  }
});
