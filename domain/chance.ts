import type { BetType, Fraction } from './bet-types.ts';

/** How likely it is that exactly this many of a ticket's numbers are hits: the results that do it, out of all equally likely ones. */
export function chanceOf({ hit, slots }: BetType, hits: number): Fraction {
  if (hit.kind === 'exact') return [choose(slots, hits) * countDerangements(slots - hits), factorial(slots)];
  return [choose(hit.depth, hits) * choose(9 - hit.depth, slots - hits), choose(9, slots)];
}

/** The number of ways to choose `count` things of `of`; 0 where there are not so many. */
export function choose(of: number, count: number): number {
  let ways = 1;
  for (let chosen = 0; chosen < count; chosen++) ways = (ways * (of - chosen)) / (chosen + 1);
  return ways;
}

/** The orders of `count` things in which none stands in its own place. */
function countDerangements(count: number): number {
  if (count < 2) return 1 - count;
  return (count - 1) * (countDerangements(count - 1) + countDerangements(count - 2));
}

function factorial(of: number): number {
  return of < 2 ? 1 : of * factorial(of - 1);
}

/**
 * The risk of a bet type: how far what one franc on it brings is from the average of many (standard deviation). It orders the bet
 * types from the calmest to the wildest.
 */
export function riskOf(betType: BetType): number {
  const [returned, staked] = betType.rtp;
  const meanSquare = betType.tiers.reduce((sum, { hits, mult }) => {
    const [wins, all] = chanceOf(betType, hits);
    return sum + (wins / all) * mult ** 2;
  }, 0);
  return Math.sqrt(meanSquare - (returned / staked) ** 2);
}
