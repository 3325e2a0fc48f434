import { expect, it } from 'vitest';
import type { BasketItem } from './basket.ts';
import { timesWithoutDraw, withFoundDraws } from './find-draws.ts';

const known = '0193f0a0-0000-7000-8000-000000000001';
const found = '0193f0a0-0000-7000-8000-000000000002';

function item(id: string, fullDate: string, drawId = ''): BasketItem {
  return { id, name: 'IziTwo', fullDate, betAmount: 300, selectedNumbers: ['4', '9'], drawId };
}

const at1835 = Date.parse('2026-11-20T18:35:00Z');
const items = [
  item('a', '2026-11-20T18:35:00.000Z'),
  // The same instant, written with the offset of another zone.
  item('b', '2026-11-20T19:35:00+01:00'),
  item('c', '2026-11-20T18:40:00.000Z'),
  item('d', '2026-11-20T18:35:00.000Z', known),
];

it('asks for each time once, and not for items that have their draw', () => {
  expect(timesWithoutDraw(items)).toEqual([at1835, Date.parse('2026-11-20T18:40:00Z')]);
});

it('gives a found draw to the items at its time, and leaves the others unchanged', () => {
  expect(withFoundDraws(items, new Map([[at1835, found]]))).toEqual([
    { id: 'a', drawId: found },
    { id: 'b', drawId: found },
  ]);
});
