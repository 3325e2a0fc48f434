import { setTimeout as sleep } from 'node:timers/promises';
import { CannotJudge } from './before.ts';
import { takeAfter, takeBefore, takeDrawn, type Judge, type Judgement } from './judge.ts';

const everyMs = 1_000;
/** Nobody waits for opinions on finished draws. */
const finishedEveryMs = 5_000;
/** A draw that could not be judged is tried again after this long. */
const againMs = 5 * 60_000;
/** How far back it looks for draws about which it said nothing because it did not run. */
const backMs = 24 * 60 * 60_000;

/** The functions that watching reports to. */
export interface Told {
  readonly said: (judgement: Judgement) => void;
  readonly refused: (draw: string, because: string) => void;
}

/**
 * Judges each draw once it is sealed, once it is drawn, and again once it is finished, until the signal. What is finished has a connection
 * of its own, because it may take minutes, and the winners of another draw may be waiting to be judged.
 *
 * @throws Error when the database does not answer any more
 */
export async function watch(judge: Judge, ofFinished: Judge, signal: AbortSignal, told: Told): Promise<void> {
  const broken = new AbortController();
  const until = AbortSignal.any([signal, broken.signal]);
  const both = [watchUnfinished(judge, until, told), watchFinished(ofFinished, until, told)];
  const ended = await Promise.allSettled(
    both.map((one) =>
      one.catch((error: unknown) => {
        broken.abort();
        throw error;
      }),
    ),
  );
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
}

/** Drawn draws go first, because their winners may be waiting, and then those that are about to be drawn. */
async function watchUnfinished(judge: Judge, signal: AbortSignal, told: Told): Promise<void> {
  const { source } = judge;
  const attempts = new Attempts(judge, signal, told);
  const takeDrawnDraws = async () => {
    for (const id of await source.drawsToTakeDrawn()) {
      await attempts.seeTickets(id);
      await attempts.make(takeDrawn, id);
    }
  };
  let news = new AbortController();
  await source.followNews(() => news.abort());
  while (!signal.aborted) {
    // The signal is renewed before the look, so that no news during it is missed.
    news = new AbortController();
    await takeDrawnDraws();
    for (const id of await source.drawsToTakeBefore()) {
      await attempts.make(takeBefore, id);
      await takeDrawnDraws();
    }
    await pause(AbortSignal.any([signal, news.signal]));
  }
}

/** It looks through the whole day as often as it tries what failed again, and in between for draws that have just finished. */
async function watchFinished(judge: Judge, signal: AbortSignal, told: Told): Promise<void> {
  const attempts = new Attempts(judge, signal, told);
  let wholeDayAt = 0;
  while (!signal.aborted) {
    const isWholeDay = performance.now() >= wholeDayAt;
    if (isWholeDay) wholeDayAt = performance.now() + againMs;
    for (const id of await judge.source.drawsToTakeAfter(isWholeDay ? backMs : againMs)) {
      await attempts.seeTickets(id);
      await attempts.make(takeAfter, id);
    }
    await pause(signal, finishedEveryMs);
  }
}

async function pause(signal: AbortSignal, ms = everyMs): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}

/** Passes over draws for a while that could not be judged. */
class Attempts {
  readonly #judge: Judge;
  readonly #signal: AbortSignal;
  readonly #told: Told;
  readonly #skipped = new Map<string, number>();

  constructor(judge: Judge, signal: AbortSignal, told: Told) {
    this.#judge = judge;
    this.#signal = signal;
    this.#told = told;
  }

  async make(take: typeof takeBefore, id: string): Promise<void> {
    if (this.#signal.aborted || (this.#skipped.get(id) ?? 0) > Date.now()) return;
    this.#skipped.delete(id);
    try {
      this.#told.said(await take(this.#judge, id));
    } catch (error) {
      if (!(error instanceof CannotJudge)) throw error;
      this.#skipped.set(id, Date.now() + againMs);
      this.#told.refused(id, error.message);
    }
  }

  /** Takes the sealed tickets of a draw, where nobody did in time. */
  async seeTickets(id: string): Promise<void> {
    const { source } = this.#judge;
    const kept = await source.draw(id);
    if (kept?.seal && (await source.firstRoot(id)) === null) await this.make(takeBefore, id);
  }
}
