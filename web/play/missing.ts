import type { Draw } from '#contract/draws.ts';
import { betTypes } from '#domain/bet-types.ts';
import { maxTicketsPerCheckout, refusalsOf, type TicketRefusal } from '#domain/ticket.ts';
import { stopOf } from '#web/api/upcoming.ts';
import { words } from '#web/words/en/play.ts';
import { type ActiveBet, filledCount } from './active-bet.ts';

interface Surroundings {
  /** The draws the ticket is for. */
  readonly draws: readonly Partial<Pick<Draw, 'stops'>>[];
  /** Whether these are still being fetched. */
  readonly isPending: boolean;
  readonly basketSize: number;
}

interface Missing {
  /** A sentence. */
  readonly text: string;
  /** The field that fixes it; null where no field of this screen can. */
  readonly field: TicketRefusal['field'] | null;
}

/**
 * The first part that the ticket still needs; null if it can be added. An amount that cannot be staked comes before numbers that are still
 * to be chosen.
 */
export function missingFrom(bet: ActiveBet, { draws, isPending, basketSize }: Surroundings): Missing | null {
  const betType = betTypes[bet.name];
  const fields = refusalsOf(bet).map(({ field }) => field);
  if (bet.betAmount !== 0 && fields.includes('betAmount')) {
    return { text: words.missing.amountOf(betType), field: 'betAmount' };
  }
  if (fields.includes('selectedNumbers')) {
    const text = words.missing.numbers(betType.slots - filledCount(bet), betType.slots);
    return { text, field: 'selectedNumbers' };
  }
  if (fields.includes('betAmount')) return { text: words.missing.amount, field: 'betAmount' };
  if (draws.length === 0 && !isPending) return { text: words.missing.draw, field: null };
  const stop = draws.map((draw) => stopOf(draw, bet.name)).find(Boolean);
  if (stop) return { text: stop.sentence, field: null };
  if (basketSize + draws.length > maxTicketsPerCheckout) {
    return { text: words.missing.room(maxTicketsPerCheckout), field: null };
  }
  return null;
}
