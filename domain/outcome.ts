import { betTypes, betNames, type BetName, type BetType } from './bet-types.ts';
import type { Francs } from './money.ts';
import type { DrawResult } from './result.ts';

export interface Outcome {
  /** For each slot of the ticket, whether its number was a hit. */
  readonly places: readonly boolean[];
  readonly hits: number;
  /** Payout per franc staked, stake included; 0 for a lost ticket. */
  readonly mult: number;
}

/** Why a ticket with these numbers won or lost against this result. */
export function outcomeOf(betType: BetType, numbers: readonly number[], result: DrawResult): Outcome {
  const places = numbers.map((number, slot) => isHit(betType, number, slot, result));
  const hits = places.filter(Boolean).length;
  return { places, hits, mult: multOf(betType, hits) };
}

/** The payout of a ticket, in francs, stake included. */
export function payoutOf(betType: BetType, numbers: readonly number[], stake: Francs, result: DrawResult): Francs {
  return stake * multOf(betType, countHits(betType, numbers, result));
}

function isHit({ hit }: BetType, number: number, slot: number, result: DrawResult): boolean {
  return hit.kind === 'exact' ? result[slot] === number : result.indexOf(number) < hit.depth;
}

/** Counts the hits as `outcomeOf` does, without their places: it runs for all 362,880 orders when a server settles its first draw. */
function countHits(betType: BetType, numbers: readonly number[], result: DrawResult): number {
  let hits = 0;
  for (let slot = 0; slot < numbers.length; slot++) if (isHit(betType, numbers[slot]!, slot, result)) hits++;
  return hits;
}

/** The multiple for exactly this many hits. A count between two tiers (eight exact) is impossible and pays nothing. */
export function multOf(betType: BetType, hits: number): number {
  return betType.tiers.find((tier) => tier.hits === hits)?.mult ?? 0;
}

/** Every selection that wins against a result, in three columns of equal length, for settlement to join tickets with. */
interface WinningSelections {
  readonly betTypeCodes: number[];
  readonly selections: number[];
  readonly mults: number[];
}

/**
 * The winning selections of these bet types; of all of them about 29,000. A bet type whose order does not matter is
 * listed in every order, because a ticket keeps the order its player chose.
 */
export function winningSelections(result: DrawResult, names: readonly BetName[] = betNames): WinningSelections {
  const winning: WinningSelections = { betTypeCodes: [], selections: [], mults: [] };
  for (const name of names) {
    for (const pattern of winningPatterns(name)) {
      // A pattern wins against 1…9 in order. Replacing each number n by the result's n-th number makes it win against the
      // result.
      let selection = 0;
      for (const place of pattern.places) selection = selection * 10 + result[place - 1]!;
      winning.betTypeCodes.push(betTypes[name].code);
      winning.selections.push(selection);
      winning.mults.push(pattern.mult);
    }
  }
  return winning;
}

interface WinningPattern {
  readonly places: readonly number[];
  readonly mult: number;
}

const patternsByName = new Map<BetName, WinningPattern[]>();

function winningPatterns(name: BetName): WinningPattern[] {
  let patterns = patternsByName.get(name);
  if (!patterns) {
    const inOrder: DrawResult = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    patterns = [];
    for (const places of arrangements(betTypes[name].slots)) {
      const mult = multOf(betTypes[name], countHits(betTypes[name], places, inOrder));
      if (mult > 0) patterns.push({ places, mult });
    }
    patternsByName.set(name, patterns);
  }
  return patterns;
}

/** Every ordered choice of `length` different numbers from 1 to 9. */
export function* arrangements(length: number): Generator<number[]> {
  const chosen: number[] = [];
  for (let number = 1; ;) {
    while (chosen.includes(number)) number++;
    if (number <= 9) {
      chosen.push(number);
      number = 1;
      if (chosen.length < length) continue;
      yield [...chosen];
    }
    // Tries the next number in the last place; when all were tried there, backtracks to the place before.
    const last = chosen.pop();
    if (last === undefined) return;
    number = last + 1;
  }
}
