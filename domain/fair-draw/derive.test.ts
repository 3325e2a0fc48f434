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

test('a word past the last whole multiple of the bound is rejected', () => {
  // 2³² mod 9 is 4, so with the last four words four places would be likelier than the others.
  const rejected = [2 ** 32 - 1, 2 ** 32 - 4];
  const last = 2 ** 32 - 5;
  const zeros = [0, 0, 0, 0, 0, 0, 0, 0];
  expect(deriveResult(wordsOf([...rejected, last, ...zeros]))).toEqual(deriveResult(wordsOf([8, ...zeros])));
});
