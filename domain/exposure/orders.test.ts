import { expect, test } from 'vitest';
import { arrangements } from '#domain/outcome.ts';
import { encodeNumbers } from '#domain/result.ts';
import { countArrangements, orderAt, rankOf, rankOfCode, resultCount, shorten } from './orders.ts';

test('a rank is the place in the list of all orders', () => {
  let rank = 0;
  for (const order of arrangements(9)) {
    if (rank % 101 === 0)
      expect([rankOf(order), rankOfCode(encodeNumbers(order)), orderAt(rank)]).toEqual([rank, rank, order]);
    rank++;
  }
  expect(rank).toBe(resultCount);
});

test.each([123456788, 12345678, 1234567890, 1234567891, 123456780, 0, 1])('%i is not an order', (code) => {
  expect(() => rankOfCode(code)).toThrow(RangeError);
});

test('a list with a repeated or unknown number is not an order', () => {
  expect(() => rankOf([1, 2, 2])).toThrow(RangeError);
  expect(() => rankOf([10])).toThrow(RangeError);
});

test('every arrangement is found with any one of its places left out', () => {
  for (let length = 1; length <= 9; length++) {
    const all = [...arrangements(length)];
    expect(all).toHaveLength(countArrangements(length));
    for (let rank = 0; rank < all.length; rank += Math.ceil(all.length / 700)) {
      const left = shorten()[length]!.map((map) => map[rank]);
      expect(left).toEqual(all[rank]!.map((_, place) => rankOf(all[rank]!.toSpliced(place, 1))));
    }
  }
});
