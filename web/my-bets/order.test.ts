import { expect, it } from 'vitest';
import { soonestFirst } from './order.ts';

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
