import * as v from 'valibot';
import * as calls from '#contract/calls/operator/payments.ts';
import { describeCalls } from '#contract/endpoint.ts';
import { paymentDirections, paymentStatuses } from '#contract/payments.ts';
import {
  francs,
  instant,
  line,
  one,
  page,
  paging,
  queryInteger,
  queryList,
  signedFrancs,
  uuid,
} from '#contract/values.ts';
import {
  acted,
  asked,
  asking,
  askingProblems,
  atMoment,
  because,
  clientId,
  moment,
  momentProblems,
  operatorName,
  reason,
  uuidId,
} from './values.ts';

const describe = describeCalls('Payments', calls);

const see = ['payments', 'risk', 'compliance', 'auditor'] as const;
const takeOut = ['compliance', 'auditor'] as const;
const approve = ['risk', 'compliance'] as const;
const acting = ['unauthenticated', 'not_allowed', 'not_found', 'conflict'] as const;

export const paymentViews = ['open', 'waiting', 'unknown', 'mismatched', 'held', 'all'] as const;
export const paymentMismatches = ['amount_mismatch', 'paid_after_return', 'refund_unclear', 'other_payment'] as const;
export const reviewReasons = ['amount', 'day', 'new_phone', 'first', 'little_played'] as const;

/** Why a withdrawal was held. */
const review = v.object({
  reasons: v.array(v.picklist(reviewReasons)),
  /** When the player was told that we will have decided. */
  until: instant,
  verdict: v.nullable(v.picklist(['released', 'refused'])),
});

const listed = {
  id: uuid,
  createdAt: instant,
  updatedAt: instant,
  direction: v.picklist(paymentDirections),
  status: v.picklist(paymentStatuses),
  amount: francs,
  /** What the provider took back of a credited deposit. */
  refunded: francs,
  country: v.string(),
  method: v.string(),
  provider: v.string(),
  clientId: v.number(),
  /** The phone of the account, masked: `+225 ·· ·· ·· 41`. Who the payment is about is sealed. */
  phone: v.nullable(v.string()),
  /** What only an operator can resolve. */
  mismatch: v.nullable(v.picklist(paymentMismatches)),
  /** When the provider is asked again; null: not by itself. */
  dueAt: v.nullable(instant),
  review: v.nullable(review),
};

const filters = {
  /**
   * `open` has what has not ended or does not agree. All but `all` come worst and oldest first, `all` comes newest first.
   */
  view: v.optional(v.picklist(paymentViews), 'open'),
  direction: v.optional(v.picklist(paymentDirections)),
  provider: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{1,32}$/, 'The id of a provider.'))),
  status: v.optional(queryList(paymentStatuses)),
  client: v.optional(queryInteger(1, 999_999_999_999_999)),
  from: v.optional(moment),
  to: v.optional(moment),
};

export const listOperatorPayments = describe('listOperatorPayments', {
  caller: 'operator',
  roles: see,
  summary: 'Payments: queues of what needs somebody, or all.',
  query: v.object({ ...paging, ...filters }),
  answer: page(v.object(listed)),
  problems: ['unauthenticated', 'not_allowed'],
});

const upToAThousand = v.number();

export const countOperatorPayments = describe('countOperatorPayments', {
  caller: 'operator',
  roles: see,
  summary: 'How many payments each queue has. 1,000 means that many or more.',
  answer: one(
    v.object({ waiting: upToAThousand, unknown: upToAThousand, mismatched: upToAThousand, held: upToAThousand }),
  ),
  problems: ['unauthenticated', 'not_allowed'],
});

export const exportOperatorPayments = describe('exportOperatorPayments', {
  caller: 'operator',
  roles: takeOut,
  summary: 'The same as a file, at most 1,000,000 lines. It is written down who took it.',
  query: v.object(filters),
  answer: v.string(),
  mediaTypes: ['text/csv'],
  problems: ['unauthenticated', 'not_allowed'],
});

/** A line of what happened to a payment: its own event, a notice of its provider, or an act of an operator. */
const storyLine = v.object({
  at: instant,
  source: v.picklist(['event', 'notice', 'act']),
  kind: v.string(),
  fromStatus: v.nullable(v.picklist(paymentStatuses)),
  toStatus: v.nullable(v.picklist(paymentStatuses)),
  detail: v.record(v.string(), v.unknown()),
  /** The operator or the provider; null for the system itself. */
  who: v.nullable(v.string()),
  /** Of an act: the line of the audit. */
  line: v.nullable(v.number()),
});

export const getOperatorPayment = describe('getOperatorPayment', {
  caller: 'operator',
  roles: see,
  summary:
    'One payment, with all that happened to it and what its provider said last; with `at` as it was then. The look is recorded.',
  params: uuidId,
  query: v.object(atMoment),
  answer: one(
    v.object({
      ...listed,
      fromWin: francs,
      fromDep: francs,
      providerRef: v.nullable(v.string()),
      /** Why it failed, in the provider's word. */
      failure: v.nullable(v.string()),
      /** When a withdrawal that was held went to its provider. */
      sentAt: v.nullable(instant),
      /** How often the provider was asked since the payment last moved. */
      asked: v.number(),
      /** What the provider said last, in words of ours. */
      answer: v.nullable(
        v.object({
          askedAt: instant,
          answeredAt: instant,
          said: v.string(),
          detail: v.record(v.string(), v.unknown()),
        }),
      ),
      review: v.nullable(
        v.object({
          ...review.entries,
          decidedBy: v.nullable(v.string()),
          decidedAt: v.nullable(instant),
          because: v.nullable(v.string()),
          /** What the player reads of a refused one. */
          told: v.nullable(v.string()),
          /** Releasing takes two: the player's withdrawals of 24 hours would be over 1,000,000 XOF. */
          takesTwo: v.boolean(),
          /** Null as it was at a moment. */
          withdrawnInADay: v.nullable(francs),
          /** The player's withdrawals wait, because how they sign in was changed. */
          payoutsWait: v.boolean(),
        }),
      ),
      /** What it can be decided to be by hand. */
      canBe: v.array(v.picklist(['paid', 'failed', 'succeeded', 'refunded'])),
      wallet: v.object({ dep: francs, win: francs, held: francs, owed: francs }),
      story: v.array(storyLine),
      postings: v.array(
        v.object({ id: v.number(), at: instant, kind: v.string(), from: v.string(), to: v.string(), amount: francs }),
      ),
    }),
  ),
  problems: ['unauthenticated', 'not_allowed', 'not_found', ...momentProblems],
});

export const askProvider = describe('askProvider', {
  caller: 'operator',
  roles: ['payments'],
  summary:
    'Ask the provider about a payment now. The worker does it within a second; the payment shows the answer. A paid one is final, and of a held one its provider has not heard (conflict).',
  params: uuidId,
  answer: acted({ outcome: v.literal('asked') }),
  problems: acting,
});

export const releaseWithdrawal = describe('releaseWithdrawal', {
  caller: 'operator',
  roles: ['payments'],
  summary:
    'Let a held withdrawal go: it is sent to its provider. Over 1,000,000 XOF of a player in 24 hours it takes two (conflict).',
  params: uuidId,
  body: because,
  answer: acted({ outcome: v.literal('released') }),
  problems: acting,
});

export const askToReleaseWithdrawal = describe('askToReleaseWithdrawal', {
  caller: 'operator',
  roles: ['payments'],
  approvers: approve,
  summary: 'Ask to let a held withdrawal go that takes two. Another operator has to approve it within 24 hours.',
  params: uuidId,
  body: v.strictObject(asking),
  answer: asked,
  problems: [...askingProblems, 'not_found'],
});

export const refuseWithdrawal = describe('refuseWithdrawal', {
  caller: 'operator',
  roles: ['payments'],
  summary: 'Refuse a held withdrawal: its money goes back to the wallet, and the player reads why.',
  params: uuidId,
  body: v.strictObject({
    reason,
    /** The player reads it. */
    told: line(3, 200),
  }),
  answer: acted({ outcome: v.literal('refused') }),
  problems: acting,
});

export const askToDecidePayment = describe('askToDecidePayment', {
  caller: 'operator',
  roles: ['payments'],
  approvers: approve,
  summary:
    'Ask to decide by hand what became of a payment, upon a line of the provider’s statement. Another operator has to approve it within 24 hours. The provider has to have been asked in the last 5 minutes, and is asked again before it is carried out.',
  params: uuidId,
  body: v.strictObject({
    ...asking,
    /** The status in which this operator sees the payment. */
    seen: v.picklist(paymentStatuses),
    status: v.picklist(['paid', 'failed', 'succeeded', 'refunded']),
    /** Of a deposit that was given back: how much, in all. */
    refunded: v.optional(francs),
    /** The line of the provider's statement, as it stands there. */
    evidence: line(5, 400),
  }),
  answer: asked,
  problems: [...askingProblems, 'not_found'],
});

const adjusted = v.picklist(['dep', 'win']);

export const askToAdjust = describe('askToAdjust', {
  caller: 'operator',
  roles: ['payments'],
  approvers: ['compliance'],
  summary:
    'Ask to correct a player’s wallet by hand. Another operator has to approve it within an hour. A case is named, or a payment of the player; the wallet does not go below zero.',
  params: clientId,
  body: v.strictObject({
    ...asking,
    wallet: adjusted,
    /** What is given; with a minus sign what is taken. */
    amount: v.pipe(
      signedFrancs,
      v.minValue(-100_000_000),
      v.maxValue(100_000_000),
      v.check((amount) => amount !== 0, 'Not nothing.'),
    ),
    /** The player reads it in the statement. */
    told: line(3, 200),
    payment: v.optional(uuid),
    case: v.optional(line(2, 60)),
  }),
  answer: asked,
  problems: [...askingProblems, 'not_found'],
});

export const listAdjustments = describe('listAdjustments', {
  caller: 'operator',
  roles: see,
  summary: 'Wallets that were corrected by hand, the newest first.',
  query: v.object({ ...paging, client: filters.client, from: filters.from, to: filters.to }),
  answer: page(
    v.object({
      reference: uuid,
      at: instant,
      clientId: v.number(),
      wallet: adjusted,
      amount: signedFrancs,
      author: v.string(),
      reason: v.string(),
      told: v.nullable(v.string()),
      request: v.nullable(uuid),
    }),
  ),
  problems: ['unauthenticated', 'not_allowed'],
});

export const noteOwnAccount = describe('noteOwnAccount', {
  caller: 'operator',
  roles: ['compliance'],
  summary: 'Note that an account is an operator’s own: no act of that operator touches its money from now on.',
  params: clientId,
  body: v.strictObject({ reason, operator: operatorName }),
  answer: acted({ outcome: v.literal('noted') }),
  problems: ['unauthenticated', 'not_allowed', 'not_found'],
});

export const operatorPaymentEndpoints = [
  listOperatorPayments,
  countOperatorPayments,
  exportOperatorPayments,
  getOperatorPayment,
  askProvider,
  releaseWithdrawal,
  askToReleaseWithdrawal,
  refuseWithdrawal,
  askToDecidePayment,
  listAdjustments,
  askToAdjust,
  noteOwnAccount,
] as const;
