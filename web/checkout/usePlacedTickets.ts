import type { Ticket } from '#contract/bets.ts';
import { listBets } from '#contract/calls/bets.ts';
import { useIsVeiled } from '#web/api/hide-outcomes.ts';
import { useOutcomesHeld } from '#web/api/hold-outcomes.ts';
import { useApi } from '#web/api/queries.ts';
import { serverNow } from '#web/clock/clock.ts';
import { nextLookIn } from '#web/tickets/pending.ts';

/**
 * The tickets of a checkout as they are now, by one call that lists what was accepted then. Nothing is asked until a draw is due: before
 * that they are as they were placed, and after it the streams tell how they ended. A page that has missed it asks.
 */
export function usePlacedTickets(placed: readonly Ticket[]): readonly Ticket[] {
  const isHeld = useOutcomesHeld();
  const accepted = placed.map(({ acceptedAt }) => Date.parse(acceptedAt));
  const query = {
    from: new Date(Math.min(...accepted)).toISOString(),
    // An instant is told in whole milliseconds, and kept more precisely.
    to: new Date(Math.max(...accepted) + 1).toISOString(),
    limit: '100',
  };
  const { data, dataUpdatedAt } = useApi(
    listBets,
    { query },
    {
      initialData: { data: [...placed], meta: { next: null } },
      enabled: !isHeld,
      refetchOnMount: ({ state }) => isDue(state.data?.data ?? []) && 'always',
      refetchInterval: ({ state }) => {
        const waiting = (state.data?.data ?? []).filter(isPending);
        return waiting.length > 0 && nextLookIn(waiting, serverNow());
      },
    },
  );
  const isVeiled = useIsVeiled(dataUpdatedAt);
  return isVeiled ? placed : placed.map((ticket) => data?.data.find(({ id }) => id === ticket.id) ?? ticket);
}

function isDue(tickets: readonly Ticket[]): boolean {
  return tickets.some((ticket) => isPending(ticket) && Date.parse(ticket.fullDate) <= serverNow());
}

function isPending({ status }: Ticket): boolean {
  return status === 'pending';
}
