import type { Ticket } from '#contract/bets.ts';

/** Tickets that wait, by their draw; those of one draw in the order they were bought. */
export function soonestFirst<T extends Pick<Ticket, 'fullDate' | 'acceptedAt'>>(tickets: readonly T[]): T[] {
  return tickets.toSorted((a, b) => compare(a.fullDate, b.fullDate) || compare(a.acceptedAt, b.acceptedAt));
}

const settledSoonAfter = 4_000;

/**
 * How long until the first of these tickets should have been settled, in milliseconds: a few seconds after its draw, and
 * every few seconds from then on. The stream tells it sooner, where it can be held.
 */
export function nextLookIn(tickets: readonly Pick<Ticket, 'fullDate'>[], now: number): number {
  const soonest = Math.min(...tickets.map(({ fullDate }) => Date.parse(fullDate)));
  return Math.max(settledSoonAfter, soonest + settledSoonAfter - now);
}

function compare(a: string, b: string): number {
  return Date.parse(a) - Date.parse(b);
}
