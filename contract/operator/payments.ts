import * as v from 'valibot';
import * as calls from '#contract/calls/operator/payments.ts';
import { paymentDirections, paymentStatuses } from '#contract/payments.ts';
import { queryInteger, queryList } from '#contract/queries.ts';
import { francs, instant, line, one, page, signedFrancs, uuid } from '#contract/values.ts';
import { countries } from '#domain/countries.ts';
import { areApart, readRoutes, storedRoute } from '#domain/payment-routes.ts';
import { csvColumns, pagingOrFile } from './csv.ts';
import { describeOperatorCalls } from './describe.ts';
import {
  acted,
  amountRange,
  atMoment,
  because,
  clientId,
  moment,
  momentProblems,
  operatorName,
  providerAccount,
  reason,
  uuidId,
  wallets,
} from './values.ts';

const describe = describeOperatorCalls('Payments', calls);

export const paymentViews = ['open', 'waiting', 'unknown', 'mismatched', 'held', 'all'] as const;
export const paymentMismatches = ['amount_mismatch', 'paid_after_return', 'refund_unclear', 'other_payment'] as const;
export const reviewReasons = ['amount', 'day', 'new_phone', 'first', 'little_played'] as const;

/** Why a withdrawal was held. */
const review = v.object({
  reasons: v.array(v.picklist(reviewReasons)),
  /** The time by which the player was told to expect a decision. */
  until: instant,
  verdict: v.nullable(v.picklist(['released', 'refused'])),
});

/** The terms of a payment, without its player. */
export const paymentTerms = {
  id: uuid,
  createdAt: instant,
  updatedAt: instant,
  direction: v.picklist(paymentDirections),
  status: v.picklist(paymentStatuses),
  amount: francs,
  /** The amount that the provider took back of a credited deposit. */
  refunded: francs,
  country: v.string(),
  method: v.string(),
  provider: v.string(),
  /** Statuses that only an operator can resolve. */
  mismatch: v.nullable(v.picklist(paymentMismatches)),
};

const listed = {
  ...paymentTerms,
  clientId: v.number(),
  /** The phone of the account, masked: `+225 ·· ·· ·· 41`. The party of the payment is sealed. */
  phone: v.nullable(v.string()),
  /** As initials for those who see players masked, and for one payment alone. */
  name: v.nullable(v.string()),
  /** When the provider is asked again; null: not automatically. */
  dueAt: v.nullable(instant),
  review: v.nullable(review),
};

const filters = {
  /**
   * `open` has payments that have not ended or do not agree. All views except `all` have the worst and oldest first,
   * `all` has the newest first.
   */
  view: v.optional(v.picklist(paymentViews), 'open'),
  direction: v.optional(v.picklist(paymentDirections)),
  provider: v.optional(providerAccount),
  status: v.optional(queryList(paymentStatuses)),
  /** Such as `orange`, whatever its provider calls the method. */
  network: v.optional(v.pipe(v.string(), v.regex(/^[a-z_-]{1,32}$/, 'The name of a network.'))),
  /** A search for players: a name, a phone, a number such as #42, a reference, a payment; at most twenty of them are found. */
  player: v.optional(line(2, 100)),
  amount: v.optional(amountRange),
  from: v.optional(moment),
  to: v.optional(moment),
};
export type PaymentFilters = v.InferOutput<v.ObjectSchema<typeof filters, undefined>>;

export const listOperatorPayments = describe('listOperatorPayments', {
  summary: 'Payments: queues of what needs somebody, or all.',
  query: v.object({ ...pagingOrFile, ...filters }),
  answer: page(v.object(listed)),
  csv: {
    name: 'payments',
    columns: csvColumns(
      v.object(listed),
      'id created_at updated_at direction status amount refunded country method provider client name mismatch held_because',
      {
        client: ({ clientId: client }) => client,
        held_because: ({ review: held }) => held?.reasons.join(' ') ?? null,
      },
    ),
  },
});

export const sumOperatorPayments = describe('sumOperatorPayments', {
  summary:
    'What the payments of a list come to, with the same filters. Failed and expired ones are counted, and not added up.',
  query: v.object(filters),
  answer: one(
    v.object({
      count: v.number(),
      /** Whether there are more than were counted; the sums are null then. */
      hasMore: v.boolean(),
      in: v.nullable(francs),
      out: v.nullable(francs),
    }),
  ),
});

const figuresOfNetwork = v.object({
  /** The payments that have ended, and how many of them moved money. */
  deposits: v.number(),
  deposited: v.number(),
  withdrawals: v.number(),
  withdrawn: v.number(),
  /** Seconds from asking the provider to the end, within which half and 95 % of what succeeded was done; null where nothing was. */
  median: v.nullable(v.number()),
  most: v.nullable(v.number()),
});

/** How a provider carries payments: all with one method, in one country and one direction. */
const network = { country: v.string(), method: v.string(), direction: v.picklist(paymentDirections) };

/** The payments that moved money, and those that failed for a reason of the provider: an error of the payer is in neither. */
const figuresOfLine = v.object({ done: v.number(), failed: v.number() });

export const listNetworks = describe('listNetworks', {
  summary: 'How each network does with each provider: within 24 hours, within 28 days, and hour by hour.',
  answer: one(
    v.array(
      v.object({
        network: v.string(),
        provider: v.string(),
        waiting: v.number(),
        unknown: v.number(),
        day: figuresOfNetwork,
        month: figuresOfNetwork,
        /** The hours of the last 24 in which payments began. */
        hours: v.array(v.object({ at: instant, ended: v.number(), done: v.number(), in: francs, out: francs })),
        /** By country, method and direction, in the last 24 hours. */
        lines: v.array(
          v.object({
            ...network,
            /** They are of 15 minutes, an hour and a day. */
            quarter: figuresOfLine,
            hour: figuresOfLine,
            day: figuresOfLine,
            /** How long payments took, in seconds, measured as for a network. */
            median: v.nullable(v.number()),
            most: v.nullable(v.number()),
            /** The last notice about a payment of these. */
            noticedAt: v.nullable(instant),
            waiting: v.number(),
            unknown: v.number(),
          }),
        ),
      }),
    ),
  ),
});

const mostLines = 500;

/** The routes, a line a network: `CI wave deposit = pawapay, cinetpay_ci`. */
export const routeLines = v.pipe(
  v.array(v.pipe(v.string(), v.regex(storedRoute, 'Lines such as “CI wave deposit = pawapay, cinetpay_ci”.'))),
  v.maxLength(mostLines, `At most ${mostLines} lines.`),
  v.check((lines) => {
    const routes = lines.map(readRoutes);
    return !routes.includes(null) && areApart(routes.flatMap((route) => route ?? []));
  }, 'One line for each network, and in it each account once.'),
);

export const getPaymentRoutes = describe('getPaymentRoutes', {
  summary: 'Which accounts carry payments: the routes, what the accounts offer and hold, and what is stopped.',
  answer: one(
    v.object({
      /** The version in force; null before the first. */
      number: v.nullable(v.number()),
      /** None: each account carries all that it offers. */
      lines: v.array(v.string()),
      /** Versions that have not begun. */
      next: v.array(v.object({ number: v.number(), lines: v.array(v.string()), beginsAt: instant })),
      /** `seenAt`: when the account offered it last. It is asked each minute. */
      offers: v.array(v.object({ account: v.string(), ...network, label: v.string(), seenAt: instant })),
      /** The balances of the wallets that withdrawals are paid from. Method null: one wallet for the country. */
      floats: v.array(
        v.object({
          account: v.string(),
          country: v.string(),
          method: v.nullable(v.string()),
          amount: francs,
          /** There is an alarm below it; null: none. */
          least: v.nullable(francs),
          /** If as much is paid out as seven days ago; null: longer than seven days. */
          lastsUntil: v.nullable(instant),
          readAt: instant,
        }),
      ),
      /** The balance of each account: by our books, as far as they are summed, and by the provider's own figure, of all its wallets. */
      held: v.array(
        v.object({
          account: v.string(),
          byBooks: v.nullable(signedFrancs),
          byProvider: v.nullable(francs),
        }),
      ),
      /** Networks at accounts that pause by themselves, because they failed. */
      pauses: v.array(
        v.object({
          account: v.string(),
          ...network,
          /** Calls in a row that were refused or not answered, or too few payments that succeeded. */
          because: v.picklist(['in_a_row', 'rate']),
          pausedAt: instant,
          until: instant,
          /** Its time is over: one payment at a time tries it. */
          isTried: v.boolean(),
        }),
      ),
      /** The alarms about accounts of the last seven days, the newest first; at most 50. */
      incidents: v.array(
        v.object({
          id: v.number(),
          /** A kind of alarm. */
          kind: v.string(),
          subject: v.string(),
          /** The payments that failed, waited or were slow when it began; null where it is not about a number of them. */
          payments: v.nullable(v.number()),
          openedAt: instant,
          closedAt: v.nullable(instant),
        }),
      ),
      /** The last transfers between the bank and the accounts that two have recorded, the newest first. */
      topUps: v.array(
        v.object({
          request: uuid,
          account: v.string(),
          /** Negative: back to the bank. */
          amount: signedFrancs,
          transfer: v.string(),
          transferredAt: instant,
          recordedAt: instant,
          reason: v.nullable(v.string()),
          by: v.string(),
        }),
      ),
      stops: v.array(
        v.object({
          id: uuid,
          /** Null: every account. */
          account: v.nullable(v.string()),
          /** Null, as the method and the direction: every network of the account. */
          country: v.nullable(v.string()),
          method: v.nullable(v.string()),
          direction: v.nullable(v.picklist(paymentDirections)),
          toldEn: v.string(),
          toldFr: v.string(),
          reason: v.string(),
          stoppedBy: v.string(),
          /** Whether I have stopped it, so that others have to start it again. */
          own: v.boolean(),
          stoppedAt: instant,
          /** A request to end it that waits. */
          asked: v.nullable(uuid),
        }),
      ),
    }),
  ),
});

const stoppedNetwork = v.strictObject({
  country: v.picklist(countries),
  method: v.pipe(v.string(), v.regex(/^[a-z0-9_-]{2,32}$/, 'The name of a method.')),
  direction: v.picklist(paymentDirections),
});

export const stopPayments = describe('stopPayments', {
  summary:
    'Stop new payments at once: of an account, of a network, or of a network at an account. Those under way end as they would have. Players read the sentence of their language where no account is left. Conflict where just that is stopped already.',
  body: v.pipe(
    v.strictObject({
      account: v.optional(v.nullable(providerAccount), null),
      network: v.optional(v.nullable(stoppedNetwork), null),
      toldEn: line(3, 200),
      toldFr: line(3, 200),
      reason,
    }),
    v.check(({ account, network: of }) => account !== null || of !== null, 'An account, a network, or both.'),
  ),
  answer: acted({ id: uuid }),
  problems: ['conflict'],
});

const upToAThousand = v.number();

export const countOperatorPayments = describe('countOperatorPayments', {
  summary: 'How many payments each queue has. 1,000 means that many or more.',
  answer: one(
    v.object({ waiting: upToAThousand, unknown: upToAThousand, mismatched: upToAThousand, held: upToAThousand }),
  ),
});

/** An event of a payment: its own, a notice of its provider, or an act of an operator. */
const storyLine = v.object({
  at: instant,
  source: v.picklist(['event', 'notice', 'act']),
  kind: v.string(),
  fromStatus: v.nullable(v.picklist(paymentStatuses)),
  toStatus: v.nullable(v.picklist(paymentStatuses)),
  detail: v.record(v.string(), v.unknown()),
  /** The operator or the provider; null for the system itself. */
  who: v.nullable(v.string()),
  /** The number of the audit line, for an act. */
  line: v.nullable(v.number()),
});

export const getOperatorPayment = describe('getOperatorPayment', {
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
      /** The provider's last answer, in our words. */
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
          /** The sentence that the player reads about a refusal. */
          told: v.nullable(v.string()),
          /** Releasing takes two: the player's withdrawals of 24 hours would be over 1,000,000 XOF. */
          takesTwo: v.boolean(),
          /** Null as it was at a moment. */
          withdrawnInADay: v.nullable(francs),
          /** The player's withdrawals wait, because their ways to sign in were changed. */
          payoutsWait: v.boolean(),
        }),
      ),
      /** The statuses that can be decided by hand. */
      canBe: v.array(v.picklist(['paid', 'failed', 'succeeded', 'refunded', 'reversed'])),
      wallet: wallets,
      story: v.array(storyLine),
      postings: v.array(
        v.object({ id: v.number(), at: instant, kind: v.string(), from: v.string(), to: v.string(), amount: francs }),
      ),
    }),
  ),
  problems: ['not_found', ...momentProblems],
});

export const askProvider = describe('askProvider', {
  summary:
    'Ask the provider about a payment now. The worker does it within a second; the payment shows the answer. A paid one is final, and of a held one its provider has not heard (conflict).',
  params: uuidId,
  answer: acted({ outcome: v.literal('asked') }),
  problems: ['not_found', 'conflict'],
});

export const releaseWithdrawal = describe('releaseWithdrawal', {
  summary:
    'Let a held withdrawal go: it is sent to its provider. Over 1,000,000 XOF of a player in 24 hours it takes two (conflict).',
  params: uuidId,
  body: because,
  answer: acted({ outcome: v.literal('released') }),
  problems: ['not_found', 'conflict'],
});

export const refuseWithdrawal = describe('refuseWithdrawal', {
  summary: 'Refuse a held withdrawal: its money goes back to the wallet, and the player reads why.',
  params: uuidId,
  body: v.strictObject({
    reason,
    /** The player reads it. */
    told: line(3, 200),
  }),
  answer: acted({ outcome: v.literal('refused') }),
  problems: ['not_found', 'conflict'],
});

const adjusted = v.picklist(['dep', 'win']);

export const listAdjustments = describe('listAdjustments', {
  summary: 'Wallets that were corrected by hand, the newest first.',
  query: v.object({
    ...pagingOrFile,
    client: v.optional(queryInteger(1, 999_999_999_999_999)),
    from: filters.from,
    to: filters.to,
  }),
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
  csv: { name: 'adjustments' },
});

export const noteOwnAccount = describe('noteOwnAccount', {
  summary: 'Note that an account is an operator’s own: no act of that operator touches its money from now on.',
  params: clientId,
  body: v.strictObject({ reason, operator: operatorName }),
  answer: acted({ outcome: v.literal('noted') }),
  problems: ['not_found'],
});
