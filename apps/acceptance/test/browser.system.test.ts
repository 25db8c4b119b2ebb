import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { runTransferScenario } from './support/transfer-scenario.ts';

test('node, client and planner do in a page what they do in Node, to the last id', async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./support/browser-page.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
  });
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.addScriptTag({ type: 'module', content: outputFiles[0]?.text ?? '' });
    const told = await page.evaluate('runTransferScenario()');
    expect(told).toEqual(await runTransferScenario());
    expect(told).toMatchObject({ paid: '1.5', energy: '27704', feeLimit: '2770400' });
    // No network was asked for any of it.
    expect(requests).toEqual([]);
  } finally {
    await browser.close();
  }
});
