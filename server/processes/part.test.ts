import { expect, test } from 'vitest';
import { databaseAwayCode, shareOf } from './part.ts';
import { isFromOutside } from './supervisor.ts';

test('all processes together never exceed the limit, unless there are more processes than it allows', () => {
  for (const most of [2, 20, 60, 100])
    for (let processes = 1; processes <= most; processes += 1)
      expect(shareOf(most, processes) * processes).toBeLessThanOrEqual(most);
  expect(shareOf(20, 3)).toBe(6);
  expect(shareOf(2, 16)).toBe(1);
});

test('a process that was killed or has no database is restarted without a growing pause; a crashed one is not', () => {
  expect(isFromOutside(null, 'SIGKILL')).toBe(true);
  expect(isFromOutside(databaseAwayCode, null)).toBe(true);
  expect(isFromOutside(1, null)).toBe(false);
  expect(isFromOutside(null, 'SIGSEGV')).toBe(false);
});
