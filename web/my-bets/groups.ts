import type { DrawSums, Ticket } from '#contract/bets.ts';

export interface DrawGroup {
  /** All the client's tickets on the draw, as the server sums them up; undefined where it did not. */
  readonly sums: DrawSums | undefined;
  /** The listed tickets: wins first, the largest first. */
  readonly tickets: readonly Ticket[];
}

/** Puts the listed tickets of each draw together, in the order in which their draws come. */
export function groupByDraw(tickets: readonly Ticket[], sums: readonly DrawSums[]): DrawGroup[] {
  // A draw may be on two pages; the later page has the newer sums.
  const sumsOf = new Map(sums.map((ofDraw) => [ofDraw.drawId, ofDraw]));
  return Array.from(
    Map.groupBy(tickets, ({ drawId }) => drawId),
    ([drawId, ofDraw]) => ({
      sums: sumsOf.get(drawId),
      tickets: ofDraw.toSorted((one, other) => wonBy(other) - wonBy(one)),
    }),
  );
}

function wonBy({ status, payout }: Ticket): number {
  return status === 'win' ? (payout ?? 0) : 0;
}
