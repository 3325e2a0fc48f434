import { expect, it } from 'vitest';
import type { Ticket } from '#contract/bets.ts';
import { coinsOn } from './coins.ts';
import { standingOf } from './standing.ts';

const ticket = (id: string, name: Ticket['name'], numbers: string) =>
  ({ id, name, selectedNumbers: Array.from(numbers), betAmount: 300 }) as Ticket;
const on = (tickets: readonly Ticket[], out: string) => {
  const balls = Array.from(out);
  const standings = tickets.map((each) => standingOf(each, balls));
  return coinsOn(standings, balls).map((coins) => coins.map(({ from, back }) => `${from} ${back}`));
};

it('lie on the balls that their ticket is paid for, and on none before it is sure to be paid', () => {
  const pair = ticket('a', 'Izi2x', '147');
  expect(on([pair], '7')).toEqual([[]]);
  expect(on([pair], '731')).toEqual([['coin-a-7 ×3'], [], ['coin-a-1 ×3']]);
});

it('are at most three on a ball', () => {
  const four = Array.from('abcd', (id) => ticket(id, 'IziOne', '7'));
  expect(on(four, '7')).toEqual([['coin-a-7 ×6', 'coin-b-7 ×6', 'coin-c-7 ×6']]);
});
