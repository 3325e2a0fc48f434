import { expect, it } from 'vitest';
import { endingOn, instantsOf, periodOf, startingOn } from './period.ts';

it.each([
  ['today', '2026-11-22', { from: '2026-11-22', to: '2026-11-22' }],
  ['week', '2026-11-03', { from: '2026-10-28', to: '2026-11-03' }],
  ['month', '2026-11-22', { from: '2026-11-01', to: '2026-11-22' }],
  ['all', '2026-11-22', { from: null, to: null }],
] as const)('%s on %s', (choice, today, period) => {
  expect(periodOf(choice, today)).toEqual(period);
});

it('never ends before it begins', () => {
  const november = { from: '2026-11-01', to: '2026-11-22' };
  expect(startingOn('2026-11-10', november)).toEqual({ from: '2026-11-10', to: '2026-11-22' });
  expect(startingOn('2026-12-01', november)).toEqual({ from: '2026-12-01', to: '2026-12-01' });
  expect(endingOn('2026-10-05', november)).toEqual({ from: '2026-10-05', to: '2026-10-05' });
  expect(startingOn(null, november)).toEqual({ from: null, to: '2026-11-22' });
  expect(endingOn(null, november)).toEqual({ from: '2026-11-01', to: null });
});

it.each([
  [null, null, 'Africa/Abidjan', {}],
  ['2026-11-20', null, 'Africa/Abidjan', { from: '2026-11-20T00:00:00.000Z' }],
  ['2026-11-20', '2026-11-20', 'Africa/Abidjan', { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' }],
  ['2026-12-31', '2026-12-31', 'Africa/Niamey', { from: '2026-12-30T23:00:00.000Z', to: '2026-12-31T23:00:00.000Z' }],
  // The clock goes forward on this day, which is 23 hours long.
  ['2026-03-29', '2026-03-29', 'Europe/Paris', { from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T22:00:00.000Z' }],
])('%j to %j in %s', (from, to, timeZone, instants) => {
  expect(instantsOf({ from, to }, timeZone)).toEqual(instants);
});
