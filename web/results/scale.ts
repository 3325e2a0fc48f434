/** How counts are tinted. */
interface Scale {
  readonly least: number;
  readonly most: number;
  /** The expected value of each of the 81 counts: each number is as likely in each of the nine places. */
  readonly average: number;
  /** Where a count stands between the least and the most: 0 to 1. */
  readonly shareOf: (count: number) => number;
}

/** The scale of the counts of numbers by place, over so many draws. */
export function readScale(counts: readonly number[], draws: number): Scale {
  const least = Math.min(...counts);
  const most = Math.max(...counts);
  const span = Math.max(most - least, 1);
  return { least, most, average: draws / 9, shareOf: (count) => (count - least) / span };
}
