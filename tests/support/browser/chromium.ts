import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '#scripts/chromium.js';

/** Starts the Chromium that `npm test` found or installed; fails, rather than skips, when there is none. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = await findChromium();
  if (executablePath === null) {
    throw new Error('there is no Chromium on this machine: npm test gets one, or set CHROME_PATH to its executable');
  }
  return chromium.launch({ executablePath, args: chromiumArgs() });
}

/**
 * No calls home, and the sandbox wherever Chromium supports it: as root it does not. Without a graphics card a simulated one would
 * take twice the processor's time.
 */
function chromiumArgs(): string[] {
  const quiet = [
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-gpu',
    '--disable-software-rasterizer',
  ];
  return process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet;
}
