import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, test } from 'vitest';
import { bytesNamed } from '#tests/support/draws/fair-draw.ts';
import { concatBytes, tag, writeU32 } from '#domain/fair-draw/bytes.ts';
import { deriveResult } from '#domain/fair-draw/derive.ts';
import { beaconKinds } from '#domain/fair-draw/draw-record.ts';
import { randomKey, randomWords, resultOf, type DrawSources } from '#domain/fair-draw/stream.ts';

/** A statistic of fair draws exceeds this, in standard deviations, once in some 15,000 samples. */
const limit = 4;

/** The names of the statistics that exceed the limit. */
function failuresOf(draw: Draw, draws: number): string[] {
  return Object.entries(deviationsOf(draw, draws)).flatMap(([name, deviation]) =>
    Math.abs(deviation) > limit ? [name] : [],
  );
}

/**
 * Shows that results are fair, and that the same statistics find results that are not, over so many draws.
 *
 * @param draws an even number
 */
export function proveFair(draws: number): void {
  /** How many draws there are to one that is wrong and still found; given for a million draws. In fewer, more have to be wrong. */
  const rare = (often: number) => Math.round(often * Math.sqrt(draws / 1_111_112));

  describe('results are fair', () => {
    test.each(['first sample', 'second sample'])(`over ${draws} draws: %s`, (sample) => {
      expect(failuresOf(drawsOfStreams(sample), draws)).toEqual([]);
    });

    test('over draws that each have a seed, a seal and a beacon of their own', () => {
      expect(failuresOf(drawsOfTheirOwn(), Math.min(draws, 60_000))).toEqual([]);
    });
  });

  describe('unfair results are detected', () => {
    test('a shuffle that swaps each place with any other', () => {
      const words = quickWords(1);
      const draw = () => shuffle((place) => ({ place, other: words() % 9 }));
      expect(failuresOf(draw, Math.min(draws, 50_000))).toEqual(expect.arrayContaining(['places', 'pairs', 'orders']));
    });

    test('bytes taken modulo the bound, without rejection', () => {
      const words = quickWords(2);
      const draw = () => shuffle((place) => ({ place, other: place + ((words() >>> 24) % (9 - place)) }));
      expect(failuresOf(draw, draws)).toEqual(expect.arrayContaining(['places', 'pairs']));
    });

    test(`one draw in ${rare(200)} with its first number chosen`, () => {
      const words = quickWords(3);
      const draw = () => (words() % rare(200) === 0 ? startingWith(7, deriveResult(words)) : deriveResult(words));
      expect(failuresOf(draw, draws)).toContain('places');
    });

    test(`one draw in ${rare(100)} that starts as the one before it`, () => {
      const words = quickWords(4);
      let previous = deriveResult(words);
      const draw = () => {
        const result = deriveResult(words);
        previous = words() % rare(100) === 0 ? startingWith(previous[0]!, result) : result;
        return previous;
      };
      expect(failuresOf(draw, draws)).toEqual(['following']);
    });

    test(`one draw in ${rare(50)} that is the one before it, rotated by a place`, () => {
      const words = quickWords(5);
      let previous = deriveResult(words);
      const draw = () => {
        previous = words() % rare(50) === 0 ? [...previous.slice(1), previous[0]!] : deriveResult(words);
        return previous;
      };
      expect(failuresOf(draw, draws)).toContain('serial');
    });

    test('the same few orders again and again', () => {
      const words = quickWords(6);
      const few = Array.from({ length: Math.min(draws / 4, 50_000) }, () => deriveResult(words));
      expect(failuresOf(() => few[words() % few.length]!, draws)).toContain('orders');
    });
  });
}

type Draw = () => readonly number[];

/** Draws read one after the other from long streams under many keys, each key derived as a draw's is. */
function drawsOfStreams(sample: string): Draw {
  const drawsPerKey = 1_000;
  const sources = sourcesNamed(sample);
  let count = 0;
  let words: () => number;
  return () => {
    if (count % drawsPerKey === 0) words = reusingWords(randomKey(sources(count)));
    count += 1;
    return deriveResult(words);
  };
}

/** The same words as `randomWords` in a third of the time, for millions of blocks: every block reuses the same memory. */
function reusingWords(key: Uint8Array): () => number {
  const keyed = hmac.create(sha256, key);
  const running = keyed.clone();
  const message = concatBytes(tag('izi.strm.v1'), new Uint8Array(4));
  const block = new DataView(new ArrayBuffer(32));
  const bytes = new Uint8Array(block.buffer);
  let index = 0;
  return () => {
    if (index % 8 === 0) {
      writeU32(message, 16, index / 8);
      // oxlint-disable-next-line no-underscore-dangle -- the library's own way to copy a state without allocating
      keyed._cloneInto(running);
      running.update(message).digestInto(bytes);
    }
    return block.getUint32((index++ % 8) * 4);
  };
}

test('the faster stream that these samples use equals the stream of the draws', () => {
  const key = bytesNamed('a key');
  const [words, quicker] = [randomWords(key), reusingWords(key)];
  for (let count = 0; count < 20_000; count++) if (words() !== quicker()) expect.fail(`word ${count} differs`);
});

function drawsOfTheirOwn(): Draw {
  const sources = sourcesNamed('a sample of whole draws');
  let count = 0;
  return () => resultOf(sources(count++));
}

/** Gives as many different sources as needed: the draw's number is written into each of them. */
function sourcesNamed(name: string): (index: number) => DrawSources {
  const [seed, sealHash, value] = ['seed', 'seal', 'beacon'].map((part) => bytesNamed(`${part} of ${name}`));
  const sources = { seed: seed!, sealHash: sealHash!, beacon: { kind: beaconKinds.drand, round: 1, value: value! } };
  return (index) => {
    for (const bytes of [seed, sealHash, value]) writeU32(bytes!, 0, index);
    return sources;
  };
}

/**
 * How far each statistic of a sample is from its value for fair draws, in standard deviations. Draws are taken two by two,
 * so that the statistics of neighbours use pairs that do not overlap.
 */
function deviationsOf(draw: Draw, draws: number): Record<string, number> {
  const places = new Float64Array(9 * 9);
  const pairs = Array.from({ length: 36 }, () => new Float64Array(9 * 9));
  const orders = new Float64Array(362_880);
  const following = Array.from({ length: 9 }, () => new Float64Array(9 * 9));
  let products = 0;

  const count = (result: readonly number[]) => {
    let pair = 0;
    for (let place = 0; place < 9; place++) {
      const number = result[place]! - 1;
      places[place * 9 + number]! += 1;
      for (let later = place + 1; later < 9; later++) pairs[pair++]![number * 9 + result[later]! - 1]! += 1;
    }
    orders[rankOf(result)]! += 1;
  };

  for (let taken = 0; taken < draws; taken += 2) {
    const [first, second] = [draw(), draw()];
    count(first);
    count(second);
    for (let place = 0; place < 9; place++) {
      following[place]![(first[place]! - 1) * 9 + second[place]! - 1]! += 1;
      products += (first[(place + 1) % 9]! - 5) * (second[place]! - 5);
    }
  }

  return {
    // Every number equally often in every place. Rows and columns both add up to the draws, which leaves 8 × 8
    // degrees of freedom, each with 9/8 of the weight it would have in a table of independent cells.
    places: chiSquareDeviation(places, draws / 9, 64, 9 / 8),
    // Every pair of different numbers equally often in every pair of places.
    pairs: furthest(pairs.map((cells) => chiSquareDeviation(cells.filter(offDiagonal), draws / 72, 71))),
    // Every one of the 9! orders equally often.
    orders: chiSquareDeviation(orders, draws / orders.length, orders.length - 1),
    // A place's number is independent of the same place's number in the next draw.
    following: furthest(following.map((cells) => chiSquareDeviation(cells, draws / 2 / 81, 80))),
    // A draw's numbers are independent of those of the next draw, rotated by a place.
    serial: products / Math.sqrt((draws / 2) * productVariance),
  };
}

/** The variance of the sum of nine products of two draws' centred numbers: a place has 60/9, and two places have −1/8 of it. */
const productVariance = 9 * (60 / 9) ** 2 + 72 * (60 / 9 / 8) ** 2;

/** A chi-square as a deviation from its mean, by Wilson and Hilferty's approximation. */
function chiSquareDeviation(counts: Float64Array, expected: number, freedom: number, weight = 1): number {
  let sum = 0;
  for (const count of counts) sum += (count - expected) ** 2 / expected;
  const spread = 2 / (9 * freedom);
  return (Math.cbrt(sum / weight / freedom) - (1 - spread)) / Math.sqrt(spread);
}

function furthest(deviations: number[]): number {
  return deviations.reduce((far, each) => (Math.abs(each) > Math.abs(far) ? each : far));
}

/** Whether a cell of a 9 × 9 table is for two different numbers. */
function offDiagonal(_: number, cell: number): boolean {
  return cell % 10 !== 0;
}

/** The rank of an order among all 9!, in lexicographic order. */
function rankOf(result: readonly number[]): number {
  let rank = 0;
  for (let place = 0; place < 9; place++) {
    let smaller = 0;
    for (let later = place + 1; later < 9; later++) if (result[later]! < result[place]!) smaller += 1;
    rank = rank * (9 - place) + smaller;
  }
  return rank;
}

/** A fast generator (Marsaglia's xorshift), for mappings that are unfair with any random words. */
function quickWords(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

function shuffle(swap: (place: number) => { place: number; other: number }): number[] {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  for (let index = 0; index < 9; index++) {
    const { place, other } = swap(index);
    [numbers[place], numbers[other]] = [numbers[other]!, numbers[place]!];
  }
  return numbers;
}

/** The same draw with another number first: the two swap places. */
function startingWith(number: number, result: readonly number[]): number[] {
  const numbers = [...result];
  numbers[numbers.indexOf(number)] = numbers[0]!;
  numbers[0] = number;
  return numbers;
}
