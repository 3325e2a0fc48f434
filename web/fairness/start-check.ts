import { trustedScript } from '#web/trusted.ts';
import type { CheckMessage, CheckRequest } from './messages.ts';
// oxlint-disable-next-line import/default -- the build puts the address of the worker's own script here
import workerUrl from './check.worker.ts?worker&url';

let prepared: Worker | null = null;

/** Loads the worker in advance, so that a check can start offline. */
export function prepareCheck(): void {
  if (prepared) return;
  const worker = createWorker();
  prepared = worker;
  worker.addEventListener('error', () => {
    if (prepared === worker) prepared = null;
  });
}

/**
 * Starts a check in a worker, which ends with the check.
 *
 * @returns a function that stops it
 */
export function startCheck(request: CheckRequest, tell: (message: CheckMessage) => void): () => void {
  const worker = prepared ?? createWorker();
  prepared = null;
  const stop = () => worker.terminate();
  worker.addEventListener('message', ({ data }: MessageEvent<CheckMessage>) => {
    tell(data);
    if (data.kind === 'done' || data.kind === 'failed' || data.kind === 'unreadable') stop();
  });
  worker.addEventListener('error', (event) => {
    stop();
    // The error event has a message only for a bug in the script, not when it could not be loaded.
    tell({ kind: 'failed', failure: event.message ? null : { kind: 'FETCH_ERROR' } });
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  worker.postMessage(request);
  return stop;
}

function createWorker(): Worker {
  return new Worker(trustedScript(workerUrl), { type: 'module' });
}
