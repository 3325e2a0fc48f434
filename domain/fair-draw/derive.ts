import type { DrawResult } from '#domain/result.ts';

const wordRange = 2 ** 32;

/**
 * Draws the numbers 1 to 9 in a random order, every order equally likely (Fisher–Yates).
 *
 * @param nextWord returns the next unsigned 32-bit integer of the random stream. It is called again when a word is past the
 *   last whole multiple of the bound, because such words would make some places likelier than others.
 */
export function deriveResult(nextWord: () => number): DrawResult {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  for (let place = 0; place < numbers.length; place++) {
    const other = place + uniform(nextWord, numbers.length - place);
    [numbers[place], numbers[other]] = [numbers[other]!, numbers[place]!];
  }
  return numbers;
}

/** A number from 0 to `bound` − 1 without modulo bias. */
function uniform(nextWord: () => number, bound: number): number {
  const limit = wordRange - (wordRange % bound);
  let word = nextWord();
  while (word >= limit) word = nextWord();
  return word % bound;
}
