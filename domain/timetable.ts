const minute = 60_000;

export interface DrawTimes {
  /** Milliseconds since 1970, as all times here. */
  readonly drawsAt: number;
  readonly closesAt: number;
}

export interface Timetable {
  /** Minutes between two draws, a divisor of 60. */
  readonly everyMinutes: number;
  readonly closeSecondsBefore: number;
  /** The operator's IANA time zone: a draw is at a full multiple of `everyMinutes` of its local hours. */
  readonly timeZone: string;
}

/** A timetable that decides about the draws after a moment. */
export interface TimetableVersion extends Timetable {
  readonly number: number;
  /** Milliseconds since 1970; `-Infinity` of the first one. */
  readonly beginsAt: number;
}

/** The version that decides about a draw at a moment: of those that have begun, the one with the highest number. */
export function versionAt<V extends Pick<TimetableVersion, 'number' | 'beginsAt'>>(
  versions: readonly V[],
  at: number,
): V | undefined {
  return versions
    .filter(({ beginsAt }) => beginsAt < at)
    .reduce<V | undefined>(
      (newest, one) => (newest === undefined || one.number > newest.number ? one : newest),
      undefined,
    );
}

/** The times of draws as `drawTimes` makes them, where each draw is made by the version that decides about it. */
export function drawTimesBy(versions: readonly TimetableVersion[], from: number, to: number): DrawTimes[] {
  return versions
    .flatMap((version) =>
      drawTimes(version, Math.max(from, version.beginsAt), to).filter(
        ({ drawsAt }) => versionAt(versions, drawsAt) === version,
      ),
    )
    .toSorted((one, other) => one.drawsAt - other.drawsAt);
}

/** Every draw after `from` and up to and including `to`, in order. */
export function drawTimes(timetable: Timetable, from: number, to: number): DrawTimes[] {
  const times: DrawTimes[] = [];
  const localTime = localTimeIn(timetable.timeZone);
  for (let drawsAt = (Math.floor(from / minute) + 1) * minute; drawsAt <= to; drawsAt += minute) {
    if (Number(localTime(drawsAt).minute) % timetable.everyMinutes !== 0) continue;
    times.push({ drawsAt, closesAt: drawsAt - timetable.closeSecondsBefore * 1_000 });
  }
  return times;
}

export interface LocalTime {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `00` … `23` */
  readonly hour: string;
  /** `00` … `59` */
  readonly minute: string;
  readonly second: string;
}

/** Reads instants on the wall clock of a time zone. */
export function localTimeIn(timeZone: string): (at: number) => LocalTime {
  let read = clocks.get(timeZone);
  if (!read) clocks.set(timeZone, (read = readerOf(timeZone)));
  return read;
}

/** To create a clock takes longer than a hundred readings, so the clock of each time zone is kept. */
const clocks = new Map<string, (at: number) => LocalTime>();

function readerOf(timeZone: string): (at: number) => LocalTime {
  const offset = fixedOffsets[timeZone];
  return offset === undefined ? changingClock(timeZone) : fixedClock(offset * 60 * minute);
}

/**
 * UTC offsets in hours, of the zones where XOF is money: unchanged since 1975 at the latest. On a cheap phone the first
 * formatter of `Intl` blocks the page for a quarter of a second.
 */
export const fixedOffsets: Readonly<Record<string, number>> = {
  'Africa/Abidjan': 0,
  'Africa/Bamako': 0,
  'Africa/Bissau': 0,
  'Africa/Dakar': 0,
  'Africa/Lome': 0,
  'Africa/Niamey': 1,
  'Africa/Ouagadougou': 0,
  'Africa/Porto-Novo': 1,
  UTC: 0,
};

function fixedClock(offset: number): (at: number) => LocalTime {
  return (at) => {
    const [date, time] = new Date(at + offset).toISOString().split('T') as [string, string];
    const [hour, minute, second] = time.slice(0, 8).split(':') as [string, string, string];
    return { date, hour, minute, second };
  };
}

/** The clock of any zone, from the platform's time zone data. */
export function changingClock(timeZone: string): (at: number) => LocalTime {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map((part) => [part.type, part.value]));
    const { year, month, day, hour, minute, second } = parts as Record<string, string>;
    return { date: `${year!.padStart(4, '0')}-${month}-${day}`, hour: hour!, minute: minute!, second: second! };
  };
}

/** The instant at which a local date begins, in milliseconds since 1970. */
export function startOfDate(date: string, timeZone: string): number {
  const utc = Date.parse(`${date}T00:00:00Z`);
  const localTime = localTimeIn(timeZone);
  // The zone's offset is read at the guess and again at the corrected instant, for days on which the clock changes.
  let start = utc;
  for (let pass = 0; pass < 2; pass++) {
    const local = localTime(start);
    start += utc - Date.parse(`${local.date}T${local.hour}:${local.minute}:${local.second}Z`);
  }
  return start;
}
