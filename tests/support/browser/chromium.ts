import { chromium, type Browser, type BrowserServer, type LaunchOptions } from 'playwright-core';
import { findChromium } from '#scripts/chromium.js';
import { hasSharedMemory } from '#tests/support/temporary.ts';

/** Starts a Chromium of its own. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch(await launchOptions());
}

/** Starts the Chromium of a run of the tests, to which each of their files connects. */
export async function serveChromium(): Promise<BrowserServer> {
  return chromium.launchServer(await launchOptions());
}

/** The options for the Chromium that `npm test` found or installed. Fails, rather than skips, when there is none. */
async function launchOptions(): Promise<LaunchOptions> {
  const executablePath = await findChromium();
  if (executablePath === null) {
    throw new Error('there is no Chromium on this machine: npm test gets one, or set CHROME_PATH to its executable');
  }
  // Playwright keeps Chromium away from shared memory, of which containers have little. Files on the disk take a twentieth more time.
  const kept = (await hasSharedMemory()) ? { ignoreDefaultArgs: ['--disable-dev-shm-usage'] } : {};
  return { executablePath, args: chromiumArgs(), ...kept };
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
