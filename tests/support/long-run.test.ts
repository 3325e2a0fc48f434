import { expect, test } from 'vitest';
import { takeTurns } from './long-run.ts';

test('in the gate every third has its turn, and each is the first at some time', () => {
  const firsts = Array.from({ length: 200 }, () => {
    const isTurn = takeTurns(3);
    const turns = [...Array(9).keys()].filter(() => isTurn());
    expect(turns).toEqual([turns[0], turns[0]! + 3, turns[0]! + 6]);
    return turns[0];
  });
  expect(new Set(firsts)).toEqual(new Set([0, 1, 2]));
});
