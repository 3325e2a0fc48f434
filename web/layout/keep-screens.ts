import { savesData } from '#web/api/saves-data.ts';

/** A player who is signed in may transfer 150 kB in ten minutes; polls and stream take a third (bench/web/profiles.ts). */
const bytesInTenMinutes = 100_000;
const tenMinutes = 600_000;
const pauseBetweenFiles = 250;

/**
 * Has the service worker cache the code of all screens, so that each opens offline: a file at a time, while the player does
 * nothing, and not where data is to be saved.
 *
 * @param isOld whether a newer version waits, whose worker caches other files and takes over once this one is idle
 */
export function keepScreens(workers: ServiceWorkerContainer, isOld: () => boolean): void {
  if (savesData()) return;
  let left = bytesInTenMinutes;
  function keepNext() {
    whenIdle(() => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      if (!isOld()) workers.controller?.postMessage('keep');
    });
  }
  workers.addEventListener('message', ({ data }: MessageEvent<{ kept?: number }>) => {
    if (!data.kept) return;
    left -= data.kept;
    if (left > 0) setTimeout(keepNext, pauseBetweenFiles);
    else {
      left = bytesInTenMinutes;
      setTimeout(keepNext, tenMinutes);
    }
  });
  // Messages added with addEventListener are held back until then.
  workers.startMessages();
  // On a first visit the worker takes over a moment after its installation.
  if (workers.controller) keepNext();
  else workers.addEventListener('controllerchange', keepNext, { once: true });
  // Files that could not be fetched offline are asked for again.
  addEventListener('online', keepNext);
}

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run);
  // Safari.
  else setTimeout(run, 1_000);
}
