import * as v from 'valibot';
import * as calls from './calls/explanation.ts';
import { describeCalls } from './endpoint.ts';
import { paging } from './queries.ts';
import { betName, francs, instant, numbers, uuid } from './values.ts';

const describe = describeCalls('Wallet', calls);

/** The kinds of credits of a wallet. */
const creditKinds = ['deposit', 'payout', 'refund', 'withdrawal_returned', 'adjustment'] as const;

/** A credit of a wallet of which something is left. */
export const explainedPart = {
  /** The posting that put it in. */
  id: v.string(),
  at: instant,
  kind: v.picklist(creditKinds),
  /** The whole credit. */
  credited: francs,
  /** The part of the credit that is in the balance: less than all of it only in the oldest part. */
  left: francs,
  /** The ticket, the payment or the adjustment. */
  reference: uuid,
  /** Set for a deposit, and for a withdrawal that came back. */
  payment: v.nullable(v.object({ provider: v.string(), method: v.string(), startedAt: instant })),
  /** Set for winnings, and for a stake that came back. */
  ticket: v.nullable(
    v.object({
      serial: v.string(),
      name: betName,
      selectedNumbers: numbers,
      betAmount: francs,
      drawId: uuid,
      fullDate: instant,
    }),
  ),
  /** The operator's sentence about what an adjustment is for; set for adjustments. */
  note: v.nullable(v.string()),
};

/** Which wallet. */
export const walletQuery = { wallet: v.picklist(calls.wallets, `One of ${calls.wallets.join(', ')}.`) };

export const explanationMeta = v.object({
  next: v.nullable(v.string()),
  /** The balance of the wallet. All parts of all pages add up to it. */
  balance: francs,
  /** The amount that no credit explains, on the last page; anything but 0 would be a fault in the books. */
  unexplained: francs,
});

export const explainBalance = describe('explainBalance', {
  caller: 'client',
  compressed: true,
  summary:
    'Where each franc of a wallet came from, the newest first. What leaves a wallet uses up the oldest of what came in. A page may be empty and still have a next one.',
  query: v.object({ ...walletQuery, ...paging }),
  answer: v.object({ data: v.array(v.object(explainedPart)), meta: explanationMeta }),
  problems: ['unauthenticated'],
});

export const explanationEndpoints = [explainBalance] as const;
