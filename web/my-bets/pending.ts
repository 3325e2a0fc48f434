import type { Ticket } from '#contract/bets.ts';

/** Sorts waiting tickets by draw, then by purchase time. */
export function soonestFirst<T extends Pick<Ticket, 'fullDate' | 'acceptedAt'>>(tickets: readonly T[]): T[] {
  return tickets.toSorted((a, b) => compare(a.fullDate, b.fullDate) || compare(a.acceptedAt, b.acceptedAt));
}

const settledSoonAfter = 4_000;

/**
 * How long until the first of these tickets should have been settled, in milliseconds: a few seconds after its draw, and
 * every few seconds from then on. The stream, if connected, tells it sooner.
 */
export function nextLookIn(tickets: readonly Pick<Ticket, 'fullDate'>[], now: number): number {
  const soonest = Math.min(...tickets.map(({ fullDate }) => Date.parse(fullDate)));
  return Math.max(settledSoonAfter, soonest + settledSoonAfter - now);
}

function compare(a: string, b: string): number {
  return Date.parse(a) - Date.parse(b);
}
