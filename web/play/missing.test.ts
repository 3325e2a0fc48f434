import { expect, it } from 'vitest';
import { type ActiveBet, freshBet } from './active-bet.ts';
import { missingFrom } from './missing.ts';

const oneDraw = { draws: [{}], isPending: false, basketSize: 0 };
const good = { selectedNumbers: ['9', '4'], betAmount: 500 };

it.each<[string, Partial<ActiveBet>, string]>([
  ['a fresh ticket', {}, 'Choose 2 numbers. Choose an amount.'],
  ['one number', { selectedNumbers: ['', '4'], betAmount: 500 }, 'Choose 1 more number.'],
  ['no amount', { selectedNumbers: ['9', '4'] }, 'Choose an amount.'],
  [
    'an amount off its step',
    { selectedNumbers: ['9', '4'], betAmount: 150 },
    'The amount goes from 100 to 10\u202F000\u202FXOF in steps of 100.',
  ],
  ['nothing', good, ''],
])('%s', (_, patch, sentences) => {
  expect(missingFrom({ ...freshBet('IziTwo'), ...patch }, oneDraw)).toBe(sentences);
});

it('asks for a single number in the singular', () => {
  expect(missingFrom({ ...freshBet('IziOne'), betAmount: 100 }, oneDraw)).toBe('Choose a number.');
});

it('asks for a draw when none is on sale, but not while they are being fetched', () => {
  const bet = { ...freshBet('IziTwo'), ...good };
  expect(missingFrom(bet, { ...oneDraw, draws: [] })).toBe('Choose a draw that is on sale.');
  expect(missingFrom(bet, { ...oneDraw, draws: [], isPending: true })).toBe('');
});

it.each([
  [49, 1, ''],
  [50, 1, 'The basket holds up to 50 tickets. Check out first.'],
  [48, 3, 'The basket holds up to 50 tickets. Check out first.'],
])('%i tickets in the basket and %i more', (basketSize, count, sentence) => {
  const draws = Array.from({ length: count });
  expect(missingFrom({ ...freshBet('IziTwo'), ...good }, { draws, isPending: false, basketSize })).toBe(sentence);
});
