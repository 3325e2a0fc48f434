import { expect, it } from 'vitest';
import { barMessage } from './message.ts';

const soonest = { fullDate: '2026-11-20T18:35:00.000Z', closesAt: '2026-11-20T18:34:45.000Z' };
const fine = {
  confirmed: true,
  short: 0,
  closed: 0,
  stopped: 0,
  isRefused: false,
  soonest,
  now: Date.parse('2026-11-20T18:34:10.000Z'),
  answerMs: 60,
  after: 35_400,
};
const late = { now: Date.parse('2026-11-20T18:34:38.000Z') };

it.each([
  ['the balance afterwards', {}, 'Balance after 35 400 XOF. Tickets are final.'],
  ['nothing while the balance is not known', { after: null }, ''],
  ['the last moments', late, 'Sales for 18:35 close in 00:07.'],
  [
    'a close that comes sooner than a payment',
    { ...late, answerMs: 14_000 },
    'Slow network: likely too late for 18:35.',
  ],
  [
    'the last moments on a network that is fast enough',
    { ...late, answerMs: 12_000 },
    'Sales for 18:35 close in 00:07.',
  ],
  ['the last result, before the last moments', { ...late, isRefused: true }, 'Not placed: no money was taken.'],
  ['tickets that are too late', { ...late, isRefused: true, closed: 2 }, 'Too late: move or remove 2 tickets.'],
  ['one ticket that is too late', { closed: 1 }, 'Too late for its draw: move or remove 1 ticket.'],
  ['one ticket that is not sold', { stopped: 1, isRefused: true }, 'Not on sale now: move or remove 1 ticket.'],
  ['the missing amount, and never a balance below zero', { short: 1_300, after: -1_300 }, 'You need 1 300 XOF more.'],
  ['a phone that is not confirmed', { confirmed: false, short: 1_300 }, 'Confirm your phone number to pay.'],
])('says %s', (_, change, said) => {
  const message = barMessage({ ...fine, ...change });
  expect(message.replaceAll('\u202F', ' ')).toBe(said);
  // The length of one line of the bar on a phone.
  expect(message.length).toBeLessThanOrEqual(50);
});
