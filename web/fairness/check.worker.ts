import { quicknet } from '#domain/fair-draw/beacon.ts';
import type { CheckMessage, CheckRequest } from './messages.ts';
import { publicSite } from './public-site.ts';
import { runCheck } from './run-check.ts';

/** Checks what it is sent, in a worker: hashing a hundred thousand tickets must not block the page's event loop. */

const tell = (message: CheckMessage) => postMessage(message);

onmessage = ({ data }: MessageEvent<CheckRequest>) => {
  // A bug of our own reaches the page as the worker's error event.
  runCheck(data, { site: publicSite, chains: [quicknet], tell }).catch((error: unknown) => {
    setTimeout(() => {
      throw error;
    });
  });
};
