import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/draws.ts';
import { drawTimes, drawTimesBy, versionAt, type DrawTimes, type TimetableVersion } from '#domain/timetable.ts';
import { Refusal } from '#server/http/refusal.ts';
import { askFor, type AskedFor } from '#server/operator/acts/ask-for.ts';
import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';

interface VersionRow {
  readonly number: number;
  readonly begins_at: Date | null;
  readonly every_minutes: number;
  readonly close_seconds_before: number;
  readonly time_zone: string;
  readonly made_at: Date;
  readonly request_id: string | null;
  readonly committed_until: Date | null;
  readonly read_at: Date;
}

function readVersions(operators: Operators, { session }: Operator): Promise<VersionRow[]> {
  return actAs(operators, (tx) => tx.query<VersionRow>('select * from console.list_timetables($1)', [session]));
}

function toVersion(row: VersionRow): TimetableVersion {
  return {
    number: row.number,
    beginsAt: row.begins_at?.getTime() ?? -Infinity,
    everyMinutes: row.every_minutes,
    closeSecondsBefore: row.close_seconds_before,
    timeZone: row.time_zone,
  };
}

/** The versions of the timetable, the newest first. */
export async function readTimetable(
  operators: Operators,
  operator: Operator,
): Promise<AnswerOf<typeof contract.getTimetable>['data']> {
  const rows = await readVersions(operators, operator);
  const now = rows[0]?.read_at ?? new Date(0);
  return {
    versions: rows.map((row) => ({
      number: row.number,
      beginsAt: row.begins_at?.toISOString() ?? null,
      everyMinutes: row.every_minutes,
      closeSecondsBefore: row.close_seconds_before,
      timeZone: row.time_zone,
      madeAt: row.made_at.toISOString(),
      request: row.request_id,
    })),
    current: versionAt(rows.map(toVersion), now.getTime())?.number ?? null,
    committedUntil: rows[0]?.committed_until?.toISOString() ?? null,
    now: now.toISOString(),
  };
}

interface TrialRow {
  readonly begins_at: Date;
  readonly kept: number;
  readonly called_off: number;
  readonly with_tickets: boolean;
  readonly too_soon: number;
}

/** How much of both calendars is shown. */
const shownMs = 2 * 60 * 60 * 1_000;

/** What another timetable would do now. @throws Refusal invalid_request for one that closes before the draw before; conflict where there is none yet */
export async function tryTimetable(
  operators: Operators,
  operator: Operator,
  query: RequestOf<typeof contract.tryTimetable>['query'],
): Promise<AnswerOf<typeof contract.tryTimetable>['data']> {
  const versions = (await readVersions(operators, operator)).map(toVersion);
  const [newest] = versions;
  if (newest === undefined) throw noTimetable();
  const { everyMinutes = newest.everyMinutes, closeSecondsBefore = newest.closeSecondsBefore, beginsAt } = query;
  requireClose(everyMinutes, closeSecondsBefore);
  const [trial] = await actAs(operators, (tx) =>
    tx.query<TrialRow>('select * from console.try_timetable($1, $2, $3)', [
      operator.session,
      beginsAt ?? null,
      everyMinutes,
    ]),
  );
  const { begins_at, kept, called_off, with_tickets, too_soon } = trial!;
  const begins = begins_at.getTime();
  const { timeZone } = newest;
  return {
    beginsAt: begins_at.toISOString(),
    kept,
    calledOff: called_off,
    hasTickets: with_tickets,
    closesTooSoon: too_soon,
    today: drawTimesBy(versions, begins, begins + shownMs).map(presentTimes),
    wanted: drawTimes({ everyMinutes, closeSecondsBefore, timeZone }, begins, begins + shownMs).map(presentTimes),
  };
}

function presentTimes({ drawsAt, closesAt }: DrawTimes) {
  return { drawsAt: new Date(drawsAt).toISOString(), closesAt: new Date(closesAt).toISOString() };
}

function noTimetable(): Refusal {
  return new Refusal('conflict', { detail: ({ operators: says }) => says.timetable.none });
}

function requireClose(everyMinutes: number, closeSecondsBefore: number): void {
  if (closeSecondsBefore < everyMinutes * 60) return;
  throw new Refusal('invalid_request', {
    errors: [
      { path: 'closeSecondsBefore', message: ({ operators: says }) => says.timetable.closeBefore(everyMinutes) },
    ],
  });
}

/** Asks for another timetable. @returns the request @throws Refusal invalid_request; conflict where there is none yet; as askFor */
export async function askForTimetable(
  operators: Operators,
  operator: Operator,
  {
    everyMinutes,
    closeSecondsBefore,
    beginsAt = null,
    reason,
    signature,
  }: RequestOf<typeof contract.changeTimetable>['body'],
): Promise<AskedFor> {
  requireClose(everyMinutes, closeSecondsBefore);
  const [newest] = (await readVersions(operators, operator)).map(toVersion);
  if (newest === undefined) throw noTimetable();
  return askFor(
    operators,
    operator,
    {
      kind: 'timetable',
      subject: `timetable ${newest.number + 1}`,
      newValues: { everyMinutes, closeSecondsBefore, beginsAt },
      oldValues: {
        number: newest.number,
        everyMinutes: newest.everyMinutes,
        closeSecondsBefore: newest.closeSecondsBefore,
      },
      reason,
    },
    signature,
  );
}
