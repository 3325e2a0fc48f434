import { expect, it } from 'vitest';
import { nextLookIn } from './pending.ts';

it('checks again soon after the first draw, then every few seconds', () => {
  const tickets = [{ fullDate: '2026-11-20T18:05:00.000Z' }, { fullDate: '2026-11-20T18:00:00.000Z' }];
  expect(nextLookIn(tickets, Date.parse('2026-11-20T17:59:00.000Z'))).toBe(64_000);
  expect(nextLookIn(tickets, Date.parse('2026-11-20T18:00:30.000Z'))).toBe(4_000);
});
