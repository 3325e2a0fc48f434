import * as v from 'valibot';
import * as calls from '#contract/calls/operator/overview.ts';
import { betNames } from '#domain/bet-types.ts';
import { drawStatuses } from '#domain/draw.ts';
import { instant, one, page, uuid } from '#contract/values.ts';
import { capMeasures, pausingCap } from './caps.ts';
import { pagingOrFile } from './csv.ts';
import { describeOperatorCalls } from './describe.ts';
import { acted } from './values.ts';

const describe = describeOperatorCalls('Overview', calls);

const francs = v.number();
const count = v.number();

export const alarmKinds = [
  'no_seal',
  'beacon_late',
  'round_false',
  'dues_unpaid',
  'draw_held',
  'paid_unjudged',
  'no_pass',
  'mismatch',
  'payment_unknown',
  'other_phone',
  'paid_elsewhere',
  'provider_failing',
  'float_low',
  'provider_paused',
  'provider_slow',
  'provider_silent',
  'float_unread',
  'route_alone',
  'statement_missing',
  'statement_differs',
  'withdrawal_held',
  'exposure_over_cap',
  'exposure_unknown',
  'emergency_link',
  'audit_wrong',
  'opinion_disagrees',
  'no_opinion',
  'session_ended',
  'payouts_outside',
  'exposure_wrong',
  'webhook_failing',
  'machine_key_new_address',
  'machine_key_wrong_address',
  'months_missing',
  'month_open',
  'month_changed',
  'month_unkept',
] as const;

const alarm = v.object({
  id: v.number(),
  kind: v.picklist(alarmKinds),
  /** `draw <id>`, `provider sandbox`, `network CI wave deposit at pawapay`, `float pawapay CI`, `account pawapay`, `statements pawapay`, `draws`, `payments`, `books`, `months`, `month 2026-10`, `audit`, `operator jo`, `login izi_opinion`. */
  subject: v.string(),
  /** The facts when it opened, by the kind: how many, since when. */
  detail: v.record(v.string(), v.nullable(v.union([v.string(), v.number()]))),
  openedAt: instant,
  /** An operator's name. */
  takenBy: v.nullable(v.string()),
  takenAt: v.nullable(instant),
  /** It closes by itself. */
  closedAt: v.nullable(instant),
});

/** The sales in the minute that begins at `at`. A minute without sales is left out. */
const minute = v.object({ at: instant, stakes: francs, tickets: count });

export const getOverview = describe('getOverview', {
  summary: 'What there is to see at once: sales, the next draw, stops, the last results, payments, books.',
  answer: one(
    v.object({
      computedAt: instant,
      sales: v.object({
        /** The figures end with the minute before this moment. */
        through: instant,
        fiveMinutes: francs,
        ticketsOfFiveMinutes: count,
        fiveMinutesLastWeek: francs,
        minutes: v.array(minute),
        /** The sales a week ago, moved by a week, and an hour more. */
        lastWeek: v.array(minute),
      }),
      nextDraw: v.nullable(
        v.object({
          id: uuid,
          drawsAt: instant,
          closesAt: instant,
          status: v.picklist(drawStatuses),
          stakes: francs,
          tickets: count,
          /**
           * The most it may have to pay, as it was computed last; null without access to exposure, and until it is
           * computed.
           */
          worst: v.nullable(v.object({ payout: francs, computedAt: instant })),
          /**
           * The cap that is nearest to being reached, null without one and without access to caps. `figure`: null until
           * it is computed.
           */
          cap: v.nullable(
            v.object({
              /** Null: all that is sold in the draw. */
              name: v.nullable(v.picklist(betNames)),
              measure: v.picklist(capMeasures),
              amount: francs,
              figure: v.nullable(francs),
            }),
          ),
        }),
      ),
      /** The stops of sales that apply now, at most eight. Stops of all draws come first. */
      stops: v.array(
        v.object({
          id: uuid,
          /** Null: all bet types. */
          name: v.nullable(v.picklist(betNames)),
          /** Null: all draws. */
          draw: v.nullable(v.object({ id: uuid, drawsAt: instant })),
          /** The sentence for players. */
          sentence: v.string(),
          stoppedAt: instant,
          /** Both are null without access to stops; nobody stopped what a cap paused. */
          stoppedBy: v.nullable(v.string()),
          reason: v.nullable(v.string()),
          /** Null without access to stops, and for a stop of an operator. */
          cap: v.nullable(pausingCap),
        }),
      ),
      /** The last five draws with a result, the newest first. */
      results: v.array(
        v.object({
          id: uuid,
          drawsAt: instant,
          result: v.array(v.string()),
          publishedAt: v.nullable(instant),
          /** Null until the dues are listed. */
          staked: v.nullable(francs),
          paid: v.nullable(francs),
        }),
      ),
      payments: v.array(
        v.object({
          /** A payment is in one of them: the need for an operator comes before its status. */
          queue: v.picklist(['waiting', 'unknown', 'mismatched', 'held']),
          count,
          amount: francs,
          oldestAt: v.nullable(instant),
        }),
      ),
      books: v.object({
        lastPassAt: v.nullable(instant),
        lastFullPassAt: v.nullable(instant),
        mismatches: count,
        withdrawalsStoppedAt: v.nullable(instant),
      }),
    }),
  ),
});

const business = v.object({
  /** The stakes of the settled draws. */
  stakes: francs,
  payouts: francs,
  /** The players who have bought a ticket. */
  players: count,
  newPlayers: count,
  /** Payments that were asked for in this time and succeeded. */
  deposits: francs,
  withdrawals: francs,
});

export const getBusiness = describe('getBusiness', {
  summary: 'The business of today so far, and until the same time of yesterday and of a week ago.',
  answer: one(
    v.object({
      computedAt: instant,
      today: business,
      yesterday: business,
      lastWeek: business,
      /** The expected return of fair draws with these stakes, and the band that payouts stay in; null until the first is known. */
      fair: v.nullable(v.object({ stakes: francs, expected: francs, low: francs, high: francs })),
    }),
  ),
});

/** The kinds of items in the inbox, in its order. */
export const inboxKinds = ['alarm', 'draw', 'payment', 'request', 'care', 'document'] as const;

export const countWaiting = describe('countWaiting', {
  summary: 'What every screen shows: how much waits for me of each kind, up to 1,000, and whether sales go on.',
  answer: one(
    v.object({
      /** 0 of what I may not see. */
      counts: v.object({ alarm: count, draw: count, payment: count, request: count, care: count, document: count }),
      sales: v.object({
        /** The draw that closes next; null without one on sale. */
        next: v.nullable(v.object({ id: uuid, drawsAt: instant, closesAt: instant })),
        /** Since when nothing at all is sold. */
        stoppedAt: v.nullable(instant),
        /** Whether a stop applies to the next draw. */
        isPartly: v.boolean(),
        /** How many draws have a late step, and the oldest of them. */
        late: count,
        lateAt: v.nullable(instant),
      }),
    }),
  ),
});

export const listInbox = describe('listInbox', {
  summary: 'What waits for me, the most urgent first; at most 100 of each kind.',
  answer: one(
    v.array(
      v.object({
        what: v.picklist(inboxKinds),
        id: v.string(),
        place: v.picklist(['now', 'today', 'later']),
        /** The kind of alarm, the late step, the queue of the payment, the kind of request, the sign, the type of document. */
        kind: v.string(),
        /** The subject of an alarm or a request. */
        subject: v.nullable(v.string()),
        /** The details that name the item in a line, by its kind. */
        detail: alarm.entries.detail,
        clientId: v.nullable(v.number()),
        /** As initials for those who see players masked; null without access to players. */
        player: v.nullable(v.string()),
        amount: v.nullable(francs),
        since: instant,
        /** By when it has to be answered. */
        until: v.nullable(instant),
        /** An operator's name; my own where only those who may approve can answer. */
        owner: v.nullable(v.string()),
      }),
    ),
  ),
});

export const listAlarms = describe('listAlarms', {
  summary: 'Alarms, the newest first.',
  query: v.object({
    ...pagingOrFile,
    state: v.optional(v.picklist(['open', 'closed'])),
    kind: v.optional(v.picklist(alarmKinds)),
  }),
  answer: page(alarm),
  csv: { name: 'alarms' },
});

export const takeItem = describe('takeItem', {
  summary:
    'Put my name on what waits for somebody, so that others know that somebody looks. It stays until it is done.',
  params: v.object({
    what: v.picklist(inboxKinds.filter((what) => what !== 'request')),
    id: v.pipe(v.string(), v.regex(/^[\da-f-]{1,36}$/, 'The id that the inbox names.')),
  }),
  answer: acted({}),
  problems: ['not_found', 'conflict'],
});
