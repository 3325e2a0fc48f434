import { expect, test } from 'vitest';
import { isLongRun } from '#tests/support/long-run.ts';
import { shuffle } from './shuffle.ts';

const times = isLongRun ? 45_000 : 9_000;
/** A fair shuffle is further away from its mean than this once in some ten million runs of all 81 counts. */
const deviations = 6.5;

test('each number comes to each place one time in nine', () => {
  const counts = Array.from({ length: 9 }, () => new Map<string, number>());
  for (let time = 0; time < times; time++) {
    const order = shuffle();
    expect(new Set(order).size).toBe(9);
    order.forEach((number, place) => counts[place]!.set(number, (counts[place]!.get(number) ?? 0) + 1));
  }
  const spread = Math.sqrt(times * (1 / 9) * (8 / 9));
  for (const [place, numbers] of counts.entries()) {
    expect(numbers.size).toBe(9);
    for (const [number, count] of numbers) {
      expect(Math.abs(count - times / 9), `${number} in place ${place + 1}`).toBeLessThan(deviations * spread);
    }
  }
});
