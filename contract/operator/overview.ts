import * as v from 'valibot';
import * as calls from '#contract/calls/operator/overview.ts';
import { betNames } from '#domain/bet-types.ts';
import { drawStatuses } from '#domain/draw.ts';
import { instant, one, page, uuid } from '#contract/values.ts';
import { capMeasures } from './caps.ts';
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
] as const;

const alarm = v.object({
  id: v.number(),
  kind: v.picklist(alarmKinds),
  /** `draw <id>`, `provider sandbox`, `draws`, `payments`, `books`, `audit`, `operator jo`, `login izi_opinion`. */
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
  summary:
    'What there is to see at once: sales, the next draw, what needs somebody, payments, requests for me, books, alarms.',
  answer: one(
    v.object({
      computedAt: instant,
      sales: v.object({
        /** The figures end with the minute before this moment. */
        through: instant,
        fiveMinutes: francs,
        ticketsOfFiveMinutes: count,
        fiveMinutesLastWeek: francs,
        /** Since midnight in the operator's zone. */
        today: francs,
        /** Until the same time of the day, a week ago. */
        todayLastWeek: francs,
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
          byType: v.array(v.object({ name: v.picklist(betNames), stakes: francs, tickets: count })),
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
          /** What players read. */
          sentence: v.string(),
          stoppedAt: instant,
          /** Both are null without access to stops; nobody stopped what a cap paused. */
          stoppedBy: v.nullable(v.string()),
          reason: v.nullable(v.string()),
        }),
      ),
      /** Draws with a step that is late, the oldest first; at most eight. */
      draws: v.array(
        v.object({
          id: uuid,
          drawsAt: instant,
          status: v.picklist(drawStatuses),
          step: v.string(),
          /** In seconds. */
          lateBy: v.number(),
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
      /** Requests that I may approve, the one that ends first at the beginning; at most six. */
      requests: v.array(
        v.object({
          id: uuid,
          number: v.number(),
          kind: v.string(),
          subject: v.string(),
          askedBy: v.string(),
          expiresAt: instant,
        }),
      ),
      books: v.object({
        lastPassAt: v.nullable(instant),
        lastFullPassAt: v.nullable(instant),
        mismatches: count,
        withdrawalsStoppedAt: v.nullable(instant),
      }),
      /** The open ones, and the last three that closed. */
      alarms: v.array(alarm),
    }),
  ),
  problems: ['unauthenticated', 'not_allowed'],
});

export const countWaiting = describe('countWaiting', {
  summary: 'What waits for somebody: counts for the rail of the console, each up to 1,000.',
  answer: one(
    v.object({
      /** The number of open alarms. */
      alarms: count,
      /** The number of requests that I may approve. */
      requests: count,
      /** Held, unknown or mismatched; null without access to payments. */
      payments: v.nullable(count),
      /** Waiting identity documents; null without access to them. */
      documents: v.nullable(count),
    }),
  ),
  problems: ['unauthenticated', 'not_allowed'],
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
  problems: ['unauthenticated', 'not_allowed'],
});

export const takeAlarm = describe('takeAlarm', {
  summary: 'Put my name on an open alarm, so that others know that somebody looks. It stays open until it is over.',
  params: v.object({ id: v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'The number of an alarm.'), v.transform(Number)) }),
  answer: acted({}),
  problems: ['unauthenticated', 'not_allowed', 'not_found', 'conflict'],
});

export const overviewEndpoints = [getOverview, countWaiting, listAlarms, takeAlarm] as const;
