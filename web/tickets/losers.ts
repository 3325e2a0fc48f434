import type { Fraction } from '#domain/bet-types.ts';

/** Few enough to be told as they are. */
const mostCounted = 100;
const nearly = 0.0005;

/** How many tickets lose, in how many. The nearest with small numbers where there are too many to imagine. */
export function losersOf([winners, all]: Fraction): Fraction {
  if (all <= mostCounted) return [all - winners, all];
  const share = 1 - winners / all;
  let of = 1;
  while (Math.abs(Math.round(share * of) / of - share) > nearly) of++;
  return [Math.round(share * of), of];
}
