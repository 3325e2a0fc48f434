import { setTimeout as sleep } from 'node:timers/promises';

interface HintLimits {
  /** The most hints that are kept for one reading; further ones are dropped. */
  readonly most: number;
  /** The pause after each reading, in milliseconds. */
  readonly pauseMs: number;
}

/**
 * Gathers hints that something has changed, such as notifications, which any login of the database may send, as many as it likes. The first
 * is read at once; those that come during a reading and its pause are read together in the next one. So a flood of hints makes no more than
 * one reading a pause.
 *
 * @param read reads what is true now. Its errors are ignored: pages that wait for news also poll
 * @returns a function that adds a hint
 */
export function gatherHints(
  read: (hints: ReadonlySet<string>) => Promise<void>,
  { most, pauseMs }: HintLimits,
): (hint: string) => void {
  let hints = new Set<string>();
  let isReading = false;

  async function readAll(): Promise<void> {
    isReading = true;
    // Hints that arrived in one packet come one after the other.
    await Promise.resolve();
    while (hints.size > 0) {
      const gathered = hints;
      hints = new Set();
      await read(gathered).catch(() => {});
      await sleep(pauseMs, undefined, { ref: false });
    }
    isReading = false;
  }

  return (hint) => {
    if (hints.size < most) hints.add(hint);
    if (!isReading) void readAll();
  };
}
