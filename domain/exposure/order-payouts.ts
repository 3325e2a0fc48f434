import type { BetType } from '#domain/bet-types.ts';
import { choose } from '#domain/chance.ts';
import { multOf } from '#domain/outcome.ts';
import { countArrangements, places, resultCount, shorten } from './orders.ts';

/**
 * The payout of a bet type on the exact order, written as a sum over sets of places. A ticket with `hits` hits agrees with the result in
 * C(hits, k) sets of k places; the coefficients c are those for which Σ c[k] · C(hits, k) is its multiple for every number of hits. For
 * IziOrder they are 0, 0, 0, 4, −6, 20, 10, 180, −2644, 34376.
 */
export function coefficientsOf(betType: BetType): number[] {
  const coefficients: number[] = [];
  for (let size = 0; size <= places; size++) {
    let rest = multOf(betType, size);
    for (const [smaller, coefficient] of coefficients.entries()) rest -= choose(size, smaller) * coefficient;
    coefficients.push(rest);
  }
  return coefficients;
}

/** The coefficients without eight places: a selection that agrees in eight agrees in nine, so all of them count with the nine. */
function foldedCoefficients(betType: BetType): number[] {
  const coefficients = coefficientsOf(betType);
  coefficients[places]! += places * coefficients[places - 1]!;
  coefficients[places - 1] = 0;
  return coefficients;
}

/**
 * The most francs that may be staked for every sum here to be exact: no sum in between can be larger than the stakes times
 * Σ |c[k]| · C(9, k), and a double is exact up to 2^53. For IziOrder that is 418,705,803,957 francs.
 */
export function mostStakesOf(betType: BetType): number {
  const weight = foldedCoefficients(betType).reduce(
    (sum, coefficient, size) => sum + Math.abs(coefficient) * choose(places, size),
    0,
  );
  return Math.floor(Number.MAX_SAFE_INTEGER / weight);
}

/**
 * Adds to each result what it pays to these stakes, however many tickets they come from.
 *
 * For a set of places, the stakes are summed up by the numbers that stand there; each result then gets, times the set's
 * coefficient, the sum of the stakes that agree with it there. Sets are visited from large to small: the sums of a set come
 * from those of a set with one place more, and what its results get goes back the same way. So each of the 466 sets costs one
 * pass down and one up over a table of its own size.
 *
 * @param payouts francs by rank of the result; added to
 * @param stakes francs by rank of the selection, `mostStakesOf` in total at most
 */
export function addAllOrders(betType: BetType, payouts: Float64Array, stakes: Float64Array): void {
  const coefficients = foldedCoefficients(betType);
  const smallest = coefficients.findIndex((coefficient) => coefficient !== 0);
  const maps = shorten();
  const tables = () => Array.from({ length: places + 1 }, (_, size) => new Float64Array(countArrangements(size)));
  const sumsBySize = tables();
  const sharesBySize = tables();

  /** Visits a set of `size` places, and those that leave out one of its first `left` places and perhaps more before it. */
  function visit(size: number, left: number): void {
    const sums = sumsBySize[size]!;
    const shares = sharesBySize[size]!;
    const coefficient = coefficients[size]!;
    for (let rank = 0; rank < sums.length; rank++) shares[rank] = coefficient * sums[rank]!;
    if (size === smallest) return;
    const smallerSums = sumsBySize[size - 1]!;
    const smallerShares = sharesBySize[size - 1]!;
    for (let place = 0; place < left; place++) {
      const shorter = maps[size]![place]!;
      smallerSums.fill(0);
      for (let rank = 0; rank < sums.length; rank++) smallerSums[shorter[rank]!]! += sums[rank]!;
      visit(size - 1, place);
      for (let rank = 0; rank < sums.length; rank++) shares[rank]! += smallerShares[shorter[rank]!]!;
    }
  }

  sumsBySize[places]!.set(stakes);
  visit(places, places);
  const shares = sharesBySize[places]!;
  for (let rank = 0; rank < resultCount; rank++) payouts[rank]! += shares[rank]!;
}
