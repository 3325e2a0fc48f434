import type { BetType } from '#domain/bet-types.ts';
import { arrangements, winningSelections } from '#domain/outcome.ts';
import { decodeNumbers } from '#domain/result.ts';
import { bitsIn, places, rankOf } from './orders.ts';

/**
 * Adds to each result what it pays to one selection of a bet type on the exact order: 29,143 results for IziOrder.
 *
 * The selection stands for 1…9, so the results that 1…9 wins in, kept in a list, stand for those that it wins in: each is
 * renamed number by number. A rank is the sum of what a result's first places and its last ones add to it, so these parts
 * are renamed, of which there are fewer than results.
 *
 * @param payouts francs by rank of the result; added to
 * @param selection the numbers 1 to 9 in some order
 */
export function addOneOrder(
  betType: BetType,
  payouts: Float64Array,
  selection: readonly number[],
  stake: number,
): void {
  const { heads, tails, mults } = winsOf(betType);
  const renamed = Uint16Array.from([0, ...selection], (number) => 1 << (number - 1));
  const headRanks = rankParts(headParts, renamed);
  const tailRanks = rankParts(tailParts, renamed);
  for (let index = 0; index < mults.length; index++) {
    payouts[headRanks[heads[index]!]! + tailRanks[tails[index]!]!]! += stake * mults[index]!;
  }
}

const headLength = 4;

/** The results that 1…9 wins in, by the ranks of their heads and of their tails, and what each pays per franc. */
interface Wins {
  readonly heads: Uint16Array;
  /** A tail is read from the last place on. */
  readonly tails: Uint16Array;
  readonly mults: Uint16Array;
}

const winsByCode = new Map<number, Wins>();

function winsOf(betType: BetType): Wins {
  let wins = winsByCode.get(betType.code);
  if (!wins) {
    // Agreeing is mutual: what wins against 1…9 is what 1…9 wins against.
    const { selections, mults } = winningSelections([1, 2, 3, 4, 5, 6, 7, 8, 9], [betType.name]);
    const orders = selections.map(decodeNumbers);
    wins = {
      heads: Uint16Array.from(orders, (order) => rankOf(order.slice(0, headLength))),
      tails: Uint16Array.from(orders, (order) => rankOf(order.slice(headLength).toReversed())),
      mults: Uint16Array.from(mults),
    };
    winsByCode.set(betType.code, wins);
  }
  return wins;
}

/** All possible parts of one length, in the order of their ranks: one array for each place of a part. */
interface Parts {
  /** At each place, the last number of every part that ends there. */
  readonly lastNumbers: readonly Uint8Array[];
  /** At each place, how many ranks of a whole result lie between two choices of its number. */
  readonly steps: readonly number[];
  /** Whether the numbers that were read come later in the result. */
  readonly fromTheEnd: boolean;
}

const headParts = listParts([40_320, 5_040, 720, 120], false);
const tailParts = listParts([1, 1, 2, 6, 24], true);

function listParts(steps: readonly number[], fromTheEnd: boolean): Parts {
  const lastNumbers = steps.map((_, place) => Uint8Array.from(arrangements(place + 1), (part) => part[place]!));
  return { lastNumbers, steps, fromTheEnd };
}

/**
 * The share of each renamed part in the rank of a result: at each place, how many smaller numbers come later. A part goes on from the one
 * that is a number shorter.
 */
function rankParts({ lastNumbers, steps, fromTheEnd }: Parts, renamed: Uint16Array): Uint32Array {
  let ranks = new Uint32Array(1);
  let read = new Uint16Array(1);
  for (const [place, last] of lastNumbers.entries()) {
    const choices = places - place;
    const step = steps[place]!;
    const longer = new Uint32Array(last.length);
    const readThen = new Uint16Array(last.length);
    for (let part = 0, index = 0; part < ranks.length; part++) {
      const rank = ranks[part]!;
      const numbers = read[part]!;
      const later = fromTheEnd ? numbers : ~numbers;
      for (const end = index + choices; index < end; index++) {
        const bit = renamed[last[index]!]!;
        longer[index] = rank + step * bitsIn(later & (bit - 1));
        readThen[index] = numbers | bit;
      }
    }
    ranks = longer;
    read = readThen;
  }
  return ranks;
}
