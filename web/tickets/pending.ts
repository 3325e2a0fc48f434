import type { Ticket } from '#contract/bets.ts';

const settledSoonAfter = 4_000;

/**
 * How long until the first of these tickets should have been settled, in milliseconds: a few seconds after its draw, and
 * every few seconds from then on. The stream, if connected, tells it sooner.
 */
export function nextLookIn(tickets: readonly Pick<Ticket, 'fullDate'>[], now: number): number {
  const soonest = Math.min(...tickets.map(({ fullDate }) => Date.parse(fullDate)));
  return Math.max(settledSoonAfter, soonest + settledSoonAfter - now);
}
