import { listDraws, type Draw } from '#contract/draws.ts';
import { serverNow, useNow } from '../clock/clock.ts';
import { useApi } from './queries.ts';

const fetched = 12;
const fewest = 4;

/** The next draws that sales are on for, soonest first. Those that close drop out on the server's clock. */
export function useUpcomingDraws() {
  const now = useNow();
  const query = useApi(
    'draws',
    listDraws,
    { query: { status: 'open', limit: String(fetched) } },
    {
      // What happens to a draw would ask for all of them again, although the clock alone tells which are still open: so
      // they are asked for only when few are left.
      enabled: ({ state }) => openDraws(state.data?.data ?? [], serverNow()).length < fewest,
    },
  );
  return {
    draws: openDraws(query.data?.data ?? [], now),
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetching,
    refetch: query.refetch,
  };
}

/**
 * Draws that still take tickets.
 *
 * @param now the server's time, in milliseconds since 1970; before it is known all are taken to be open
 */
export function openDraws<D extends Pick<Draw, 'closesAt' | 'status'>>(draws: readonly D[], now: number | null): D[] {
  return draws.filter((draw) => draw.status === 'open' && (now === null || Date.parse(draw.closesAt) > now));
}
