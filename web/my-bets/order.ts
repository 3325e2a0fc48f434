import type { Ticket } from '#contract/bets.ts';

/** Tickets that wait, by their draw; those of one draw in the order they were bought. */
export function soonestFirst<T extends Pick<Ticket, 'fullDate' | 'acceptedAt'>>(tickets: readonly T[]): T[] {
  return tickets.toSorted((a, b) => compare(a.fullDate, b.fullDate) || compare(a.acceptedAt, b.acceptedAt));
}

function compare(a: string, b: string): number {
  return Date.parse(a) - Date.parse(b);
}
