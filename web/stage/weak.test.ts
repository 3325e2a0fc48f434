import { expect, it } from 'vitest';
import { isWeak } from './weak.ts';

it('is a device that draws fewer than 50 frames a second', () => {
  expect(isWeak(20, 400)).toBe(false);
  expect(isWeak(24, 400)).toBe(false);
  expect(isWeak(19, 400)).toBe(true);
  // Its last frame came late.
  expect(isWeak(20, 900)).toBe(true);
});
