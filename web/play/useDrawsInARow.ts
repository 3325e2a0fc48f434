import { listDraws } from '#contract/calls/draws.ts';
import type { Draw } from '#contract/draws.ts';
import { useApi } from '#web/api/queries.ts';
import { openDraws } from '#web/api/upcoming.ts';
import { serverNow } from '#web/clock/clock.ts';

/** The chosen draw and those right after it, `count` in all, as far as they are on sale. */
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
