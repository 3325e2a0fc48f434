import { expect, it } from 'vitest';
import { advance, spanOf, stepBeside } from './moments.ts';

const minute = 60_000;
const [from, closesAt] = [10 * minute, 15 * minute];

it('replays the minutes before the close and what followed', () => {
  expect(spanOf(from, closesAt, [minute, closesAt, 16 * minute], 99 * minute)).toEqual([from, 16 * minute]);
  expect(spanOf(from, closesAt, [minute], 12 * minute)).toEqual([from, 12 * minute]);
  expect(spanOf(from, closesAt, [minute, 2 * minute], 5 * minute)).toEqual([2 * minute, 5 * minute]);
});

it('begins in the first whole second in which the draw existed', () => {
  const made = 12 * minute + 1;
  expect(spanOf(from, closesAt, [made], 14 * minute)).toEqual([12 * minute + 1_000, 14 * minute]);
});

it('goes on by as many seconds as the speed says, and stops at the end', () => {
  expect(advance(from, '1', [from, closesAt])).toBe(from + 1_000);
  expect(advance(from, '60', [from, closesAt])).toBe(11 * minute);
  expect(advance(closesAt - 5_000, '10', [from, closesAt])).toBe(closesAt);
});

it('goes from step to step within the replay, from its beginning to its end', () => {
  const steps = [minute, 12 * minute, 14 * minute];
  const span = [from, closesAt] as const;
  expect(stepBeside(from, 1, steps, span)).toBe(12 * minute);
  expect(stepBeside(13 * minute, 1, steps, span)).toBe(14 * minute);
  expect(stepBeside(14 * minute, 1, steps, span)).toBe(closesAt);
  expect(stepBeside(closesAt, 1, steps, span)).toBe(closesAt);
  expect(stepBeside(14 * minute, -1, steps, span)).toBe(12 * minute);
  expect(stepBeside(12 * minute, -1, steps, span)).toBe(from);
});
