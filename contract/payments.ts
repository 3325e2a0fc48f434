import * as v from 'valibot';
import * as words from '#contract/words/checks.ts';
import * as calls from './calls/payments.ts';
import { describeCalls } from './endpoint.ts';
import { customerDetails } from './forms/payments.ts';
import { paging } from './queries.ts';
import { francs, instant, one, page, uuid } from './values.ts';

const describe = describeCalls('Payments', calls);

export const paymentStatuses = [
  'review',
  'created',
  'pending',
  'processing',
  'unknown',
  'succeeded',
  'paid',
  'failed',
  'expired',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
export const paymentDirections = ['deposit', 'withdrawal'] as const;
const wallets = ['win', 'dep'] as const;
/** An account of the site at a payment provider, such as `cinetpay_sn`. */
export const accountId = /^[a-z][a-z0-9_]{0,31}$/;

export const payment = v.object({
  id: uuid,
  direction: v.picklist(paymentDirections),
  amount: francs,
  /**
   * A deposit goes created → pending → succeeded, failed or expired. A withdrawal goes created → processing or unknown →
   * paid or failed; its money is held until the answer is known. A withdrawal that somebody looks at first begins as review;
   * from there it goes to created, or to failed with its money back.
   */
  status: v.picklist(paymentStatuses),
  /** When a withdrawal under review will be decided; null for other payments. */
  reviewUntil: v.nullable(instant),
  /** Why a withdrawal was refused after a review, in a sentence; null for other payments. */
  refusedBecause: v.nullable(v.string()),
  /** The amount that the provider took back from a credited deposit, or the whole of a paid withdrawal that it returned. */
  refunded: francs,
  method: v.string(),
  country: v.string(),
  phone: v.string(),
  createdAt: instant,
  updatedAt: instant,
  /** Where a pending deposit is approved. It must be opened in a browser: in a web view, the page cannot open the payer’s app. */
  redirectUrl: v.nullable(v.string()),
});
export type Payment = v.InferOutput<typeof payment>;

const idempotencyKey = v.object({
  'idempotency-key': v.pipe(v.string(words.keyRequired), v.regex(/^[\x21-\x7e]{8,200}$/, words.keyCharacters)),
});
const body = v.strictObject({ customerDetails });

export const deposit = describe('deposit', {
  caller: 'client',
  summary: 'Start a deposit. The money is credited when the provider confirms it.',
  headers: idempotencyKey,
  body,
  answer: one(payment),
  problems: [
    'unauthenticated',
    'phone_unconfirmed',
    'amount_out_of_range',
    'method_unavailable',
    'limit_reached',
    'account_closed',
    'excluded',
    'account_locked',
    'identity_needed',
    'too_many_payments',
    'payment_rejected',
    'idempotency_mismatch',
  ],
});

export const withdraw = describe('withdraw', {
  caller: 'client',
  summary:
    'Withdraw winnings to the confirmed phone, and while play is stopped deposits as well. The money is held at once. More than a certain amount in 24 hours needs a strong proof.',
  headers: idempotencyKey,
  body,
  answer: one(payment),
  problems: [
    'unauthenticated',
    'phone_unconfirmed',
    'amount_out_of_range',
    'method_unavailable',
    'insufficient_funds',
    'identity_needed',
    'limit_reached',
    'money_owed',
    'cooling_off',
    'proof_needed',
    'too_many_payments',
    'idempotency_mismatch',
    'withdrawals_stopped',
  ],
});

export const getPayment = describe('getPayment', {
  caller: 'client',
  summary: 'One of my payments.',
  params: v.object({ id: uuid }),
  answer: one(payment),
  problems: ['unauthenticated', 'not_found'],
});

export const listPayments = describe('listPayments', {
  caller: 'client',
  compressed: true,
  summary: 'My payments, newest first.',
  query: v.object({ ...paging }),
  answer: page(payment),
  problems: ['unauthenticated'],
});

const payoutsWait = v.object({
  /** The act in the account; `undone`: its owner undid a change. */
  reason: v.picklist([
    'password_reset',
    'factor_removed',
    'factor_changed',
    'phone_changed',
    'name_changed',
    'undone',
    'locked',
  ]),
  /** Null where they wait until somebody has looked. */
  until: v.nullable(instant),
});
export type PayoutsWait = v.InferOutput<typeof payoutsWait>;

export const getPayouts = describe('getPayouts', {
  caller: 'client',
  summary: 'Whether my withdrawals wait, because how I sign in was changed.',
  answer: one(v.object({ waits: v.nullable(payoutsWait) })),
  problems: ['unauthenticated'],
});

export const listPaymentMethods = describe('listPaymentMethods', {
  caller: 'anyone',
  shared: true,
  summary: 'The ways to add funds and to withdraw, by country, with their limits.',
  answer: v.object({
    data: v.array(
      v.object({
        direction: v.picklist(paymentDirections),
        country: v.string(),
        method: v.string(),
        label: v.string(),
        min: francs,
        max: francs,
        step: francs,
        /** Why nobody pays with it now, in a sentence; null where it can be used. */
        stopped: v.nullable(v.string()),
      }),
    ),
    meta: v.object({
      /** The wallets that withdrawals come from; while a break runs, both. */
      withdrawable: v.array(v.picklist(wallets)),
    }),
  }),
  problems: [],
});

export const receiveWebhook = describe('receiveWebhook', {
  caller: 'anyone',
  summary:
    'A provider’s notice (webhook): raw body, signature checked. It is only a hint; the provider’s status call decides.',
  params: v.object({ provider: v.pipe(v.string(), v.regex(accountId)) }),
  answer: v.object({}),
  problems: ['not_found', 'unauthenticated'],
});

export const paymentEndpoints = [
  deposit,
  withdraw,
  getPayment,
  listPayments,
  getPayouts,
  listPaymentMethods,
  receiveWebhook,
] as const;
