import { expect, it } from 'vitest';
import { seriesOf } from './series.ts';

const checkout = '2026-11-21T22:40:00.123Z';

function ticketAt(time: string, other: Partial<Parameters<typeof seriesOf>[0][number]> = {}) {
  return {
    name: 'IziTwo' as const,
    selectedNumbers: ['4', '9'],
    betAmount: 300,
    drawId: time,
    fullDate: `2026-11-21T${time}:00.000Z`,
    acceptedAt: checkout,
    ...other,
  };
}

it('groups the tickets of one checkout with the same numbers on consecutive draws, at the first one’s place', () => {
  const other = ticketAt('22:46', { selectedNumbers: ['1', '2'] });
  const [one, two, three] = [ticketAt('22:45'), ticketAt('22:50'), ticketAt('22:55')];
  expect(seriesOf([one, other, two, three])).toEqual([[one, two, three], [other]]);
});

it.each([
  ['other numbers', { selectedNumbers: ['9', '4'] }],
  ['another bet', { name: 'Izi2x' as const }],
  ['another stake', { betAmount: 400 }],
  ['another checkout', { acceptedAt: '2026-11-21T22:41:00.000Z' }],
])('does not mix in %s', (_, other) => {
  expect(seriesOf([ticketAt('22:45'), ticketAt('22:50', other)])).toHaveLength(2);
});

it('counts identical tickets on one draw separately, each with its own series', () => {
  const tickets = ['22:45', '22:45', '22:50', '22:50'].map((time) => ticketAt(time));
  expect(seriesOf(tickets).map((series) => series.map(({ drawId }) => drawId))).toEqual([
    ['22:45', '22:50'],
    ['22:45', '22:50'],
  ]);
});

it('ends at a draw that is left out', () => {
  const tickets = ['22:45', '22:50', '23:30'].map((time) => ticketAt(time));
  expect(seriesOf(tickets).map(({ length }) => length)).toEqual([2, 1]);
});
