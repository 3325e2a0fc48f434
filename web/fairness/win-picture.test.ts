import { expect, it } from 'vitest';
import { textOfWin } from './win-picture.ts';

const win = {
  fullDate: '2026-11-24T11:35:00Z',
  net: 300,
  result: Array.from('812543976'),
  hits: [false, true, true, ...Array<boolean>(6).fill(false)],
};

it('says the net sum of the draw and why, and no stake', () => {
  expect(textOfWin(win, true)).toEqual({
    draw: 'Draw 24/11/2026, 11:35',
    amount: '+300',
    unit: 'XOF after stakes',
    why: '1 came second and 2 came third.',
  });
});

it('says no amount where it is not wanted', () => {
  expect(textOfWin(win, false)).toMatchObject({ amount: 'Won', unit: '' });
});

it('has no sentence of many numbers', () => {
  expect(textOfWin({ ...win, hits: Array<boolean>(9).fill(true) }, true).why).toBe('');
});
