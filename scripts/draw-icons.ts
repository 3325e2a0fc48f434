// Draws the PNG icons in web/public/icons from web/public/favicon.svg, for systems that do not accept an SVG. Run it by hand
// after the drawing has changed; the result is checked in.
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#tests/support/browser/chromium.ts';

const folder = resolve(import.meta.dirname, '../web/public');
const sun = '#ffce00';

/** A maskable icon may be cropped to its inner four fifths; iOS fills transparency with black. */
const icons = [
  { file: '192.png', size: 192, fill: 1, ground: 'transparent' },
  { file: '512.png', size: 512, fill: 1, ground: 'transparent' },
  { file: 'maskable.png', size: 512, fill: 0.8, ground: sun },
  { file: 'apple-touch.png', size: 180, fill: 0.9, ground: sun },
];

const browser = await launchChromium();
const drawing = await readFile(join(folder, 'favicon.svg'), 'utf8');
await mkdir(join(folder, 'icons'), { recursive: true });
for (const icon of icons) await draw(browser, icon);
await browser.close();

async function draw(chromiumBrowser: Browser, { file, size, fill, ground }: (typeof icons)[number]) {
  const page = await chromiumBrowser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>body{margin:0;display:grid;place-items:center;height:100vh;background:${ground}}svg{width:${fill * 100}%}</style>${drawing}`,
  );
  await page.screenshot({ path: join(folder, 'icons', file), omitBackground: true });
  await page.close();
}
