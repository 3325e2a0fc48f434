import { useMemo, useState } from 'react';
import { listDraws } from '#contract/calls/draws.ts';
import type { Draw } from '#contract/draws.ts';
import { useApi } from '#web/api/queries.ts';
import { openDraws, useOpenDraws, useUpcomingDraws } from '#web/api/upcoming.ts';
import { serverNow } from '#web/clock/clock.ts';
import { formatTime, useTimeZone } from '#web/values/format.ts';
import { type ActiveBet, type ChangeBet, followsNextDraw } from './active-bet.ts';
import { chosenDraw, hourRange } from './draw-choice.ts';

const drawsAnHour = 60;

/**
 * The ticket's draw.
 *
 * @param acts how often the player has changed the ticket
 */
export function useDrawChoice(bet: ActiveBet, change: ChangeBet, acts: number) {
  const upcoming = useUpcomingDraws();
  const follows = followsNextDraw(bet);
  const { query: ofHour, open } = useHourDraws(follows ? null : { date: bet.fullDate, hour: bet.selectedHour });
  const { draw, closed } = chosenDraw(bet, upcoming.draws, ofHour.data && open);
  const closedTime = useClosedTime(
    draw,
    closed && bet.selectedMinute ? `${bet.selectedHour}:${bet.selectedMinute}` : null,
    acts,
  );
  if (closed) change({ type: 'chooseNextDraw' });

  const failed = [upcoming, ofHour].filter(({ error }) => error);
  return {
    draw,
    /** The time of the previous draw, if its sales have closed since the player's last change. */
    closedTime,
    error: draw ? null : (failed[0]?.error ?? null),
    isFetching: failed.some(({ isFetching }) => isFetching),
    retry: () => failed.forEach(({ refetch }) => void refetch()),
    isPending: upcoming.isPending || (!follows && ofHour.isPending),
  };
}

export type DrawChoice = ReturnType<typeof useDrawChoice>;

/** The draws of an hour on the operator's wall clock that are still open; fetched once. */
export function useHourDraws(hour: HourOfDay | null) {
  const timeZone = useTimeZone();
  const { date = '', hour: hourOfDay = '' } = hour ?? {};
  const range = useMemo(() => (date ? hourRange(date, hourOfDay, timeZone) : null), [date, hourOfDay, timeZone]);
  const query = useApi(
    listDraws,
    { query: { ...range, status: 'open', limit: String(drawsAnHour) } },
    { enabled: (query) => hour !== null && notFetched(query) },
  );
  return { query, open: useOpenDraws(query.data?.data) };
}

interface HourOfDay {
  readonly date: string;
  readonly hour: string;
}

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

/** Draw events need not fetch these lists again: the clock tells which of their draws have closed. */
export function notFetched({ state }: { state: { data: unknown } }): boolean {
  return state.data === undefined;
}

/** Remembers the shown draw, to tell a draw that closed from one the player replaced. */
function useClosedTime(draw: Draw | null, closedChoice: string | null, acts: number): string | null {
  const [shown, setShown] = useState<Draw | null>(null);
  const [closed, setClosed] = useState<{ time: string; acts: number } | null>(null);
  if (closedChoice && closedChoice !== closed?.time) setClosed({ time: closedChoice, acts });
  if (draw && !closedChoice && draw.id !== shown?.id) {
    setShown(draw);
    if (shown) {
      const hasClosed = Date.parse(shown.closesAt) <= serverNow();
      setClosed(hasClosed ? { time: formatTime(shown.fullDate), acts } : null);
    }
  }
  return closed?.acts === acts ? closed.time : null;
}
