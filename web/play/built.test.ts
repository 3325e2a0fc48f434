import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changeBet, freshBet } from './active-bet.ts';
import { keepBuilt, readBuilt, takeBuilt } from './built.ts';

beforeEach(() => {
  const entry: Pick<History, 'state' | 'replaceState'> = {
    state: null,
    replaceState(state) {
      Object.assign(entry, { state: structuredClone(state) });
    },
  };
  vi.stubGlobal('history', entry);
});
afterEach(() => vi.unstubAllGlobals());

const two = changeBet(freshBet('IziTwo'), { type: 'toggleNumber', number: '4' });

it('is taken as it was kept, once, and leaves what else belongs to the page', () => {
  history.replaceState({ edit: 'a' }, '');
  const bet = changeBet(two, { type: 'chooseAmount', amount: 700 });
  keepBuilt(changeBet(bet, { type: 'chooseMinute', date: '2026-11-28', hour: '18', minute: '35' }), 3);
  expect(takeBuilt()).toEqual({
    name: 'IziTwo',
    selectedNumbers: ['4', ''],
    betAmount: 700,
    count: 3,
    draw: { date: '2026-11-28', hour: '18', minute: '35' },
  });
  expect(takeBuilt()).toBeNull();
  expect(history.state).toEqual({ edit: 'a' });
});

it('follows the next draw if it did, and has no amount that is none', () => {
  keepBuilt(changeBet(two, { type: 'chooseAmount', amount: NaN }), 1);
  expect(takeBuilt()).toEqual({ name: 'IziTwo', selectedNumbers: ['4', ''], betAmount: 0, count: 1 });
});

const kept = { name: 'IziTwo', selectedNumbers: ['4', '9'], betAmount: 300, count: 1 };
it.each([
  ['nothing', null],
  ['a bet that this version does not have', { ...kept, name: 'IziNine' }],
  ['a number too many', { ...kept, selectedNumbers: ['4', '9', '1'] }],
  ['a number that is none', { ...kept, selectedNumbers: ['4', 'x'] }],
  ['no amount', { ...kept, betAmount: undefined }],
  ['no count', { ...kept, count: '1' }],
])('ignores %s', (_, stored) => {
  expect(readBuilt(kept)).toEqual(kept);
  expect(readBuilt(stored)).toBeNull();
});
