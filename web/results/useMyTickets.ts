import type { Ticket } from '#contract/bets.ts';
import { listBets } from '#contract/calls/bets.ts';
import type { Draw } from '#contract/draws.ts';
import { useWholeApiList } from '#web/api/lists.ts';
import { useSession } from '#web/session/session.ts';

export type ResultDraw = Draw & { readonly result: string[] };

/** In milliseconds: how long before its draw a ticket can be bought. */
const longestAhead = 7 * 24 * 3_600_000;
const pageLength = '100';

/** My tickets on these draws; none for a visitor. They only decorate the list, so a failed call is not shown. */
export function useMyTickets(draws: readonly ResultDraw[]): readonly Ticket[] {
  const { signedIn } = useSession();
  const newest = draws[0];
  const oldest = draws.at(-1);
  const from = oldest && new Date(Date.parse(oldest.fullDate) - longestAhead).toISOString();
  const { items } = useWholeApiList(
    listBets,
    { query: { from, to: newest?.fullDate, limit: pageLength } },
    // The range changes with every new draw; the highlights stay until the new list is loaded.
    { enabled: signedIn && draws.length > 0, keepBefore: true },
  );
  return items ?? [];
}
