import type { Draw } from '#contract/draws.ts';
import { localTimeIn, startOfDate } from '#domain/timetable.ts';
import { type ActiveBet, followsNextDraw } from './active-bet.ts';

interface DrawChoice<D> {
  /** Null while it is not known. */
  readonly draw: D | null;
  /** True when the chosen draw has closed, and `draw` is the next one instead. */
  readonly closed: boolean;
}

/**
 * The draw a ticket is for. A chosen draw that has closed is replaced by the next one, so that the ticket is always for an
 * open draw.
 *
 * @param upcoming open draws, soonest first
 * @param ofHour the chosen hour's open draws, soonest first; undefined while they are being fetched
 */
export function chosenDraw<D extends Pick<Draw, 'minute'>>(
  bet: ActiveBet,
  upcoming: readonly D[],
  ofHour: readonly D[] | undefined,
): DrawChoice<D> {
  const next = upcoming[0] ?? null;
  if (followsNextDraw(bet)) return { draw: next, closed: false };
  if (!ofHour) return { draw: null, closed: false };
  const chosen = bet.selectedMinute ? ofHour.find((draw) => draw.minute === bet.selectedMinute) : ofHour[0];
  return chosen ? { draw: chosen, closed: false } : { draw: next, closed: true };
}

/** The start and end of an hour of the operator's wall clock, as `GET /draws` takes them. */
export function hourRange(date: string, hour: string, timeZone: string): { from: string; to: string } {
  let from = startOfDate(date, timeZone) + Number(hour) * 3_600_000;
  // On a day with a clock change, midnight plus the hours is an hour off.
  const off = Number(localTimeIn(timeZone)(from).hour) - Number(hour);
  if (off !== 0) from -= off * 3_600_000;
  return { from: new Date(from).toISOString(), to: new Date(from + 3_600_000 - 1).toISOString() };
}
