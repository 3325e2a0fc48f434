import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import { startBackground, type Background, type OnDue } from '#server/background/background.ts';
import { followBeacon, type Beacon } from '#server/fair-draw/beacon.ts';
import type { DrawNews } from '#server/draws/read/draw-news.ts';
import { createRoundVerifier } from '#server/fair-draw/verify-rounds.ts';
import { closeDueDraw, timeToNextClose } from './close-draw.ts';
import { drawDueDraw, timeToNextDraw } from './draw-numbers.ts';
import { fillTimetable, type TimetablePlan } from './fill-timetable.ts';
import { heedOpinions } from './heed-opinions.ts';
import { sealDueDraw } from './seal-draw.ts';
import { settleDueDraw } from './settle-draw.ts';
import { voidLostDraw } from './void-draw.ts';

interface DrawWorkerDeps {
  readonly db: Database;
  readonly plan: TimetablePlan;
  /** The beacons whose values sealed draws wait for. */
  readonly beacons: readonly Beacon[];
  /** Wakes the worker when a draw was judged, so that it is paid at once. */
  readonly news?: Pick<DrawNews, 'follow'>;
  readonly onDue?: OnDue;
  readonly log: Logger;
}

/** The longest pause between two polls. It bounds the wait of a draw that another process left half done. */
const everyMs = 500;
const retryMs = 1_000;
const fillEveryMs = 60_000;

/**
 * Takes every draw through its life: fills the timetable, closes, seals, draws, settles or voids. Any number of processes
 * may run one. Each step claims its draw's row. After a crash another process continues from the state in the row.
 */
export function startDrawWorker({ db, plan, beacons, news, onDue, log }: DrawWorkerDeps): Background {
  const rounds = createRoundVerifier(beacons.map(({ chain }) => chain));
  const onFalseRound = (drawId: string, round: number) =>
    log.error({ drawId, round }, 'a stored beacon value is false and was withdrawn: somebody wrote to the database');
  const steps = [
    { name: 'closing a draw', step: () => closeDueDraw(db), wait: () => timeToNextClose(db) },
    { name: 'sealing a draw', step: () => sealDueDraw(db, plan.keys) },
    { name: 'voiding a draw', step: () => voidLostDraw(db) },
    {
      name: 'drawing a draw',
      step: () => drawDueDraw(db, plan.keys, rounds, onFalseRound),
      wait: () => timeToNextDraw(db),
    },
    { name: 'settling a draw', step: () => settleDueDraw(db) },
    { name: 'heeding the second opinion', step: () => heedOpinions(db) },
    ...beacons.map((beacon) => ({ name: 'asking the beacon', step: followBeacon(db, beacon, log, rounds) })),
  ];
  const filling = startBackground([{ name: 'filling the timetable', step: fill, everyMs: fillEveryMs, retryMs }], log);
  const advancing = startBackground(
    steps.map((work) => ({ ...work, everyMs, retryMs })),
    log,
    onDue,
  );
  news?.follow((told) => {
    if (told === null || told.what === 'judged') advancing.wake();
  });

  async function fill(stopping: AbortSignal): Promise<boolean> {
    await fillTimetable(db, plan, stopping);
    return false;
  }

  return {
    async stop() {
      await Promise.all([filling.stop(), advancing.stop()]);
    },
  };
}
