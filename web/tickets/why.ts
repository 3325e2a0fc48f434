import { betTypes, type BetName } from '#domain/bet-types.ts';
import { outcomeOf } from '#domain/outcome.ts';
import { formatMult } from './odds.ts';
import { words } from '#web/words/en/game.ts';
import { words as ticketWords } from '#web/words/en/tickets.ts';

/** Why a ticket won or lost against its draw's result, place by place, in one or two sentences. */
export function whyOf(ticket: {
  readonly name: BetName;
  readonly selectedNumbers: readonly string[];
  readonly result: readonly string[];
}): string {
  const { name, selectedNumbers, result } = ticket;
  const { places, hits, mult } = outcomeOf(betTypes[name], selectedNumbers.map(Number), result.map(Number));
  if (name === 'IziOrder') {
    const hitPlaces = places.flatMap((hit, place) => (hit ? [place] : []));
    return `${words.why.inPlace(hitPlaces)} ${mult > 0 ? words.why.pays(hits, formatMult(mult)) : words.why.threeNeeded}`;
  }
  const cameOut = selectedNumbers.map((number) => words.why.cameOut(number, result.indexOf(number)));
  return `${words.why.together(cameOut)} ${mult > 0 ? words.why.paysTimes(formatMult(mult)) : words.why.needed[name]}`;
}

/**
 * The reason in a few words, for a card: what decided, without the rule. A single number is beside them, so they do not name
 * it: `Came out first`; otherwise the numbers that were hits, or those that were missing: `4 came out fourth`.
 */
export function shortWhyOf(ticket: {
  readonly name: BetName;
  readonly selectedNumbers: readonly string[];
  readonly result: readonly string[];
}): string {
  const { name, selectedNumbers, result } = ticket;
  const { places, mult } = outcomeOf(betTypes[name], selectedNumbers.map(Number), result.map(Number));
  if (name === 'IziOrder') return words.why.inPlace(places.flatMap((hit, place) => (hit ? [place] : [])));
  const [first] = selectedNumbers;
  if (selectedNumbers.length === 1) return ticketWords.cameOut(words.ordinal(result.indexOf(first!)));
  const decided = selectedNumbers.filter((_, slot) => places[slot] === mult > 0);
  return words.why.together(decided.map((number) => words.why.cameOut(number, result.indexOf(number))));
}
