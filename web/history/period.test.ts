import { expect, it } from 'vitest';
import { instantsOf } from './period.ts';

it.each([
  ['', '', 'Africa/Abidjan', {}],
  ['2026-11-20', '', 'Africa/Abidjan', { from: '2026-11-20T00:00:00.000Z' }],
  ['2026-11-20', '2026-11-20', 'Africa/Abidjan', { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' }],
  ['2026-12-31', '2026-12-31', 'Africa/Niamey', { from: '2026-12-30T23:00:00.000Z', to: '2026-12-31T23:00:00.000Z' }],
  // The clock goes forward on this day, which is 23 hours long.
  ['2026-03-29', '2026-03-29', 'Europe/Paris', { from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T22:00:00.000Z' }],
])('%j to %j in %s', (from, to, timeZone, instants) => {
  expect(instantsOf({ from, to }, timeZone)).toEqual(instants);
});
