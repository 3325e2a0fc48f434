import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/draws.ts';
import { drawTimes, drawTimesBy, type DrawTimes, type TimetableVersion } from '#domain/timetable.ts';
import { Refusal } from '#server/http/refusal.ts';
import { conflict } from '#server/operator/access/call-act.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readOne } from '#server/operator/access/reads.ts';

type Timetable = AnswerOf<typeof contract.getTimetable>['data'];

function toVersion({ beginsAt, ...version }: Timetable['versions'][number]): TimetableVersion {
  return { ...version, beginsAt: beginsAt === null ? -Infinity : Date.parse(beginsAt) };
}

type Trial = AnswerOf<typeof contract.tryTimetable>['data'];

/** How much of both calendars is shown. */
const shownMs = 2 * 60 * 60 * 1_000;

/** The effect of another timetable if it began now. */
export async function tryTimetable(
  operators: Operators,
  operator: Operator,
  query: RequestOf<typeof contract.tryTimetable>['query'],
): Promise<Trial> {
  const { versions: shown } = await readOne<Timetable>(operators, 'console.read_timetable', [operator.session]);
  const versions = shown.map(toVersion);
  const [newest] = versions;
  if (newest === undefined) throw conflict((says) => says.timetable.none);
  const { everyMinutes = newest.everyMinutes, closeSecondsBefore = newest.closeSecondsBefore, beginsAt } = query;
  requireClose(everyMinutes, closeSecondsBefore);
  const values = [operator.session, beginsAt ?? null, everyMinutes];
  const trial = await readOne<Omit<Trial, 'today' | 'wanted'>>(operators, 'console.try_timetable', values);
  const begins = Date.parse(trial.beginsAt);
  const { timeZone } = newest;
  return {
    ...trial,
    today: drawTimesBy(versions, begins, begins + shownMs).map(presentTimes),
    wanted: drawTimes({ everyMinutes, closeSecondsBefore, timeZone }, begins, begins + shownMs).map(presentTimes),
  };
}

function presentTimes({ drawsAt, closesAt }: DrawTimes) {
  return { drawsAt: new Date(drawsAt).toISOString(), closesAt: new Date(closesAt).toISOString() };
}

/** @throws Refusal invalid_request where sales would close before the draw before */
export function requireClose(everyMinutes: number, closeSecondsBefore: number): void {
  if (closeSecondsBefore < everyMinutes * 60) return;
  throw new Refusal('invalid_request', {
    errors: [
      { path: 'closeSecondsBefore', message: ({ operators: says }) => says.timetable.closeBefore(everyMinutes) },
    ],
  });
}
