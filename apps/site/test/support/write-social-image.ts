// Writes the picture that other sites show beside a link to this one: `pnpm --filter @coin/site social-image`.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from 'playwright-core';

const FOLDER = resolve(import.meta.dirname, '../../pages/public');
const mark = readFileSync(`${FOLDER}/mark.svg`, 'utf8');

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({ viewport: { width: 1_200, height: 630 } });
  await page.setContent(`<style>
    body { display: grid; grid-template-columns: 260px 1fr; gap: 60px; align-items: center; height: 630px; margin: 0 90px;
      background: #fff; color: #1b1b1f; font-family: 'DejaVu Sans', sans-serif; }
    h1 { margin: 0 0 24px; font-size: 76px; } p { margin: 0; color: #0a6c74; font-size: 40px; line-height: 56px; }
  </style>${mark}<div><h1>@coin</h1><p>Exact amounts.<br>Fee limits that hold.<br>Payments made once.<br>A full node inside your tests.</p></div>`);
  writeFileSync(`${FOLDER}/social.png`, await page.screenshot());
} finally {
  await browser.close();
}
