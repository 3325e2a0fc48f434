import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { levelOfFailure } from '#database/connect.ts';

/** One kind of recurring work of a process. */
export interface Work {
  /** For the log, such as `sealing a draw`. */
  readonly name: string;
  /**
   * Does one portion. Returns whether there may be more. Any number of processes may do the same work, so a step claims
   * what it works on. `stopping` tells a long step that the process is about to end.
   */
  step(stopping: AbortSignal): Promise<boolean>;
  /** The longest pause when there was nothing to do, in milliseconds; longer where somebody wakes this work when it is due. */
  readonly everyMs: number;
  /** How long until there is something to do, in milliseconds, where that is known. */
  wait?(): Promise<number | null>;
  /** The pause after a failed step, in milliseconds; default `everyMs`. */
  readonly retryMs?: number;
}

export interface Background {
  /** Resolves when the steps under way have ended. */
  stop(): Promise<void>;
}

interface WakeableBackground extends Background {
  /** Ends the pauses between steps, because there may be something to do. */
  wake(): void;
}

/** Calls a function whenever some work may be due. */
export type OnDue = (wake: () => void) => void;

/** The longest pause of work that is woken, in case that it is not: the process that asks what is due may have lost its database. */
const longestPauseOfWokenMs = 15_000;
/** Prevents a busy loop of a step that is always due and finds nothing to do. */
const shortestPauseMs = 5;

/**
 * Runs each kind of work in its own loop, so that a long step delays no other work. A failed step is logged, as an error where
 * the database could answer, and tried again. Works that are started together wake each other, because one often waits for what another did.
 *
 * @param onDue says when there may be something to do, so that the works need not look for it so often
 */
export function startBackground(
  works: readonly Work[],
  log: Pick<Logger, 'error' | 'warn'>,
  onDue?: OnDue,
): WakeableBackground {
  const stopping = new AbortController();
  let news = new AbortController();
  onDue?.(wake);
  const running = works.map(run);

  async function run(work: Work): Promise<void> {
    const { name, everyMs, retryMs = everyMs } = work;
    while (!stopping.signal.aborted) {
      // Taken before the step, so that no wake-up during the step is missed.
      const heard = news.signal;
      try {
        if (await work.step(stopping.signal)) {
          wake();
          continue;
        }
        const longestMs = onDue ? Math.max(everyMs, longestPauseOfWokenMs) : everyMs;
        const ms = Math.min((await work.wait?.()) ?? longestMs, longestMs);
        await pause(Math.max(ms, shortestPauseMs), heard);
      } catch (error) {
        if (stopping.signal.aborted) return;
        log[levelOfFailure(error)]({ err: error }, `${name} failed; it is tried again`);
        await pause(retryMs);
      }
    }
  }

  function wake(): void {
    news.abort();
    news = new AbortController();
  }

  /** Ends early when the work is stopped, or when another work did something. */
  async function pause(ms: number, heard?: AbortSignal): Promise<void> {
    const signal = heard ? AbortSignal.any([stopping.signal, heard]) : stopping.signal;
    await sleep(ms, undefined, { signal }).catch(() => {});
  }

  return {
    wake,
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
