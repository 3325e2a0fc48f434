import { expect, test } from 'vitest';
import { placeSteps, type Step } from './life.ts';

const step = (name: string, planned: number | null, real: number | null): Step => ({ name, planned, real });
const statesOf = (steps: readonly Step[], now: number | null) =>
  placeSteps(steps, 3_000, now).map(({ state }) => state);

test('only the first late step is marked as the cause; the steps after it are not marked', () => {
  const steps = [step('closed', 0, 100), step('round', 10_000, 13_412), step('drawn', 11_000, 15_000)];
  expect(statesOf(steps, null)).toEqual(['done', 'late', 'done']);
  expect(placeSteps(steps, 3_000, null).map(({ difference }) => difference)).toEqual([100, 3_412, 4_000]);
});

test('the step that is waited for is the current one, and it is late once its time has passed', () => {
  const steps = [step('closed', 0, 0), step('sealed', 5_000, null), step('drawn', 10_000, null)];
  expect(statesOf(steps, 4_000)).toEqual(['done', 'now', 'coming']);
  expect(placeSteps(steps, 3_000, 4_000)[1]!.difference).toBeNull();
  expect(statesOf(steps, 9_000)).toEqual(['done', 'late', 'coming']);
  expect(placeSteps(steps, 3_000, 9_000)[1]!.difference).toBe(4_000);
});

test('a life that has ended early waits for no further step', () => {
  expect(statesOf([step('closed', 0, 0), step('sealed', 5_000, null)], null)).toEqual(['done', 'coming']);
});
