import type { Ticket } from '#contract/bets.ts';
import { listBets } from '#contract/calls/bets.ts';
import { useWholeApiList } from '#web/api/lists.ts';
import { useSession } from '#web/session/session.ts';
import { standingOf, unsettled, type Standing } from './standing.ts';

const pageLength = '100';

/** The client's tickets on a draw; none for a visitor. */
export function useMyTickets(drawId: string, { enabled = true } = {}) {
  const { signedIn } = useSession();
  return useWholeApiList(listBets, { query: { drawId, limit: pageLength } }, { enabled: enabled && signedIn });
}

/**
 * @param out the numbers that are out; once all nine are out, the server's standings are used
 * @param isUnpaid whether the draw should have been paid by now
 */
export function standingsOf(
  tickets: readonly Ticket[],
  out: readonly string[],
  isTold: boolean,
  isUnpaid: boolean,
): Standing[] {
  return tickets.map((ticket) => {
    if (isTold && ticket.status !== 'pending') return settled(ticket);
    return isUnpaid ? unsettled(ticket) : standingOf(ticket, out);
  });
}

function settled(ticket: Ticket): Standing {
  const { status, payout, places } = ticket;
  return { ticket, state: status === 'lost' ? 'lost' : 'pays', pays: payout ?? 0, hits: places ?? [] };
}
