import * as v from 'valibot';
import * as calls from './calls/wallet.ts';
import { defineEndpoint } from './endpoint.ts';
import { francs, instant, page, paging, queryList, signedFrancs } from './values.ts';

export const getBalance = defineEndpoint(calls.getBalance, {
  name: 'getBalance',
  tag: 'Wallet',
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
  /** What came in, or with a minus sign what went out. */
  amount: signedFrancs,
  /** Both wallets after this line. */
  dep: francs,
  win: francs,
  /** The ticket, payment, refund or adjustment this line is about. */
  reference: v.string(),
});
export type Transaction = v.InferOutput<typeof transaction>;
export type TransactionKind = Transaction['kind'];

export const listTransactions = defineEndpoint(calls.listTransactions, {
  name: 'listTransactions',
  tag: 'Wallet',
  caller: 'client',
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

export const walletEndpoints = [getBalance, listTransactions] as const;
