import { expect, it } from 'vitest';
import type { Ticket } from '#contract/bets.ts';
import { textOf } from './ticket-picture.ts';

const pending: Ticket = {
  id: '01a20199-b3e0-7387-a04e-4b61c9699126',
  serial: '4F7K-22Q9-ABCD',
  name: 'IziTwo',
  drawId: '01a20198-b3f2-776a-b8fd-5ba263633681',
  fullDate: '2026-11-21T22:47:00.000Z',
  selectedNumbers: ['4', '9'],
  betAmount: 7_300,
  status: 'pending',
  payout: null,
  result: null,
  places: null,
  acceptedAt: '2026-11-20T11:22:33.444Z',
};
const drawn = { ...pending, result: Array.from('491728536') };
const common = { name: 'IziTwo', draw: 'Draw 21/11/2026 22:47', serial: '4F7K-22Q9-ABCD' };

it.each([
  [pending, { paid: null, why: 'have to be the first two' }],
  [
    { ...drawn, status: 'win' as const, payout: 175_200, places: [true, true] },
    { paid: 'Paid 175\u202F200\u202FXOF', why: '4 came first and 9 came second.' },
  ],
  [
    { ...drawn, status: 'lost' as const, payout: 0, selectedNumbers: ['4', '1'], places: [true, false] },
    { paid: null, why: '1 came third.' },
  ],
  [
    { ...pending, status: 'void' as const, payout: 7_300 },
    { paid: null, why: 'Draw called off' },
  ],
])(
  'a picture of a ticket shows what it is and its outcome, but neither its owner nor its stake: $status',
  (ticket, text) => {
    expect(textOf(ticket)).toEqual({ ...common, ...text });
    expect(JSON.stringify(textOf(ticket))).not.toMatch(/7.?300|20\/11|11:22/);
  },
);
