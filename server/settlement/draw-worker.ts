import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import { closeDueDraw, drawDueDraw, timeToNextClose, timeToNextDraw, voidLostDraw } from '#server/draws/advance.ts';
import { followBeacon, type Beacon } from '#server/draws/beacon.ts';
import { fillTimetable, type TimetablePlan } from '#server/draws/fill-timetable.ts';
import { sealDueDraw } from '#server/draws/seal-draw.ts';
import { settleDueDraw } from './settle.ts';

export interface DrawWorkerDeps {
  readonly db: Database;
  readonly plan: TimetablePlan;
  /** Whose values sealed draws wait for; null where new draws trust the operator. */
  readonly beacon: Beacon | null;
  /** How long after its moment a draw waits for its beacon. */
  readonly patienceHours: number;
  readonly log: Logger;
}

export interface DrawWorker {
  /** Resolves when the steps under way are done. */
  stop(): Promise<void>;
}

/** One kind of step, done again and again while there is a draw for it. */
interface Lane {
  readonly name: string;
  readonly step: () => Promise<boolean>;
  /** Until the next draw is due for it, in milliseconds; null when none is known. */
  readonly wait?: () => Promise<number | null>;
}

/** The longest a lane sleeps, so that a draw another process left half-way waits no longer. */
const longestPauseMs = 500;
const fillEveryMs = 60_000;
const pauseAfterFailureMs = 1_000;

/**
 * Takes every draw through its life: closes, seals, draws, settles, and keeps the timetable filled. Any number of
 * processes may run one; each step claims its draw's row, and a crash anywhere is taken up again by whoever comes next.
 *
 * Each kind of step has a lane of its own, so that a draw with a million tickets to seal or to pay, or a beacon that does
 * not answer, keeps no other draw waiting.
 */
export function startDrawWorker({ db, plan, beacon, patienceHours, log }: DrawWorkerDeps): DrawWorker {
  const stopping = new AbortController();
  let news = new AbortController();

  const lanes: Lane[] = [
    { name: 'closing', step: () => closeDueDraw(db), wait: () => timeToNextClose(db) },
    { name: 'sealing', step: () => sealDueDraw(db, plan.keys) },
    { name: 'voiding', step: () => voidLostDraw(db, patienceHours) },
    { name: 'drawing', step: () => drawDueDraw(db, plan.keys), wait: () => timeToNextDraw(db) },
    { name: 'settling', step: () => settleDueDraw(db) },
  ];
  if (beacon) lanes.push({ name: 'asking the beacon', step: followBeacon(db, beacon, log).fetchDueRounds });
  const running = [...lanes.map(run), keepTimetableFilled()];

  async function run({ name, step, wait }: Lane): Promise<void> {
    while (!stopping.signal.aborted) {
      const heard = news.signal;
      try {
        while (!stopping.signal.aborted && (await step())) tellOtherLanes();
        const ms = Math.min((await wait?.()) ?? longestPauseMs, longestPauseMs);
        await pause(Math.max(ms, 5), heard);
      } catch (error) {
        log.error({ err: error }, `${name} a draw failed; it is tried again`);
        await pause(pauseAfterFailureMs);
      }
    }
  }

  /** What one lane did is often what another one waits for. */
  function tellOtherLanes(): void {
    news.abort();
    news = new AbortController();
  }

  async function keepTimetableFilled(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await fillTimetable(db, plan, stopping.signal);
        await pause(fillEveryMs);
      } catch (error) {
        log.error({ err: error }, 'filling the timetable failed; it is tried again');
        await pause(pauseAfterFailureMs);
      }
    }
  }

  /** Ends early when the worker stops, and when there are news. */
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
