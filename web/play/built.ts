import { betNames, betTypes } from '#domain/bet-types.ts';
import type { ActiveBet, LoadedTicket } from './active-bet.ts';

/** A ticket that is being made up. */
interface Built extends LoadedTicket {
  /** The number of draws in a row on which it is played. */
  readonly count: number;
}

/**
 * Puts the ticket that is being made up into the page's history entry, as when the app is about to load the page again: the page finds
 * it there, in the other language too.
 */
export function keepBuilt(bet: ActiveBet, count: number): void {
  const { name, selectedNumbers, betAmount, fullDate: date, selectedHour: hour, selectedMinute: minute } = bet;
  const built: Built = {
    name,
    selectedNumbers,
    // A text that is no amount is not kept.
    betAmount: betAmount || 0,
    count,
    // A ticket for the next draw has none of them.
    ...(date && { draw: { date, hour, minute } }),
  };
  history.replaceState({ ...(history.state as object | null), built }, '');
}

/** Takes the ticket out of the history entry: Back would bring it again. Null where there is none. */
export function takeBuilt(): Built | null {
  const { built, ...others } = (history.state ?? {}) as { built?: unknown };
  if (built === undefined) return null;
  history.replaceState(others, '');
  return readBuilt(built);
}

/** Null for a ticket that cannot be made up here: another version of the app may have kept it. */
export function readBuilt(kept: unknown): Built | null {
  try {
    const { name, selectedNumbers, betAmount, count, draw } = kept as Built;
    const isTicket =
      betNames.includes(name) &&
      selectedNumbers.length === betTypes[name].slots &&
      selectedNumbers.every((number) => /^[1-9]?$/.test(number)) &&
      Number.isSafeInteger(betAmount) &&
      Number.isSafeInteger(count);
    return isTicket ? { name, selectedNumbers, betAmount, count, ...(draw && { draw }) } : null;
  } catch {
    return null;
  }
}
