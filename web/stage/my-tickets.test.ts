import { expect, test } from 'vitest';
import type { Ticket } from '#contract/bets.ts';
import { outcomeOf } from './standing.ts';
import { standingsOf } from './useMyTickets.ts';

const result = Array.from('792416835');
const ticket = (number: string) =>
  ({ name: 'IziOne', selectedNumbers: [number], betAmount: 100, status: 'pending', payout: null }) as unknown as Ticket;

test('a draw that is not paid in time shows no ticket as won or lost', () => {
  const tickets = [ticket('7'), ticket('9')];
  const told = standingsOf(tickets, result, true, false);
  expect(told.map(({ state, pays }) => [state, pays])).toEqual([
    ['pays', 600],
    ['lost', 0],
  ]);
  const unpaid = standingsOf(tickets, result, true, true);
  expect(unpaid.map(({ state, pays, hits }) => [state, pays, hits])).toEqual([
    ['open', 0, []],
    ['open', 0, []],
  ]);
  expect(outcomeOf(unpaid, true)).toBeNull();
});

test('a ticket that the server has settled shows its outcome', () => {
  const settled = { ...ticket('7'), status: 'win', payout: 600, places: [true] } as unknown as Ticket;
  expect(standingsOf([settled], result, true, true)).toMatchObject([{ state: 'pays', pays: 600 }]);
});
