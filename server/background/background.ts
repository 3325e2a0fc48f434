import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** One kind of work that is done again and again while a process runs. */
export interface Work {
  /** For the log, such as `sealing a draw`. */
  readonly name: string;
  /**
   * Does one portion, and answers whether there may be more. Any number of processes may do the same work, so a step
   * claims what it works on. `stopping` tells a long step that the process is about to end.
   */
  step(stopping: AbortSignal): Promise<boolean>;
  /** The longest pause when there was nothing to do, in milliseconds. */
  readonly everyMs: number;
  /** How long until there is something to do, in milliseconds, where that is known. */
  wait?(): Promise<number | null>;
  /** The pause after a step that failed, in milliseconds: without it `everyMs`. */
  readonly retryMs?: number;
}

export interface Background {
  /** Resolves when the steps under way have ended. */
  stop(): Promise<void>;
}

/** So that a step which is always due, and always finds nothing, leaves the processor to others. */
const shortestPauseMs = 5;

/**
 * Does each kind of work in a loop of its own, so that a long step keeps no other work waiting. A step that fails is
 * logged and tried again. Works that are started together wake each other: what one did is often what another waits for.
 */
export function startBackground(works: readonly Work[], log: Pick<Logger, 'error'>): Background {
  const stopping = new AbortController();
  let news = new AbortController();
  const running = works.map(run);

  async function run(work: Work): Promise<void> {
    const { name, everyMs, retryMs = everyMs } = work;
    while (!stopping.signal.aborted) {
      // Taken before the step looks, so that what others do while it looks is not missed.
      const heard = news.signal;
      try {
        if (await work.step(stopping.signal)) {
          wakeOthers();
          continue;
        }
        const ms = Math.min((await work.wait?.()) ?? everyMs, everyMs);
        await pause(Math.max(ms, shortestPauseMs), heard);
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.error({ err: error }, `${name} failed; it is tried again`);
        await pause(retryMs);
      }
    }
  }

  function wakeOthers(): void {
    news.abort();
    news = new AbortController();
  }

  /** Ends early when the work is stopped, and when another one tells that it did something. */
  async function pause(ms: number, heard?: AbortSignal): Promise<void> {
    const signal = heard ? AbortSignal.any([stopping.signal, heard]) : stopping.signal;
    await sleep(ms, undefined, { signal }).catch(() => {});
  }

  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
