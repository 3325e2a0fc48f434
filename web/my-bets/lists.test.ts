import { expect, it } from 'vitest';
import type { Ticket } from '#contract/bets.ts';
import { groupByDraw } from './groups.ts';

const ticketOf = (drawId: string, status: Ticket['status'], payout: number) =>
  ({ drawId, status, payout, id: `${drawId} ${status} ${payout}` }) as Ticket;

it('groups tickets by draw, wins first, with the server’s sums and not those of the listed tickets', () => {
  const [lost, small, large, earlier] = [
    ticketOf('late', 'lost', 0),
    ticketOf('late', 'win', 600),
    ticketOf('late', 'win', 1_800),
    ticketOf('early', 'void', 300),
  ];
  const late = { drawId: 'late', tickets: 9, staked: 2_700, paid: 2_400 };
  const early = { drawId: 'early', tickets: 1, staked: 300, paid: 300 };
  expect(groupByDraw([lost, small, large, earlier], [late, early])).toEqual([
    { sums: late, tickets: [large, small, lost] },
    { sums: early, tickets: [earlier] },
  ]);
});
