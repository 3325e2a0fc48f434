import type { Ticket } from '#contract/bets.ts';

type SeriesTicket = Pick<Ticket, 'name' | 'selectedNumbers' | 'betAmount' | 'drawId' | 'fullDate' | 'acceptedAt'>;

/**
 * Puts the tickets of a series together: same bet, numbers and stake, bought in one checkout, on evenly spaced draws. A series
 * stands where its first ticket stood; a ticket without companions is a series of one.
 *
 * @param tickets in the order of their draws
 */
export function seriesOf<T extends SeriesTicket>(tickets: readonly T[]): T[][] {
  const all: T[][] = [];
  const alike = new Map<string, T[][]>();
  for (const ticket of tickets) {
    const { name, selectedNumbers, betAmount, acceptedAt } = ticket;
    const key = [name, selectedNumbers, betAmount, acceptedAt].join();
    const candidates = alike.get(key) ?? [];
    const series = candidates.find((one) => isNext(one, ticket));
    if (series) {
      series.push(ticket);
    } else {
      const begun = [ticket];
      all.push(begun);
      alike.set(key, [...candidates, begun]);
    }
  }
  return all;
}

/** Whether a ticket's draw follows those of a series, at the same distance as they follow each other. */
function isNext(series: readonly SeriesTicket[], ticket: SeriesTicket): boolean {
  const [first, second] = series;
  const step = stepBetween(series.at(-1)!, ticket);
  return step > 0 && (second === undefined || step === stepBetween(first!, second));
}

function stepBetween(one: SeriesTicket, other: SeriesTicket): number {
  return Date.parse(other.fullDate) - Date.parse(one.fullDate);
}
