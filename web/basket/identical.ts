import { betTypes } from '#domain/bet-types.ts';
import type { BasketItem } from './basket.ts';

/** A key that tickets with the same bet type, numbers and amount share, whatever their draws. */
export function betKey(item: BasketItem): string {
  return [item.name, numbersKey(item), item.betAmount].join(' ');
}

/** A key that tickets share which are for the same draw as well: each wins or loses exactly as the others do. */
export function ticketKey(item: BasketItem): string {
  return `${betKey(item)} ${item.drawId}`;
}

/** The tickets that are there more than once, in groups of two or more. */
export function identicalTickets(items: readonly BasketItem[]): BasketItem[][] {
  return [...Map.groupBy(items, ticketKey).values()].filter((group) => group.length > 1);
}

/**
 * The tickets as the bets they belong to: a ticket alone, or a series, which is one bet on several draws, soonest first.
 * A ticket that is there twice is not in a series twice.
 */
export function betsOf(items: readonly BasketItem[]): BasketItem[][] {
  const bets: BasketItem[][] = [];
  for (const item of items) {
    const series = bets.find(([first, ...rest]) => {
      return betKey(first!) === betKey(item) && [first!, ...rest].every(({ drawId }) => drawId !== item.drawId);
    });
    if (series) series.push(item);
    else bets.push([item]);
  }
  return bets.map((bet) => bet.toSorted((a, b) => Date.parse(a.fullDate) - Date.parse(b.fullDate)));
}

/** Where a number's place does not matter, 4 and 9 are the same numbers as 9 and 4. */
function numbersKey({ name, selectedNumbers }: BasketItem): string {
  const inOrder = betTypes[name].hit.kind === 'exact';
  return (inOrder ? selectedNumbers : selectedNumbers.toSorted()).join();
}
