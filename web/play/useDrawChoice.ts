import { useMemo, useState } from 'react';
import { getTimetable, listDraws } from '#contract/calls/draws.ts';
import type { Draw } from '#contract/draws.ts';
import { useApi } from '#web/api/queries.ts';
import { openDraws, useOpenDraws, useUpcomingDraws } from '#web/api/upcoming.ts';
import { serverNow } from '#web/clock/clock.ts';
import { formatTime, useTimeZone, zoned } from '#web/values/format.ts';
import { type ActiveBet, type ChangeBet, followsNextDraw } from './active-bet.ts';
import { chosenDraw, hourRange, openHours, type TimetableDay } from './draw-choice.ts';

const drawsAnHour = 60;

/** The ticket's draw, and the dates, hours and minutes to choose from. */
export function useDrawChoice(bet: ActiveBet, change: ChangeBet) {
  const timeZone = useTimeZone();
  const upcoming = useUpcomingDraws();
  const next = upcoming.draws[0];
  const timetable = useApi(getTimetable, {}, { enabled: notFetched });
  const days = useMemo(
    () => openHours(timetable.data?.data ?? [], next ? zoned(next.fullDate, timeZone) : null),
    [timetable.data, next, timeZone],
  );
  const hour = hourOf(bet, next, days);
  const range = useHourRange(hour?.date ?? '', hour?.hour ?? '', timeZone);
  const ofHour = useApi(
    listDraws,
    { query: { ...range, status: 'open', limit: String(drawsAnHour) } },
    {
      enabled: (query) => hour !== null && notFetched(query),
    },
  );
  const openOfHour = useOpenDraws(ofHour.data?.data);
  const minutes = useMemo(() => openOfHour.map(({ minute }) => minute), [openOfHour]);
  const { draw, closed } = chosenDraw(bet, upcoming.draws, ofHour.data && openOfHour);
  const closedTime = useClosedTime(draw, closed ? `${bet.selectedHour}:${bet.selectedMinute}` : null);
  if (closed) change({ type: 'chooseNextDraw' });

  const failed = [upcoming, timetable, ofHour].filter(({ error }) => error);
  return {
    draw,
    /** The time of the previous draw, if its sales have closed meanwhile. */
    closedTime,
    days,
    hour,
    /** The minutes of the hour that still have an open draw. */
    minutes,
    error: draw ? null : (failed[0]?.error ?? null),
    isFetching: failed.some(({ isFetching }) => isFetching),
    retry: () => failed.forEach(({ refetch }) => void refetch()),
    isPending: upcoming.isPending || timetable.isPending || (hour !== null && ofHour.isPending),
  };
}

export type DrawChoice = ReturnType<typeof useDrawChoice>;

/** The chosen draw and the ones directly after it, `count` in all, as far as they are open for sale. */
export function useDrawsInARow(first: Draw | null, count: number): { draws: readonly Draw[]; isPending: boolean } {
  const query = { from: first?.fullDate, status: 'open', limit: String(count) };
  const following = useApi(
    listDraws,
    { query },
    {
      enabled: ({ state }) => first !== null && count > 1 && state.data === undefined,
    },
  );
  if (!first || count === 1) return { draws: first ? [first] : [], isPending: false };
  return { draws: openDraws(following.data?.data ?? [], serverNow()), isPending: following.isPending };
}

/**
 * Fetches the timetable only once: the clock tells which of its draws have closed, so draw events need not fetch it again.
 */
function notFetched({ state }: { state: { data: unknown } }): boolean {
  return state.data === undefined;
}

function useHourRange(date: string, hour: string, timeZone: string) {
  return useMemo(() => (date && hour ? hourRange(date, hour, timeZone) : null), [date, hour, timeZone]);
}

function hourOf(bet: ActiveBet, next: Draw | undefined, days: readonly TimetableDay[]) {
  if (followsNextDraw(bet)) return next ? zoned(next.fullDate) : null;
  const hour = bet.selectedHour || days.find(({ date }) => date === bet.fullDate)?.hours[0];
  return hour ? { date: bet.fullDate, hour } : null;
}

/** Remembers the shown draw, to tell a draw that closed from one the player replaced. */
function useClosedTime(draw: Draw | null, closedChoice: string | null): string | null {
  const [shown, setShown] = useState<Draw | null>(null);
  const [closedTime, setClosedTime] = useState<string | null>(null);
  if (closedChoice && closedChoice !== closedTime) setClosedTime(closedChoice);
  if (draw && !closedChoice && draw.id !== shown?.id) {
    setShown(draw);
    if (shown) setClosedTime(Date.parse(shown.closesAt) <= serverNow() ? formatTime(shown.fullDate) : null);
  }
  return closedTime;
}
