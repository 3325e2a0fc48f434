import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/site/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ ROLES: 'web', WEB_PROCESSES: '3', RATE_LIMIT_SCALE: '1' });
});
afterAll(() => site.close());

/** How many of these calls from one address are not refused as too many. */
async function countAllowed(calls: number, call: () => Promise<{ readonly statusCode: number }>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: calls }, call));
  return answers.filter(({ statusCode }) => statusCode !== 429).length;
}

test('one of three processes allows an address a third of its tries, and a third of its calls', async () => {
  const { http } = site.app;
  // 30 in 15 minutes.
  const undo = { method: 'POST', url: '/api/clients/auth/undo', payload: { token: 'none' } } as const;
  expect(await countAllowed(12, () => http.inject(undo))).toBe(10);
  // 600 a minute.
  expect(await countAllowed(203, () => http.inject('/readyz'))).toBe(200);
});
