import { expect, test } from 'vitest';
import { followClock } from './clock.ts';
import type { Queryable } from './connect.ts';

test('after a failover the clock follows the new server at once', async () => {
  let ahead = 0;
  const db = { query: async () => [{ now: new Date(Date.now() + ahead) }] } as unknown as Queryable;
  const clock = await followClock(db);
  // Plus zero, because rounding may make it -0.
  const isAhead = () => Math.round((clock.now() - Date.now()) / 1_000) + 0;
  expect(isAhead()).toBe(0);
  ahead = 90_000;
  expect(isAhead()).toBe(0);
  clock.readAgain();
  await expect.poll(isAhead).toBe(90);
  clock.stop();
});
