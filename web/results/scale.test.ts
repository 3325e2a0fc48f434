import { expect, it } from 'vitest';
import { readScale } from './scale.ts';

it('tints from the least to the most, and gives the average by chance', () => {
  const { least, most, average, shareOf } = readScale([4, 9, 11, 17], 100);
  expect([least, most, average.toFixed(1)]).toEqual([4, 17, '11.1']);
  expect([4, 17, 10.5].map(shareOf)).toEqual([0, 1, 0.5]);
});

it('has the average within the scale, for any number of draws', () => {
  // In each row and column the counts add up to the draws, so their mean is a ninth of it.
  for (const counts of [[0, 0, 0, 0, 1, 0, 0, 0, 0], Array<number>(9).fill(3)]) {
    const { average, shareOf } = readScale(
      counts,
      counts.reduce((sum, count) => sum + count, 0),
    );
    expect(shareOf(average)).toBeGreaterThanOrEqual(0);
    expect(shareOf(average)).toBeLessThanOrEqual(1);
  }
});
