import type { Francs } from '#domain/money.ts';
import { orderAt, resultCount } from './orders.ts';

/** An exact fraction in lowest terms. */
export interface ExactFraction {
  readonly num: number;
  readonly den: number;
}

/** For each of these shares of all results, the payout that they do not exceed is named. */
const quantiles = {
  '0.5': [1, 2],
  '0.99': [99, 100],
  '0.999': [999, 1_000],
  '0.9999': [9_999, 10_000],
} as const;
type Quantile = keyof typeof quantiles;

/** How many results pay how much: ten bars for each power of ten, because a few results pay a thousand times as much as the others. */
export interface Histogram {
  /** How many results pay nothing. */
  readonly nothing: number;
  /**
   * The bars that have results, the lowest first: those pay `from` or more, and less than `to`. The bar that holds the stakes
   * is two: no bar is on both sides of them. With `nothing` they hold all 362,880 results.
   */
  readonly bars: readonly { readonly from: Francs; readonly to: Francs; readonly results: number }[];
}

/** The distribution of payouts over all 362,880 results, each as likely as any other. */
export interface Distribution {
  readonly mean: ExactFraction;
  readonly worst: {
    readonly payout: Francs;
    /** The first ten results that cost so much, as nine strings each. */
    readonly results: readonly (readonly string[])[];
    /** How many results cost so much. */
    readonly count: number;
  };
  /** The smallest payout that is not exceeded in at least this share of all results. */
  readonly quantiles: Readonly<Record<Quantile, Francs>>;
  /** The share of all results that pay more than was staked. */
  readonly lossProbability: number;
  readonly histogram: Histogram;
}

const mostWorstResults = 10;
const barsOfDecade = 10;

/**
 * @param payouts francs by rank of the result, whole and not negative; fewer than there are results when those that follow
 * each other pay the same
 * @param stakes what was staked for these payouts
 */
export function distributionOf(payouts: Float64Array, stakes: Francs): Distribution {
  const alike = resultCount / payouts.length;
  let worst = 0;
  for (const payout of payouts) if (payout > worst) worst = payout;
  const notExceeded = quantilesOf(payouts, alike, worst);
  return {
    mean: reduce(sumOf(payouts) * BigInt(alike), BigInt(resultCount)),
    worst: {
      payout: worst,
      results: firstRanks(payouts, alike, worst).map((rank) => orderAt(rank).map(String)),
      count: countFrom(payouts, worst) * alike,
    },
    quantiles: notExceeded,
    lossProbability: (countFrom(payouts, stakes + 1) * alike) / resultCount,
    histogram: histogramOf(payouts, alike, worst, stakes),
  };
}

/**
 * The fraction in lowest terms.
 *
 * @throws RangeError when it does not fit into doubles exactly
 */
export function reduce(num: bigint, den: bigint): ExactFraction {
  let [divisor, rest] = [den, num];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  const reduced = { num: Number(num / divisor), den: Number(den / divisor) };
  if (!Number.isSafeInteger(reduced.num) || !Number.isSafeInteger(reduced.den)) {
    throw new RangeError(`${num}/${den} does not fit into doubles exactly`);
  }
  return reduced;
}

const half = 2 ** 26;

/** The exact sum, which may be larger than a double can hold: both halves of the payouts are summed on their own. */
function sumOf(payouts: Float64Array): bigint {
  let high = 0;
  let low = 0;
  for (const payout of payouts) {
    const above = Math.floor(payout / half);
    high += above;
    low += payout - above * half;
  }
  return BigInt(high) * BigInt(half) + BigInt(low);
}

function firstRanks(payouts: Float64Array, alike: number, payout: Francs): number[] {
  const ranks: number[] = [];
  for (let index = payouts.indexOf(payout); index >= 0; index = payouts.indexOf(payout, index + 1)) {
    for (let rank = index * alike; rank < (index + 1) * alike; rank++) {
      ranks.push(rank);
      if (ranks.length === mostWorstResults) return ranks;
    }
  }
  return ranks;
}

/** How many payouts are at least as high. */
function countFrom(payouts: Float64Array, least: Francs): number {
  let count = 0;
  for (const payout of payouts) if (payout >= least) count++;
  return count;
}

const quantileNames = Object.keys(quantiles) as Quantile[];
const bins = 4_096;

/**
 * Counts the payouts by bins of equal width, and sorts only the bins in which a quantile lies: to sort all of them takes ten
 * times as long.
 */
function quantilesOf(payouts: Float64Array, alike: number, worst: Francs): Record<Quantile, Francs> {
  // Rounding may move a payout to the next bin, but never past a higher one.
  const scale = bins / (worst + 1);
  const counts = new Uint32Array(bins + 1);
  for (const payout of payouts) counts[Math.floor(payout * scale)]!++;

  const wanted = quantileNames.map((name) => {
    const [num, den] = quantiles[name];
    let above = Math.ceil(Math.ceil((resultCount * num) / den) / alike);
    let bin = 0;
    while (above > counts[bin]!) above -= counts[bin++]!;
    return { name, bin, place: above - 1 };
  });
  const contents = new Map(wanted.map(({ bin }) => [bin, new Float64Array(counts[bin]!)]));
  const filled = new Uint32Array(bins + 1);
  for (const payout of payouts) {
    const bin = Math.floor(payout * scale);
    const content = contents.get(bin);
    if (content) content[filled[bin]!++] = payout;
  }
  // Numbers in a typed array are sorted as numbers.
  for (const content of contents.values()) content.sort();
  const values = wanted.map(({ name, bin, place }): [Quantile, Francs] => [name, contents.get(bin)![place]!]);
  return Object.fromEntries(values) as Record<Quantile, Francs>;
}

/** Where bar i begins, in whole francs. */
const beginOf = (bar: number) => Math.ceil(10 ** (bar / barsOfDecade));

function histogramOf(payouts: Float64Array, alike: number, worst: Francs, stakes: Francs): Histogram {
  const last = worst === 0 ? 0 : Math.ceil(Math.log10(worst) * barsOfDecade) + 1;
  const begins = Float64Array.from({ length: last + 2 }, (_, bar) => beginOf(bar));
  // Two of each bar: what pays at most the stakes, and what pays more.
  const counts = new Uint32Array(2 * begins.length);
  let nothing = 0;
  for (const payout of payouts) {
    if (payout === 0) nothing++;
    else {
      let bar = Math.floor(Math.log10(payout) * barsOfDecade);
      // A logarithm is rounded.
      while (payout >= begins[bar + 1]!) bar++;
      while (payout < begins[bar]!) bar--;
      counts[2 * bar + (payout > stakes ? 1 : 0)]!++;
    }
  }
  const bars: Histogram['bars'][number][] = [];
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue;
    const bar = index >> 1;
    const [from, to] = [begins[bar]!, begins[bar + 1]!];
    const isMore = index % 2 === 1;
    bars.push({
      from: isMore ? Math.max(from, stakes + 1) : from,
      to: isMore ? to : Math.min(to, stakes + 1),
      results: count * alike,
    });
  }
  return { nothing: nothing * alike, bars };
}
