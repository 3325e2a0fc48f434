import { expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';

test('a Chromium is there and runs a page', async () => {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.setContent('<h1>Draw</h1>');
    expect(await page.getByRole('heading').textContent()).toBe('Draw');
  } finally {
    await browser.close();
  }
});
