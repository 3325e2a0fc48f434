import { quicknet } from '#domain/fair-draw/beacon.ts';
import type { CheckMessage, CheckRequest } from './messages.ts';
import { publicSite } from './public-site.ts';
import { runCheck } from './run-check.ts';

/** Checks what it is sent, on a thread of its own: hashing a hundred thousand tickets must not hold up a tap. */

const tell = (message: CheckMessage) => postMessage(message);

onmessage = ({ data }: MessageEvent<CheckRequest>) => {
  // A mistake of our own goes on to the page as the worker's error.
  runCheck(data, { site: publicSite, chains: [quicknet], tell }).catch((error: unknown) => {
    setTimeout(() => {
      throw error;
    });
  });
};
