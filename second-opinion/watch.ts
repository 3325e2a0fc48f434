import { setTimeout as sleep } from 'node:timers/promises';
import { CannotJudge } from './before.ts';
import { takeAfter, takeBefore, type Judge, type Judgement } from './judge.ts';

const everyMs = 1_000;
/** A draw that could not be judged is tried again after this long. */
const againMs = 5 * 60_000;
/** How far back it looks for draws of which it said nothing, as long as it did not run. */
const backMs = 24 * 60 * 60_000;

/**
 * Judges each draw once it is sealed, and again once it is finished, until the signal. Those that are about to be drawn go first.
 *
 * @throws Error when the database does not answer any more
 */
export async function watch(
  judge: Judge,
  signal: AbortSignal,
  said: (judgement: Judgement) => void,
  refused: (draw: string, because: string) => void,
): Promise<void> {
  const skipped = new Map<string, number>();

  async function attempt(take: typeof takeBefore, id: string): Promise<void> {
    if (signal.aborted || (skipped.get(id) ?? 0) > Date.now()) return;
    skipped.delete(id);
    try {
      said(await take(judge, id));
    } catch (error) {
      if (!(error instanceof CannotJudge)) throw error;
      skipped.set(id, Date.now() + againMs);
      refused(id, error.message);
    }
  }

  const takeAllBefore = async () => {
    for (const id of await judge.source.drawsToTakeBefore()) await attempt(takeBefore, id);
  };
  while (!signal.aborted) {
    await takeAllBefore();
    const since = new Date((await judge.source.clock()).getTime() - backMs);
    for (const id of await judge.source.drawsToTakeAfter(since)) {
      const kept = await judge.source.draw(id);
      if (kept?.seal && (await judge.source.firstRoot(id)) === null) await attempt(takeBefore, id);
      await attempt(takeAfter, id);
      // A long list of old draws keeps no draw waiting that is about to be drawn.
      await takeAllBefore();
    }
    await sleep(everyMs, undefined, { signal }).catch(() => {});
  }
}
