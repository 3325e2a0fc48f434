import * as v from 'valibot';
import { defineEndpoint } from './endpoint.ts';
import { francs, instant, page, paging, queryList, signedFrancs } from './values.ts';

export const getBalance = defineEndpoint({
  name: 'getBalance',
  tag: 'Wallet',
  method: 'GET',
  path: '/clients/balance',
  caller: 'client',
  summary: 'Both wallets: `dep` holds deposits, `win` holds winnings.',
  answer: {
    status: 200,
    schema: v.object({
      data: v.array(
        v.object({ id: v.number(), attributes: v.object({ slug: v.picklist(['dep', 'win']), balance: francs }) }),
      ),
    }),
  },
  problems: ['unauthenticated'],
});

export const transactionKinds = [
  'deposit',
  'bet',
  'payout',
  'refund',
  'withdrawal',
  'withdrawal_returned',
  'adjustment',
] as const;
export type TransactionKind = (typeof transactionKinds)[number];

export const transaction = v.object({
  id: v.string(),
  at: instant,
  kind: v.picklist(transactionKinds),
  /** The wallet that changed. */
  wallet: v.picklist(['dep', 'win']),
  /** What came in, or with a minus sign what went out. */
  amount: signedFrancs,
  /** Both wallets after this line. */
  dep: francs,
  win: francs,
  /** The ticket or payment this line is about. */
  reference: v.string(),
});
export type Transaction = v.InferOutput<typeof transaction>;

export const listTransactions = defineEndpoint({
  name: 'listTransactions',
  tag: 'Wallet',
  method: 'GET',
  path: '/clients/transactions',
  caller: 'client',
  summary: 'The statement, newest first. With `Accept: text/csv` all lines in range as CSV, oldest first.',
  query: v.object({
    from: v.optional(instant),
    to: v.optional(instant),
    kind: v.optional(queryList(transactionKinds)),
    ...paging,
  }),
  answer: { status: 200, schema: page(transaction), mediaTypes: ['application/json', 'text/csv'] },
  problems: ['unauthenticated'],
});

export const walletEndpoints = [getBalance, listTransactions] as const;
