/** How many numbers there are, and places in a result. */
export const places = 9;

/** The set of all numbers: number n is bit n − 1. */
const allNumbers = 0x1ff;

/** How many ordered choices of `length` different numbers there are: 9, 72, 504, … 362,880. */
export function countArrangements(length: number): number {
  let count = 1;
  for (let chosen = 0; chosen < length; chosen++) count *= places - chosen;
  return count;
}

/** Every possible result of a draw. */
export const resultCount = countArrangements(places);

/**
 * The rank of an arrangement: its index among all arrangements of its length. Of orders of all nine numbers, 1…9 is 0 and
 * 9…1 is 362,879. `arrangements` lists them in this sequence.
 *
 * @throws RangeError when these are not different numbers from 1 to 9
 */
export function rankOf(numbers: readonly number[]): number {
  let rank = 0;
  let unused = allNumbers;
  for (const [place, number] of numbers.entries()) {
    const bit = 1 << (number - 1);
    if ((unused & bit) === 0) throw new RangeError(`${numbers.join('')} does not hold different numbers from 1 to 9`);
    rank = rank * (places - place) + bitsIn(unused & (bit - 1));
    unused ^= bit;
  }
  return rank;
}

/**
 * The rank of the nine numbers that are the digits of one integer.
 *
 * @throws RangeError when these are not the numbers 1 to 9, each once
 */
export function rankOfCode(code: number): number {
  let rank = 0;
  let read = 0;
  let rest = code;
  // Read from the end, each number adds how many smaller ones come later.
  for (let place = places - 1, block = 1; place >= 0; place--) {
    const number = rest % 10;
    rest = (rest - number) / 10;
    const bit = 1 << (number - 1);
    if ((allNumbers & bit & ~read) === 0) throw new RangeError(`${code} is not an order of the numbers 1 to 9`);
    rank += bitsIn(read & (bit - 1)) * block;
    read |= bit;
    block *= places - place;
  }
  if (rest !== 0) throw new RangeError(`${code} is not an order of the numbers 1 to 9`);
  return rank;
}

/** The order that has this rank. */
export function orderAt(rank: number): number[] {
  const unused = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const order: number[] = [];
  for (let block = resultCount, rest = rank; unused.length > 0;) {
    block /= unused.length;
    order.push(...unused.splice(Math.floor(rest / block), 1));
    rest %= block;
  }
  return order;
}

const bitCounts = Uint8Array.from({ length: 512 }, (_, mask) => mask.toString(2).replaceAll('0', '').length);

/** How many numbers are in a set, in which number n is bit n − 1. */
export function bitsIn(mask: number): number {
  return bitCounts[mask]!;
}

/** A table by length and place: from the rank of each arrangement to its rank without that place. */
type Shortenings = readonly (readonly Uint32Array[])[];

let shortenings: Shortenings | undefined;

/** `shorten()[length][place][rank]`: see `Shortenings`. Made once, 32 MB. */
export function shorten(): Shortenings {
  return (shortenings ??= makeShortenings());
}

/** Each length follows from the one before: an arrangement is a shorter one and a last number. */
function makeShortenings(): Shortenings {
  const byLength: Uint32Array[][] = [[]];
  let shorter: Uint8Array = new Uint8Array(0);
  for (let length = 1; length <= places; length++) {
    const count = countArrangements(length);
    const maps = Array.from({ length }, () => new Uint32Array(count));
    const numbers = new Uint8Array(count * length);
    const choices = places - length + 1;
    for (let rank = 0, prefix = 0; rank < count; prefix++) {
      const start = prefix * (length - 1);
      let unused = allNumbers;
      for (let place = 0; place < length - 1; place++) unused ^= 1 << (shorter[start + place]! - 1);
      for (let choice = 0, last = 1; choice < choices; choice++, last++, rank++) {
        while ((unused & (1 << (last - 1))) === 0) last++;
        for (let place = 0; place < length - 1; place++) {
          const removed = shorter[start + place]!;
          numbers[rank * length + place] = removed;
          // Without the removed number there is one choice more for the last one, and where it is smaller, one more before it.
          const before = byLength[length - 1]![place]![prefix]!;
          maps[place]![rank] = before * (choices + 1) + choice + (removed < last ? 1 : 0);
        }
        numbers[rank * length + length - 1] = last;
        maps[length - 1]![rank] = prefix;
      }
    }
    byLength.push(maps);
    shorter = numbers;
  }
  return byLength;
}
