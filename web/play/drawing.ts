import { useState } from 'react';
import { getDraw, listResults } from '#contract/calls/draws.ts';
import type { Draw } from '#contract/draws.ts';
import { useApi } from '#web/api/queries.ts';
import { useUpcomingDraws } from '#web/api/upcoming.ts';
import { useAtServerTime } from '#web/clock/clock.ts';

type Known = Pick<Draw, 'fullDate' | 'closesAt' | 'status'>;

/**
 * The draw whose sales have closed and whose numbers are not out yet; null if there is none.
 *
 * @param known draws, soonest first, as they were when they were fetched
 * @param last when the last draw with a result was drawn, ISO 8601; null if none was or it is not known
 * @param now the server's time, in milliseconds since 1970
 */
export function drawingNow<D extends Known>(known: readonly D[], last: string | null, now: number): D | null {
  const isDrawing = ({ status, closesAt, fullDate }: D) =>
    status !== 'void' && Date.parse(closesAt) <= now && (last === null || Date.parse(fullDate) > Date.parse(last));
  return known.findLast(isDrawing) ?? null;
}

const lastFirst = 5_000;
const lastSlowest = 60_000;

/** The last draw with its numbers. After a failure it is fetched again by itself, less and less often. */
export function useLastResult() {
  return useApi(
    listResults,
    { query: { limit: '1' } },
    {
      refetchInterval: ({ state }) =>
        state.status === 'error' && Math.min(lastFirst * 2 ** (state.errorUpdateCount - 1), lastSlowest),
    },
  );
}

/** A draw without numbers this long after its time may have been called off. */
const lateAfter = 20_000;
const askAgainEvery = 10_000;

/** The draw between its close and its numbers, by the server's clock; null while there is none. */
export function useDrawing(): Draw | null {
  const { known } = useUpcomingDraws();
  const { data } = useLastResult();
  // Once it is closed, a later answer leaves it out.
  const [closed, setClosed] = useState<Draw | null>(null);
  const all = closed && !known.some(({ id }) => id === closed.id) ? [closed, ...known] : known;
  const last = data?.data[0]?.fullDate ?? null;
  const id = useAtServerTime((now) => now && (drawingNow(all, last, now)?.id ?? null));
  const drawing = all.find((draw) => draw.id === id) ?? null;
  if (drawing && drawing.id !== closed?.id) setClosed(drawing);
  const isCalledOff = useIsCalledOff(drawing);
  return isCalledOff ? null : drawing;
}

function useIsCalledOff(draw: Draw | null): boolean {
  const at = draw ? Date.parse(draw.fullDate) : Infinity;
  const isLate = useAtServerTime((now) => Number(now !== null && now > at + lateAfter)) === 1;
  const { data } = useApi(
    getDraw,
    { params: { id: draw?.id ?? '' } },
    { enabled: isLate, refetchInterval: askAgainEvery },
  );
  return isLate && data?.data.status === 'void';
}
