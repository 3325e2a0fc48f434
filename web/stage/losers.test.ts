import { expect, it } from 'vitest';
import { betNames } from '#domain/bet-types.ts';
import { losingOddsOf } from './losers.ts';

it('says how many tickets of each bet type lose', () => {
  expect(betNames.map(losingOddsOf)).toEqual([
    '23 in 25 IziOrder tickets lose.',
    '8 in 9 IziOne tickets lose.',
    '35 in 36 IziTwo tickets lose.',
    '2 in 3 IziABC tickets lose.',
    '65 in 84 Izi2x tickets lose.',
    '83 in 84 Izi3x tickets lose.',
  ]);
});
