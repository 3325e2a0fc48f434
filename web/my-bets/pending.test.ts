import { expect, it } from 'vitest';
import { nextLookIn, soonestFirst } from './pending.ts';

it('puts the soonest draw first, and within one draw the ticket bought first', () => {
  const [late, secondOfSoon, soon] = [
    { fullDate: '2026-11-21T18:00:00.000Z', acceptedAt: '2026-11-20T10:00:02.000Z' },
    { fullDate: '2026-11-20T18:00:00.000Z', acceptedAt: '2026-11-20T10:00:01.000Z' },
    { fullDate: '2026-11-20T18:00:00.000Z', acceptedAt: '2026-11-20T10:00:00.000Z' },
  ] as const;
  const newestFirst = [late, secondOfSoon, soon];
  expect(soonestFirst(newestFirst)).toEqual([soon, secondOfSoon, late]);
  expect(newestFirst[0]).toBe(late);
});

it('looks again soon after the first draw, then every few seconds', () => {
  const tickets = [{ fullDate: '2026-11-20T18:05:00.000Z' }, { fullDate: '2026-11-20T18:00:00.000Z' }];
  expect(nextLookIn(tickets, Date.parse('2026-11-20T17:59:00.000Z'))).toBe(64_000);
  expect(nextLookIn(tickets, Date.parse('2026-11-20T18:00:30.000Z'))).toBe(4_000);
});
