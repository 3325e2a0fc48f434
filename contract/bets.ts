import * as v from 'valibot';
import { maxTicketsPerCheckout, ticketStatuses } from '#domain/ticket.ts';
import * as words from '#contract/words/checks.ts';
import * as calls from './calls/bets.ts';
import { describeCalls } from './endpoint.ts';
import { paging, queryIds, queryList } from './queries.ts';
import { betName, francs, hex, instant, numbers, one, uuid, uuid7 } from './values.ts';

const describe = describeCalls('Bets', calls);

export const ticket = v.object({
  id: uuid,
  serial: v.string(),
  name: betName,
  drawId: uuid,
  fullDate: instant,
  selectedNumbers: numbers,
  betAmount: francs,
  status: v.picklist(ticketStatuses),
  /** The ticket's payout, stake included; 0 when lost, null while pending, the stake when void. */
  payout: v.nullable(francs),
  /** The draw's nine numbers; null until drawn. */
  result: v.nullable(numbers),
  /** For each selected number, whether it was a hit; null until drawn. */
  places: v.nullable(v.array(v.boolean())),
  acceptedAt: instant,
});
export type Ticket = v.InferOutput<typeof ticket>;

export const newTicket = v.strictObject({
  /** Made by the caller when Pay is first tapped, on the server's clock; the ticket's idempotency key. */
  id: uuid7,
  name: betName,
  drawId: uuid,
  betAmount: francs,
  selectedNumbers: numbers,
});
export type NewTicket = v.InferOutput<typeof newTicket>;

export const placeBets = describe('placeBets', {
  caller: 'client',
  summary: 'Place tickets, all or nothing. The same ids with the same contents may be sent again at any time.',
  body: v.strictObject({
    tickets: v.pipe(
      v.array(newTicket),
      v.minLength(1, words.oneTicket),
      v.maxLength(maxTicketsPerCheckout, words.ticketsAtMost(maxTicketsPerCheckout)),
    ),
  }),
  answer: v.object({ data: v.array(ticket), meta: v.object({ balance: francs }) }),
  problems: [
    'unauthenticated',
    'phone_unconfirmed',
    'invalid_selection',
    'stake_out_of_range',
    'unknown_draw',
    'draw_closed',
    'draw_not_open',
    'sales_stopped',
    'insufficient_funds',
    'limit_reached',
    'account_closed',
    'excluded',
    'account_locked',
    'identity_needed',
    'ticket_conflict',
    'overloaded',
  ],
});

const ticketSums = v.object({ tickets: v.number(), staked: francs });
export type TicketSums = v.InferOutput<typeof ticketSums>;

const drawSums = v.object({
  drawId: uuid,
  ...ticketSums.entries,
  /** The payout of the tickets, stakes included; of a void draw the stakes. */
  paid: francs,
});
/** All of a client's tickets on one draw, whichever of them are listed. */
export type DrawSums = v.InferOutput<typeof drawSums>;

export const listBets = describe('listBets', {
  caller: 'client',
  compressed: true,
  summary:
    'My tickets, newest first; `from` and `to` are about when they were accepted, `drawId` is one draw. With `order=draw` and `status=pending` the next draw comes first, and `meta.waiting` sums up all of them; with `order=draw` and some of `win,lost,void` the latest draw comes first, and `meta.draws` sums up all my tickets on each draw of the page.',
  query: v.object({
    status: v.optional(queryList(ticketStatuses)),
    drawId: v.optional(uuid),
    from: v.optional(instant),
    to: v.optional(instant),
    order: v.optional(v.picklist(['draw'], 'draw, or nothing for the newest first.')),
    ...paging,
  }),
  answer: v.object({
    data: v.array(ticket),
    meta: v.object({
      next: v.nullable(v.string()),
      /** With `order=draw` and `status=pending`: all tickets that match, not only those of this page. */
      waiting: v.optional(ticketSums),
      /** With `order=draw` and other statuses: the draws of this page, in its order. */
      draws: v.optional(v.array(drawSums)),
    }),
  }),
  problems: ['unauthenticated'],
});

export const betSums = v.object({
  drawId: uuid,
  tickets: v.number(),
  staked: francs,
  /** The payout: winnings, stakes included, or the stakes of a void draw. Null until the draw is settled or void. */
  paid: v.nullable(francs),
  /** For each place of the result, whether one of my tickets pays because of it; null until drawn. */
  places: v.nullable(v.array(v.boolean())),
});
export type BetSums = v.InferOutput<typeof betSums>;

export const sumBets = describe('sumBets', {
  caller: 'client',
  compressed: true,
  summary: 'What my tickets on these draws cost and paid, summed up for each draw that I have a ticket on.',
  query: v.object({ draws: queryIds(calls.mostDrawsSummed) }),
  answer: one(v.array(betSums)),
  problems: ['unauthenticated'],
});

export const getBet = describe('getBet', {
  caller: 'client',
  summary: 'One of my tickets.',
  params: v.object({ id: uuid }),
  answer: one(ticket),
  problems: ['unauthenticated', 'not_found'],
});

export const getReceipt = describe('getReceipt', {
  caller: 'client',
  summary:
    'The operator’s signed promise that one of my tickets is in its draw, and once the draw is sealed the proof.',
  params: v.object({ id: uuid }),
  answer: v.object({
    /** The ticket record T. */
    ticket: hex,
    leaf: hex,
    signature: hex,
    /** The place of the leaf in the draw’s tree, and the hashes from there to the root; both null until the seal. */
    index: v.nullable(v.number()),
    path: v.nullable(v.array(hex)),
  }),
  problems: ['unauthenticated', 'not_found'],
});

export const betEndpoints = [placeBets, listBets, sumBets, getBet, getReceipt] as const;
