import { expect, it } from 'vitest';
import { type ActiveBet, freshBet } from './active-bet.ts';
import { missingFrom } from './missing.ts';

const oneDraw = { draws: [{}], isPending: false, basketSize: 0 };
const good = { selectedNumbers: ['9', '4'], betAmount: 500 };

it.each<[string, Partial<ActiveBet>, string | undefined]>([
  ['a fresh ticket', {}, 'Pick 2 numbers from 1 to 9.'],
  ['one number', { selectedNumbers: ['', '4'], betAmount: 500 }, 'Pick one more number.'],
  ['no amount', { selectedNumbers: ['9', '4'] }, 'Choose an amount.'],
  [
    'an amount off its step',
    { selectedNumbers: ['9', '4'], betAmount: 150 },
    'From 100 to 10\u202F000\u202FXOF, in steps of 100.',
  ],
  [
    'an amount that is too high, before any number',
    { betAmount: 36_000 },
    'From 100 to 10\u202F000\u202FXOF, in steps of 100.',
  ],
  ['a text that is no amount', { betAmount: NaN }, 'From 100 to 10\u202F000\u202FXOF, in steps of 100.'],
  ['nothing', good, undefined],
])('%s', (_, patch, sentence) => {
  expect(missingFrom({ ...freshBet('IziTwo'), ...patch }, oneDraw)?.text).toBe(sentence);
});

it('asks for a single number in the singular', () => {
  expect(missingFrom({ ...freshBet('IziOne'), betAmount: 100 }, oneDraw)?.text).toBe('Pick a number from 1 to 9.');
});

it('names the field that fixes it', () => {
  const fresh = freshBet('IziTwo');
  expect(missingFrom(fresh, oneDraw)?.field).toBe('selectedNumbers');
  expect(missingFrom({ ...fresh, selectedNumbers: ['9', '4'] }, oneDraw)?.field).toBe('betAmount');
  expect(missingFrom({ ...fresh, ...good }, { ...oneDraw, draws: [] })?.field).toBeNull();
});

it('asks for a draw if none is on sale, but not while draws are being fetched', () => {
  const bet = { ...freshBet('IziTwo'), ...good };
  expect(missingFrom(bet, { ...oneDraw, draws: [] })?.text).toBe('Choose a draw that is on sale.');
  expect(missingFrom(bet, { ...oneDraw, draws: [], isPending: true })).toBeNull();
});

it('shows the operator’s sentence if sales of its bet type are stopped in one of its draws', () => {
  const bet = { ...freshBet('IziTwo'), ...good };
  const stoppedFor = (name: 'IziOne' | 'IziTwo' | null) => ({
    stops: [{ name, sentence: 'Back at noon.', cause: 'operator' as const, since: '2026-11-20T10:00:00.000Z' }],
  });
  const textOf = (...draws: object[]) => missingFrom(bet, { ...oneDraw, draws })?.text;
  expect(textOf({ stops: [] }, stoppedFor('IziTwo'))).toBe('Back at noon.');
  expect(textOf(stoppedFor(null))).toBe('Back at noon.');
  expect(textOf(stoppedFor('IziOne'))).toBeUndefined();
});

it.each([
  [49, 1, undefined],
  [50, 1, 'The basket holds up to 50 tickets. Check out first.'],
  [48, 3, 'The basket holds up to 50 tickets. Check out first.'],
])('counts the draws: %i tickets in the basket and %i more', (basketSize, count, sentence) => {
  const draws = Array.from({ length: count }, () => ({}));
  const bet = { ...freshBet('IziTwo'), ...good };
  expect(missingFrom(bet, { draws, isPending: false, basketSize })?.text).toBe(sentence);
});
