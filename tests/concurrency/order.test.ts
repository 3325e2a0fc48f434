import { expect, test } from 'vitest';
import { findContradictions, type Observation } from './order.ts';

/** The balances of an account that received 10 twice. */
const balances = [0, 10, 20];

const read = (startedAt: number, endedAt: number, balance: number): Observation => ({
  what: `${balance}, read from ${startedAt} to ${endedAt}`,
  startedAt,
  endedAt,
  fits: (state) => balances[state] === balance,
});
const change = (startedAt: number, endedAt: number, isChange: number): Observation => ({
  what: `change ${isChange}`,
  startedAt,
  endedAt,
  isChange,
  fits: () => true,
});

test.each<[string, Observation[]]>([
  ['one after the other', [read(0, 1, 0), change(2, 3, 1), read(4, 5, 10), change(6, 7, 2), read(8, 9, 20)]],
  ['reads while it changes, in any order', [change(0, 10, 1), read(1, 9, 10), read(2, 8, 0), change(11, 20, 2)]],
  [
    'a read that lasts longer than all changes',
    [read(0, 100, 10), change(1, 2, 1), change(50, 60, 2), read(70, 80, 20)],
  ],
])('an order is found for %s', (_name, history) => {
  expect(findContradictions(history, 2)).toEqual([]);
});

test.each<[string, Observation[]]>([
  ['a read that goes back', [change(0, 1, 1), change(0, 1, 2), read(2, 3, 20), read(4, 5, 10)]],
  ['a read that misses an acknowledged change', [change(0, 1, 1), read(2, 3, 0)]],
  ['a read of a change before its request', [read(0, 1, 10), change(2, 3, 1)]],
  ['a read of a state that never existed', [change(0, 9, 1), read(1, 2, 5)]],
  ['changes in the wrong order', [change(0, 1, 2), change(2, 3, 1)]],
])('no order is found for %s', (_name, history) => {
  expect(findContradictions(history, 2)).toHaveLength(1);
});
