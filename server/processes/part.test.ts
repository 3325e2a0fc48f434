import { expect, test } from 'vitest';
import { shareOf } from './part.ts';

test('all processes together never do more than the limit, unless it is smaller than they are many', () => {
  for (const most of [2, 20, 60, 100])
    for (let processes = 1; processes <= most; processes += 1)
      expect(shareOf(most, processes) * processes).toBeLessThanOrEqual(most);
  expect(shareOf(20, 3)).toBe(6);
  expect(shareOf(2, 16)).toBe(1);
});
