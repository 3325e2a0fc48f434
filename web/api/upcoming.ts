import { useMemo } from 'react';
import { listDraws } from '#contract/calls/draws.ts';
import type { Draw, SalesStop } from '#contract/draws.ts';
import type { BetName } from '#domain/bet-types.ts';
import { serverNow, useAtServerTime } from '#web/clock/clock.ts';
import { useApi } from './queries.ts';

const fetched = 12;
const fewest = 4;

/**
 * The next draws open for sale, soonest first. Closed ones are removed by the server's clock; `known` has them too, as they
 * were when they were fetched.
 */
export function useUpcomingDraws() {
  const query = useApi(
    listDraws,
    { query: { status: 'open,closed', limit: String(fetched) } },
    {
      // Every draw event would fetch them all again, although the clock alone tells which are still open. So they are
      // fetched only when few are left.
      enabled: ({ state }) => openDraws(state.data?.data ?? [], serverNow()).length < fewest,
    },
  );
  return {
    draws: useOpenDraws(query.data?.data),
    known: query.data?.data ?? none,
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetching,
    refetch: query.refetch,
  };
}

/** Draws that still take tickets on the server's clock, the same list until one of them closes. */
export function useOpenDraws<D extends Sold>(draws: readonly D[] = none): readonly D[] {
  const closings = useMemo(() => draws.map(closingOf), [draws]);
  const lastClosing = useAtServerTime((now) => Math.max(0, ...closings.filter((closing) => closing <= (now ?? 0))));
  return useMemo(() => openDraws(draws, lastClosing), [draws, lastClosing]);
}

type Sold = Pick<Draw, 'closesAt' | 'status'>;

const none: readonly never[] = [];

/**
 * Draws that still take tickets.
 *
 * @param now the server's time, in milliseconds since 1970
 */
export function openDraws<D extends Sold>(draws: readonly D[], now: number): D[] {
  return draws.filter((draw) => draw.status === 'open' && closingOf(draw) > now);
}

/** The stop of sales that prevents a bet type in a draw. An unknown draw has none. */
export function stopOf(draw: Partial<Pick<Draw, 'stops'>> | null | undefined, bet: BetName): SalesStop | undefined {
  return draw?.stops?.find(({ name }) => (name ?? bet) === bet);
}

function closingOf({ closesAt }: Sold): number {
  return Date.parse(closesAt);
}
