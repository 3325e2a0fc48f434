import { expect, test } from 'vitest';
import type { BetName } from './bet-types.ts';
import { possiblePayout, refusalsOf } from './ticket.ts';

const good: Record<BetName, string[]> = {
  IziOrder: ['4', '9', '1', '7', '2', '8', '5', '3', '6'],
  IziOne: ['4'],
  IziTwo: ['4', '9'],
  IziABC: ['1'],
  Izi2x: ['1', '2', '3'],
  Izi3x: ['7', '8', '9'],
};

test.each(Object.entries(good) as [BetName, string[]][])('a valid %s is accepted', (name, selectedNumbers) => {
  for (const betAmount of name === 'IziOrder' ? [300, 900, 1_500] : [100, 2_300, 10_000]) {
    expect(refusalsOf({ name, betAmount, selectedNumbers })).toEqual([]);
  }
});

test.each<[BetName, string[]]>([
  ['IziOne', []],
  ['IziOne', ['1', '2']],
  ['IziOne', ['0']],
  ['IziOne', ['10']],
  ['IziOne', ['01']],
  ['IziOne', [' 1']],
  ['IziOne', ['']],
  ['IziOne', ['１']],
  ['IziTwo', ['5', '5']],
  ['Izi3x', ['1', '2']],
  ['IziOrder', ['1', '2', '3', '4', '5', '6', '7', '8']],
  ['IziOrder', ['1', '2', '3', '4', '5', '6', '7', '8', '8']],
])('%s refuses the numbers %j', (name, selectedNumbers) => {
  expect(refusalsOf({ name, betAmount: 300, selectedNumbers })).toEqual([
    { field: 'selectedNumbers', code: 'invalid_selection' },
  ]);
});

test.each<[BetName, number]>([
  ['IziOrder', 0],
  ['IziOrder', 100],
  ['IziOrder', 450],
  ['IziOrder', 1_800],
  ['IziOne', 0],
  ['IziOne', 99],
  ['IziOne', 150],
  ['IziOne', 10_100],
  ['IziOne', -100],
  ['IziOne', 100.5],
  ['IziOne', Number.NaN],
  ['IziOne', Number.POSITIVE_INFINITY],
])('%s refuses a stake of %d', (name, betAmount) => {
  expect(refusalsOf({ name, betAmount, selectedNumbers: good[name] })).toEqual([
    { field: 'betAmount', code: 'stake_out_of_range' },
  ]);
});

test('all errors are reported at once', () => {
  expect(refusalsOf({ name: 'IziTwo', betAmount: 1, selectedNumbers: ['1'] })).toHaveLength(2);
});

test.each<[BetName, number, number | null]>([
  ['IziOne', 300, 1_800],
  ['IziOrder', 1_500, 30_000_000],
  ['IziOrder', 1_800, null],
  ['IziOrder', 600.5, null],
  ['IziOne', -300, null],
  ['IziOne', 150, null],
  ['IziOne', 0, null],
])('%s for %d can pay %j', (name, betAmount, payout) => {
  expect(possiblePayout({ name, betAmount })).toBe(payout);
});
