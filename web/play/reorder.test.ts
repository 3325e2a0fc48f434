import { describe, expect, it } from 'vitest';
import { moved, swapped } from './reorder.ts';

const order = Array.from('123456789');

describe('moving a number', () => {
  it.each([
    [0, 1, '213456789'],
    [0, 8, '234567891'],
    [8, 0, '912345678'],
    [4, 2, '125346789'],
  ])('from place %i to %i', (from, to, expected) => {
    expect(moved(order, from, to).join('')).toBe(expected);
  });

  it.each([
    [0, -1],
    [8, 9],
    [3, 3],
  ])('changes nothing from %i to %i', (from, to) => {
    expect(moved(order, from, to)).toBe(order);
  });

  it('does nothing from an empty slot', () => {
    const empty = order.map(() => '');
    expect(moved(empty, 0, 3)).toBe(empty);
  });
});

it('exchanges two numbers, or a number and an empty slot', () => {
  expect(swapped(order, 0, 8).join('')).toBe('923456781');
  expect(swapped(['1', '', '3'], 0, 1)).toEqual(['', '1', '3']);
});
