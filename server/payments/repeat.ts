import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/**
 * Does `work` again and again until stopped: at once while there was something to do, else after a pause. What it throws
 * is logged and tried again. Stopping raises the signal that `work` is given, and waits for the work under way.
 */
export function repeat(
  name: string,
  pauseMs: number,
  log: Pick<Logger, 'error'>,
  work: (stopping: AbortSignal) => Promise<number>,
) {
  const stopping = new AbortController();
  const running = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      let done = 0;
      try {
        done = await work(stopping.signal);
      } catch (error) {
        log.error({ err: error }, `${name} failed`);
      }
      if (done === 0) await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return async function stop(): Promise<void> {
    stopping.abort();
    await running;
  };
}
