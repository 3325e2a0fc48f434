import { expect, it } from 'vitest';
import { readLastTicket } from './last-ticket.ts';

const ticket = { name: 'IziTwo', selectedNumbers: ['4', '9'], betAmount: 300 };

it('reads the ticket that was stored', () => {
  expect(readLastTicket(JSON.stringify(ticket))).toEqual(ticket);
});

it.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['null', 'null'],
  ['a list', '[]'],
  ['an unknown bet type', JSON.stringify({ ...ticket, name: 'IziFour' })],
  ['numbers that are no list', JSON.stringify({ ...ticket, selectedNumbers: '49' })],
  ['too few numbers', JSON.stringify({ ...ticket, selectedNumbers: ['4'] })],
  ['an amount that cannot be staked', JSON.stringify({ ...ticket, betAmount: 150 })],
])('reads %s as no ticket', (_, text) => {
  expect(readLastTicket(text)).toBeNull();
});
