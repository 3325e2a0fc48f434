import { listBets, type Ticket } from '#contract/bets.ts';
import type { Draw } from '#contract/draws.ts';
import { useApi } from '../api/queries.ts';
import { useSession } from '../session/session.ts';

export type ResultDraw = Draw & { readonly result: string[] };

/** Tickets can be bought this long before their draw. */
const longestAhead = 7 * 24 * 3_600_000;
const most = 100;

/** My latest tickets on these draws; none for a visitor. They only decorate the list, so their failure is not told. */
export function useMyTickets(draws: readonly ResultDraw[]): readonly Ticket[] {
  const { signedIn } = useSession();
  const newest = draws[0];
  const oldest = draws.at(-1);
  const from = oldest && new Date(Date.parse(oldest.fullDate) - longestAhead).toISOString();
  const { data } = useApi(
    'bets',
    listBets,
    { query: { from, to: newest?.fullDate, limit: String(most) } },
    {
      enabled: signedIn && draws.length > 0,
      // The range moves with every new draw; meanwhile the lit places stay lit.
      placeholderData: (before) => before,
    },
  );
  return data?.data ?? [];
}
