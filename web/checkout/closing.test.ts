import { expect, it } from 'vitest';
import type { BasketItem } from '#web/basket/basket.ts';
import { hasClosed, moveTo } from './closing.ts';

const item: BasketItem = {
  id: 'a',
  name: 'IziOne',
  drawId: 'draw-1835',
  fullDate: '2026-11-20T18:35:00.000Z',
  betAmount: 100,
  selectedNumbers: ['4'],
};

function drawAt(time: string) {
  return { id: `draw-${time}`, fullDate: `2026-11-20T${time}:00.000Z` };
}

const before = Date.parse('2026-11-20T18:34:45.000Z');
const after = Date.parse('2026-11-20T18:35:00.000Z');

it.each([
  ['the next draw is its own', drawAt('18:35'), before, false],
  ['an earlier draw is next', drawAt('18:30'), before, false],
  ['a later draw is next, although it has not been drawn yet', drawAt('18:40'), before, true],
  ['no draw is known and its time has not come', null, before, false],
  ['no draw is known and its time has come', null, after, true],
  ['nothing is known', null, null, false],
])('%s', (_, next, now, closed) => {
  expect(hasClosed(item, next, now)).toBe(closed);
});

it('is open again when it was moved to the next draw', () => {
  const next = drawAt('18:40');
  const moved = { ...item, ...moveTo(next) };
  expect(moved).toMatchObject({ drawId: 'draw-18:40', betAmount: 100, selectedNumbers: ['4'] });
  expect(hasClosed(moved, next, after)).toBe(false);
});
