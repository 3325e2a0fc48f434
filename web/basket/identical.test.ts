import { describe, expect, it } from 'vitest';
import type { BasketItem } from './basket.ts';
import { betsOf, identicalTickets } from './identical.ts';

function item(id: string, patch: Partial<BasketItem> = {}): BasketItem {
  return {
    id,
    name: 'IziTwo',
    drawId: 'draw-1835',
    fullDate: '2026-11-20T18:35:00.000Z',
    betAmount: 500,
    selectedNumbers: ['4', '9'],
    ...patch,
  };
}
const later = { drawId: 'draw-1836', fullDate: '2026-11-20T18:36:00.000Z' };
const idsOf = (groups: readonly (readonly BasketItem[])[]) => groups.map((group) => group.map(({ id }) => id));

describe('identicalTickets', () => {
  it.each([
    ['the same in every field', {}, true],
    ['its numbers the other way round, where their places do not matter', { selectedNumbers: ['9', '4'] }, true],
    ['on another draw', later, false],
    ['with another amount', { betAmount: 600 }, false],
    ['with another number', { selectedNumbers: ['4', '8'] }, false],
    ['of another bet type', { name: 'Izi2x' }, false],
  ] as const)('%s', (_, patch, same) => {
    expect(idsOf(identicalTickets([item('a'), item('b', patch)]))).toEqual(same ? [['a', 'b']] : []);
  });

  it('tells apart the places of an IziOrder', () => {
    const order = (id: string, numbers: string) => item(id, { name: 'IziOrder', selectedNumbers: numbers.split('') });
    const items = [order('a', '123456789'), order('b', '213456789'), order('c', '123456789')];
    expect(idsOf(identicalTickets(items))).toEqual([['a', 'c']]);
  });
});

describe('betsOf', () => {
  it('makes one bet of a series, and leaves other tickets separate', () => {
    const items = [item('b', later), item('x', { betAmount: 600 }), item('a')];
    expect(idsOf(betsOf(items))).toEqual([['a', 'b'], ['x']]);
  });

  it('shows a duplicate ticket twice', () => {
    expect(idsOf(betsOf([item('a'), item('b'), item('c', later)]))).toEqual([['a', 'c'], ['b']]);
  });
});
