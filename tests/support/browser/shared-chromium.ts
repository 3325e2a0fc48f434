import { connect as connectSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { chromium, type Browser } from 'playwright-core';
import { inject } from 'vitest';
import { waitMs } from '#tests/support/patience.ts';

/**
 * Connects to the Chromium of the run, in which each file has contexts of its own: to start one takes a second of the processor. To
 * close it closes these contexts. Pages wait as long as all tests do, and not Playwright's 30 seconds.
 */
export async function connectChromium(): Promise<Browser> {
  const answer = JSON.parse(await text(connectSocket(inject('chromiumSocket')))) as
    | { endpoint: string }
    | { error: string };
  if ('error' in answer) throw new Error(`Chromium does not start: ${answer.error}`);
  const browser = await chromium.connect(answer.endpoint);
  browser.on('context', (context) => context.setDefaultTimeout(waitMs));
  return browser;
}
