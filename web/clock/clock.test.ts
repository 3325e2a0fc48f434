import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const start = Date.parse('2026-11-20T18:30:00Z');
const hour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  vi.resetModules();
});
afterEach(() => vi.useRealTimers());

it('is off by at most half the round trip of the fastest answer', async () => {
  const { noteServerTime, serverNow } = await import('./clock.ts');
  // The server is an hour ahead. A Date header says so to the second, a slow answer to 800 ms, a quick one to 40 ms.
  noteServerTime(start + hour, start - 100, start, 1_000);
  noteServerTime(start + hour, start - 400, start + 400);
  noteServerTime(start + hour, start - 20, start + 20);
  expect(Math.abs(serverNow() - (start + hour))).toBeLessThanOrEqual(20);
});

it('starts again when the device’s clock was changed', async () => {
  const { noteServerTime, serverNow } = await import('./clock.ts');
  noteServerTime(start, start - 20, start + 20);
  vi.setSystemTime(start - hour);
  noteServerTime(start, start - hour - 20, start - hour + 20);
  expect(Math.abs(serverNow() - start)).toBeLessThanOrEqual(20);
});

it('ignores an invalid time', async () => {
  const { noteServerTime, serverNow } = await import('./clock.ts');
  noteServerTime(Number.NaN, start, start);
  expect(serverNow()).toBe(start);
});
