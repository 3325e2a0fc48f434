import type { Ticket } from '#contract/bets.ts';
import { betTypes } from '#domain/bet-types.ts';
import { outcomeOf } from '#domain/outcome.ts';

type MyTicket = Pick<Ticket, 'drawId' | 'name' | 'selectedNumbers' | 'status' | 'payout'>;

/** For each place of a result, whether one of these tickets has a hit there. */
export function litPlaces(result: readonly string[], tickets: readonly MyTicket[]): boolean[] {
  const lit = result.map(() => false);
  for (const { name, selectedNumbers } of tickets) {
    const { places } = outcomeOf(betTypes[name], selectedNumbers.map(Number), result.map(Number));
    for (const [slot, hit] of places.entries()) if (hit) lit[result.indexOf(selectedNumbers[slot]!)] = true;
  }
  return lit;
}

interface MyDraw {
  readonly tickets: number;
  /** What they paid in total; null until the draw is settled. */
  readonly won: number | null;
}

/** A client's tickets and winnings on one draw. */
export function sumUp(tickets: readonly MyTicket[]): MyDraw {
  const isSettled = tickets.every(({ status }) => status !== 'pending');
  const won = tickets.reduce((sum, { status, payout }) => sum + (status === 'win' ? (payout ?? 0) : 0), 0);
  return { tickets: tickets.length, won: isSettled ? won : null };
}
