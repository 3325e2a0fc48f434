import * as v from 'valibot';
import * as calls from './calls/wallet.ts';
import { describeCalls } from './endpoint.ts';
import { paging, queryList } from './queries.ts';
import { betName, francs, instant, numbers, page, signedFrancs } from './values.ts';

const describe = describeCalls('Wallet', calls);

export const getBalance = describe('getBalance', {
  caller: 'client',
  summary: 'Both wallets: `dep` holds deposits, `win` holds winnings.',
  answer: v.object({
    data: v.array(
      v.object({ id: v.number(), attributes: v.object({ slug: v.picklist(['dep', 'win']), balance: francs }) }),
    ),
  }),
  problems: ['unauthenticated'],
});

export const transaction = v.object({
  id: v.string(),
  at: instant,
  kind: v.picklist(calls.transactionKinds),
  /** The wallet that changed. */
  wallet: v.picklist(['dep', 'win']),
  /** The change of the balance, negative for money that went out. */
  amount: signedFrancs,
  /** Both wallets after this line. */
  dep: francs,
  win: francs,
  /** The ticket, payment, refund or adjustment this line is about. */
  reference: v.string(),
  /** The operator's sentence about what an adjustment is for; null for other lines. */
  note: v.nullable(v.string()),
  /** When a withdrawal under review will be decided; null for other lines. */
  reviewUntil: v.nullable(instant),
  /** The ticket's bet, of a line about one; null for the others. */
  ticket: v.nullable(v.object({ name: betName, selectedNumbers: numbers, betAmount: francs })),
});
export type Transaction = v.InferOutput<typeof transaction>;
export type TransactionKind = Transaction['kind'];

export const listTransactions = describe('listTransactions', {
  caller: 'client',
  compressed: true,
  summary: 'The statement, newest first. With `Accept: text/csv` all lines in range as CSV, oldest first.',
  query: v.object({
    from: v.optional(instant),
    to: v.optional(instant),
    kind: v.optional(queryList(calls.transactionKinds)),
    ...paging,
  }),
  answer: page(transaction),
  mediaTypes: ['application/json', 'text/csv'],
  problems: ['unauthenticated'],
});

/**
 * The sums of a period by purpose: each line of the statement is in exactly one of them. All are zero or more, except the last two, which
 * have a sign.
 */
const sums = v.object({
  deposited: francs,
  /** Taken back by the provider of a deposit, at once or when it was repaid. */
  takenBack: francs,
  /** Stakes of the tickets that were placed, whenever their draw is. */
  staked: francs,
  /** How many tickets were placed. */
  tickets: v.number(),
  /** Paid for winning tickets, stakes included. */
  won: francs,
  /** Stakes that came back from draws that were called off. */
  refunded: francs,
  /** Asked for, whether paid yet or not. */
  withdrawn: francs,
  /** Withdrawals that came back because they could not be paid. */
  returned: francs,
  adjusted: signedFrancs,
  /** The result of play: `won + refunded - staked`. */
  result: signedFrancs,
});
export type Sums = v.InferOutput<typeof sums>;

/** The units of the series of sums, from short periods to long ones. */
export const sumUnits = ['hour', 'day', 'week', 'month', 'year'] as const;

export const sumTransactions = describe('sumTransactions', {
  caller: 'client',
  compressed: true,
  summary:
    'Sums of the whole statement from `from` (inclusive) to `to` (exclusive): `opening` + all that moved = `closing`. The series has the hours, days, weeks, months or years of the operator’s wall clock in which something moved, oldest first: about a hundred at most.',
  query: v.object({ from: v.optional(instant), to: v.optional(instant) }),
  answer: v.object({
    data: v.object({
      ...sums.entries,
      /** Both wallets together, before the period and after it. */
      opening: francs,
      closing: francs,
      /** The period of one entry of the series. */
      unit: v.picklist(sumUnits),
      series: v.array(
        v.object({
          /** When the hour, day, … began. */
          from: instant,
          /** The last line in it. */
          at: instant,
          ...sums.entries,
          closing: francs,
        }),
      ),
    }),
    meta: v.object({ now: instant, timeZone: v.string() }),
  }),
  problems: ['unauthenticated'],
});

export const walletEndpoints = [getBalance, listTransactions, sumTransactions] as const;
