import { betTypes, type BetName } from '#domain/bet-types.ts';
import { losersOf } from '#web/tickets/losers.ts';
import { words } from '#web/words/en/loss.ts';

/** `8 in 9 IziOne tickets lose.` */
export function losingOddsOf(name: BetName): string {
  const [losers, all] = losersOf(betTypes[name].probability);
  return words.odds(losers, all, name);
}
