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

it('shows no earlier time when an answer improves the estimate', async () => {
  const { noteServerTime, serverNow, shownNow } = await import('./clock.ts');
  expect(shownNow()).toBeNull();
  // A Date header says the time to the second. The first answer that says it to the millisecond shows that it is half a second earlier.
  noteServerTime(start, start - 20, start + 20, 1_000);
  const shown = shownNow();
  noteServerTime(start, start - 20, start + 20);
  expect(serverNow()).toBeLessThan(shown!);
  expect(shownNow()).toBe(shown);
  // It goes on once the server's clock is there.
  vi.advanceTimersByTime(2_000);
  expect(shownNow()).toBe(serverNow());
});

it('shows the right time again after the device’s clock was set forward', async () => {
  const { noteServerTime, serverNow, shownNow } = await import('./clock.ts');
  noteServerTime(start, start, start);
  vi.setSystemTime(start + hour);
  expect(shownNow()).toBeGreaterThanOrEqual(start + hour);
  noteServerTime(start, start + hour, start + hour);
  expect(shownNow()).toBe(serverNow());
  expect(shownNow()).toBeLessThan(start + hour);
});
