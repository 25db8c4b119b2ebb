import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { runProofScenario } from './support/proof-scenario.ts';
import { runTransferScenario } from './support/transfer-scenario.ts';

/** Runs a function of the page's script in Chromium. The page may make no network request. */
async function runInPage(name: string): Promise<unknown> {
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
    await page.waitForFunction(`globalThis.${name}`);
    const result = await page.evaluate(`${name}()`);
    expect(requests).toEqual([]);
    return result;
  } finally {
    await browser.close();
  }
}

test('node, client and planner give the same results in a browser page as in Node', async () => {
  const result = await runInPage('runTransferScenario');
  expect(result).toEqual(await runTransferScenario());
  expect(result).toMatchObject({ paid: '1.5', energy: '27704', feeLimit: '2770400' });
});

test('a payment is proven in a browser page as in Node', async () => {
  const result = await runInPage('runProofScenario');
  expect(result).toEqual(await runProofScenario());
  expect(result).toMatchObject({ succeeded: true, amount: '1500000', isPaid: true, code: 'TRANSACTION_ROOT_MISMATCH' });
});
