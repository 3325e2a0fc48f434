import { connect as connectSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { chromium, type Browser } from 'playwright-core';
import { inject } from 'vitest';

/**
 * Connects to the Chromium of the run, in which each file has contexts of its own: to start one takes a second of the processor. To
 * close it closes these contexts.
 */
export async function connectChromium(): Promise<Browser> {
  const answer = JSON.parse(await text(connectSocket(inject('chromiumSocket')))) as
    | { endpoint: string }
    | { error: string };
  if ('error' in answer) throw new Error(`Chromium does not start: ${answer.error}`);
  return chromium.connect(answer.endpoint);
}
