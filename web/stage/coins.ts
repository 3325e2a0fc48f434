import { formatMult } from '#web/tickets/odds.ts';
import type { Standing } from './standing.ts';

/** Names the coin of a ticket's number in the page. */
export function coinOf({ id }: { id: string }, number: string): string {
  return `coin-${id}-${number}`;
}

/** A coin that lies on its ball. */
export interface Landed {
  readonly from: string;
  /** The payout of its ticket per franc. */
  readonly back: string;
}

/** The number of coins that have room on a ball. */
const most = 3;

/** The coins on each ball that is out: of the tickets that are sure to be paid because of it. */
export function coinsOn(standings: readonly Standing[], out: readonly string[]): readonly (readonly Landed[])[] {
  return out.map((number) =>
    standings
      .filter(({ state, hits, ticket }) => state === 'pays' && hits[ticket.selectedNumbers.indexOf(number)])
      .slice(0, most)
      .map(({ ticket, pays }) => ({ from: coinOf(ticket, number), back: formatMult(pays / ticket.betAmount) })),
  );
}
