import { vi } from 'vitest';
import { waitMs } from './patience.ts';

/** Waits until the check throws no longer. When it never does, fails with what it threw last. */
export function untilPasses<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: waitMs, interval: 25 });
}
