import { expect, test } from 'vitest';
import { connectChromium } from './shared-chromium.ts';

test('Chromium is installed and runs a page', async () => {
  const browser = await connectChromium();
  try {
    const page = await browser.newPage();
    await page.setContent('<h1>Draw</h1>');
    expect(await page.getByRole('heading').textContent()).toBe('Draw');
  } finally {
    await browser.close();
  }
});

test('test files share one Chromium, and see nothing of each other', async () => {
  const [one, other] = [await connectChromium(), await connectChromium()];
  const page = await one.newPage();
  expect(other.contexts()).toEqual([]);
  await other.close();
  // A visitor who leaves ends nothing of another visitor.
  await page.setContent('<h1>Draw</h1>');
  expect(await page.getByRole('heading').textContent()).toBe('Draw');
  await one.close();
});
