import { expect, test } from 'vitest';
import { deriveResult } from './derive.ts';

function wordsOf(words: readonly number[]): () => number {
  let index = 0;
  return () => words[index++]!;
}

test('zeros leave the numbers in order', () => {
  expect(deriveResult(() => 0)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('each place is swapped with itself or a later one', () => {
  expect(deriveResult(wordsOf([8, 7, 6, 5, 4, 3, 2, 1, 0]))).toEqual([9, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('a word from the short end of the range is passed over', () => {
  // 2³² mod 9 is 4, so the last four words would make four places likelier than the others.
  const passedOver = [2 ** 32 - 1, 2 ** 32 - 4];
  const last = 2 ** 32 - 5;
  const zeros = [0, 0, 0, 0, 0, 0, 0, 0];
  expect(deriveResult(wordsOf([...passedOver, last, ...zeros]))).toEqual(deriveResult(wordsOf([8, ...zeros])));
});
