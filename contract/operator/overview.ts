import * as v from 'valibot';
import * as calls from '#contract/calls/operator/overview.ts';
import { betNames } from '#domain/bet-types.ts';
import { drawStatuses } from '#domain/draw.ts';
import { describeCalls } from '#contract/endpoint.ts';
import { instant, one, page, paging, uuid } from '#contract/values.ts';
import { operatorRoles } from './roles.ts';
import { acted } from './values.ts';

const describe = describeCalls('Overview', calls);

const francs = v.number();
const count = v.number();

export const alarmKinds = [
  'no_seal',
  'beacon_late',
  'dues_unpaid',
  'no_pass',
  'mismatch',
  'payment_unknown',
  'withdrawal_held',
  'exposure_over_cap',
  'exposure_unknown',
  'emergency_link',
  'audit_wrong',
  'opinion_disagrees',
  'no_opinion',
  'payouts_outside',
  'exposure_wrong',
] as const;

const alarm = v.object({
  id: v.number(),
  kind: v.picklist(alarmKinds),
  /** `draw <id>`, `provider sandbox`, `draws`, `payments`, `books`, `audit`, `operator jo`. */
  subject: v.string(),
  /** What was known when it opened, by the kind: how many, since when. */
  detail: v.record(v.string(), v.nullable(v.union([v.string(), v.number()]))),
  openedAt: instant,
  /** An operator's name. */
  takenBy: v.nullable(v.string()),
  takenAt: v.nullable(instant),
  /** It closes by itself. */
  closedAt: v.nullable(instant),
});

/** What was sold in the minute that begins at `at`. A minute without sales is left out. */
const minute = v.object({ at: instant, stakes: francs, tickets: count });

export const getOverview = describe('getOverview', {
  caller: 'operator',
  roles: ['support', 'payments', 'draws', 'risk', 'compliance', 'auditor'],
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
        /** A week ago, moved by a week, and an hour more. */
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
          /** The most it may have to pay, as it was computed last; null for who sees no exposure, and until it is computed. */
          worst: v.nullable(v.object({ payout: francs, computedAt: instant })),
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
          /** A payment is in one of them: what only an operator can resolve comes before its status. */
          queue: v.picklist(['waiting', 'unknown', 'mismatched', 'held']),
          count,
          amount: francs,
          oldestAt: v.nullable(instant),
        }),
      ),
      /** That I may approve, the one that ends first at the beginning; at most six. */
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
  caller: 'operator',
  roles: operatorRoles,
  summary: 'What waits for somebody: counts for the rail of the console, each up to 1,000.',
  answer: one(
    v.object({
      /** That are open. */
      alarms: count,
      /** That I may approve. */
      requests: count,
      /** Held, unknown or mismatched; null for who sees no payments. */
      payments: v.nullable(count),
      /** Of identity; null for who sees none. */
      documents: v.nullable(count),
    }),
  ),
  problems: ['unauthenticated', 'not_allowed'],
});

export const listAlarms = describe('listAlarms', {
  caller: 'operator',
  roles: operatorRoles,
  summary: 'Alarms, the newest first.',
  query: v.object({
    ...paging,
    state: v.optional(v.picklist(['open', 'closed'])),
    kind: v.optional(v.picklist(alarmKinds)),
  }),
  answer: page(alarm),
  problems: ['unauthenticated', 'not_allowed'],
});

export const takeAlarm = describe('takeAlarm', {
  caller: 'operator',
  roles: ['support', 'payments', 'draws', 'risk', 'compliance', 'admin'],
  summary: 'Put my name on an open alarm, so that others know that somebody looks. It stays open until it is over.',
  params: v.object({ id: v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'The number of an alarm.'), v.transform(Number)) }),
  answer: acted({}),
  problems: ['unauthenticated', 'not_allowed', 'not_found', 'conflict'],
});

export const overviewEndpoints = [getOverview, countWaiting, listAlarms, takeAlarm] as const;
