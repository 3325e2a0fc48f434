import * as v from 'valibot';
import { defineEndpoint } from './endpoint.ts';
import { currentPassword } from './identity.ts';
import { francs, instant, one } from './values.ts';

export const limitKinds = ['deposit', 'stake'] as const;
export const limitPeriods = ['day', 'week', 'month'] as const;
/** How long a break lasts: 24 hours, 7 days, a month; an exclusion 6 months. */
export const breakKinds = ['day', 'week', 'month', 'exclusion'] as const;
export type BreakKind = (typeof breakKinds)[number];

export const playLimit = v.object({
  kind: v.picklist(limitKinds),
  period: v.picklist(limitPeriods),
  /** The most that may be added or staked in the period; null where there is no limit. */
  amount: v.nullable(francs),
  /** What counts since the day, week or month began. */
  used: francs,
  /** When the next day, week or month begins, in the operator’s time zone. */
  resetsAt: instant,
  /** A higher limit, or none, that was asked for and does not hold yet. */
  next: v.nullable(v.object({ amount: v.nullable(francs), at: instant })),
});
export type PlayLimit = v.InferOutput<typeof playLimit>;

const playLimits = v.object({
  limits: v.array(playLimit),
  /** Until when play is paused; null while it is not. */
  pausedUntil: v.nullable(instant),
});
export type PlayLimits = v.InferOutput<typeof playLimits>;

export const limitAmount = v.pipe(
  francs,
  v.minValue(100, 'From 100 XOF.'),
  v.maxValue(1_000_000_000, 'At most 1 000 000 000 XOF.'),
);

export const getPlayLimits = defineEndpoint({
  name: 'getPlayLimits',
  tag: 'Play limits',
  method: 'GET',
  path: '/clients/limits',
  caller: 'client',
  summary: 'My limits on deposits and stakes, what I used of each, and until when play is paused.',
  answer: { status: 200, schema: one(playLimits) },
  problems: ['unauthenticated'],
});

export const setPlayLimits = defineEndpoint({
  name: 'setPlayLimits',
  tag: 'Play limits',
  method: 'PUT',
  path: '/clients/limits',
  caller: 'client',
  summary: 'Set some of my limits. A lower one holds at once; a higher one, or none (`null`), after 24 hours.',
  body: v.strictObject({
    limits: v.pipe(
      v.array(
        v.strictObject({
          kind: v.picklist(limitKinds, `One of ${limitKinds.join(', ')}.`),
          period: v.picklist(limitPeriods, `One of ${limitPeriods.join(', ')}.`),
          amount: v.nullable(limitAmount),
        }),
      ),
      v.minLength(1, 'At least one limit.'),
      v.maxLength(limitKinds.length * limitPeriods.length, 'Each limit once.'),
    ),
  }),
  answer: { status: 200, schema: one(playLimits) },
  problems: ['unauthenticated'],
});

export const takeBreak = defineEndpoint({
  name: 'takeBreak',
  tag: 'Play limits',
  method: 'POST',
  path: '/clients/breaks',
  caller: 'client',
  summary:
    'Take a break from play, which nobody can end early: no bets and no deposits, withdrawals as ever. It wants a confirmed phone and the password. An exclusion also ends all sessions.',
  body: v.strictObject({
    kind: v.picklist(breakKinds, `One of ${breakKinds.join(', ')}.`),
    currentPassword: v.optional(currentPassword),
  }),
  answer: { status: 201, schema: one(playLimits) },
  problems: ['unauthenticated', 'phone_unconfirmed', 'proof_needed', 'wrong_password'],
});

export const playLimitEndpoints = [getPlayLimits, setPlayLimits, takeBreak] as const;
