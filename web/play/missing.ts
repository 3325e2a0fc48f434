import { betTypes } from '#domain/bet-types.ts';
import { maxTicketsPerCheckout, refusalsOf } from '#domain/ticket.ts';
import { words } from '#web/words/en/play.ts';
import { type ActiveBet, filledCount } from './active-bet.ts';

interface Surroundings {
  /** The draws the ticket is for. */
  readonly draws: readonly unknown[];
  /** Whether these are still being fetched. */
  readonly isPending: boolean;
  readonly basketSize: number;
}

/** What the ticket still needs before it can be added, in sentences; empty if it can be added. */
export function missingFrom(bet: ActiveBet, { draws, isPending, basketSize }: Surroundings): string {
  const betType = betTypes[bet.name];
  const sentences = refusalsOf(bet).map(({ field }) => {
    if (field === 'selectedNumbers') return words.missing.numbers(betType.slots - filledCount(bet), betType.slots);
    return bet.betAmount === 0 ? words.missing.amount : words.missing.amountOf(betType);
  });
  if (sentences.length === 0 && draws.length === 0 && !isPending) sentences.push(words.missing.draw);
  if (basketSize + draws.length > maxTicketsPerCheckout) sentences.push(words.missing.room(maxTicketsPerCheckout));
  return sentences.join(' ');
}
