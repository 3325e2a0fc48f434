import * as v from 'valibot';
import * as words from '#contract/words/checks.ts';
import * as calls from './calls/play-limits.ts';
import { describeCalls } from './endpoint.ts';
import { currentPassword } from './forms/identity.ts';
import { francs, instant, one, signedFrancs } from './values.ts';

const describe = describeCalls('Play limits', calls);

export const limitKinds = ['deposit', 'stake'] as const;
export const limitPeriods = ['day', 'week', 'month'] as const;
export type BreakKind = (typeof calls.breakKinds)[number];

const playLimit = v.object({
  kind: v.picklist(limitKinds),
  period: v.picklist(limitPeriods),
  /** The most that may be added or staked in the period; null without a limit. */
  amount: v.nullable(francs),
  /** The most that we allow this account, which its own limit cannot exceed; null where we have set none. */
  operatorAmount: v.nullable(francs),
  /** When that ends by itself; null where it does not. */
  operatorUntil: v.nullable(instant),
  /** The amount that counts since the day, week or month began. */
  used: francs,
  /** The part of it that is in deposits without an answer: they may still be paid. */
  unanswered: francs,
  /** When the next day, week or month begins, in the operator’s time zone. */
  resetsAt: instant,
  /** A higher limit, or the removal of one, that was asked for and is not in force yet. */
  next: v.nullable(v.object({ amount: v.nullable(francs), at: instant })),
});
export type PlayLimit = v.InferOutput<typeof playLimit>;

export const playLimits = v.object({
  limits: v.array(playLimit),
  /** Until when play is paused; null while it is not. */
  pausedUntil: v.nullable(instant),
  /** Whether bets and deposits wait for a check of the client's identity. */
  identityNeeded: v.boolean(),
  /** Until when we have locked bets and deposits; null while they are not. */
  lockedUntil: v.nullable(instant),
});
export type PlayLimits = v.InferOutput<typeof playLimits>;

const limitAmount = v.pipe(
  francs,
  v.minValue(100, words.fromFrancs(100)),
  v.maxValue(1_000_000_000, words.upToFrancs(1_000_000_000)),
);

export const getPlayLimits = describe('getPlayLimits', {
  caller: 'client',
  summary: 'My limits on deposits and stakes, what I used of each, and until when play is paused.',
  answer: one(playLimits),
  problems: ['unauthenticated'],
});

export const setPlayLimits = describe('setPlayLimits', {
  caller: 'client',
  summary:
    'Set some of my limits. A lower one is in force at once; a higher one, or none (`null`), needs a fresh proof and is in force after 24 hours.',
  body: v.strictObject({
    limits: v.pipe(
      v.array(
        v.strictObject({
          kind: v.picklist(limitKinds, words.oneOf(limitKinds)),
          period: v.picklist(limitPeriods, words.oneOf(limitPeriods)),
          amount: v.nullable(limitAmount),
        }),
      ),
      v.minLength(1, words.oneLimit),
      v.maxLength(limitKinds.length * limitPeriods.length, words.limitsOnce),
    ),
  }),
  answer: one(playLimits),
  problems: ['unauthenticated', 'proof_needed'],
});

export const takeBreak = describe('takeBreak', {
  caller: 'client',
  summary:
    'Take a break from play, which nobody can end early: no bets and no deposits; withdrawals still work. It needs a confirmed phone and the password. An exclusion also ends all sessions, and holds for other accounts of the same person.',
  body: v.strictObject({
    kind: v.picklist(calls.breakKinds, words.oneOf(calls.breakKinds)),
    currentPassword: v.optional(currentPassword),
  }),
  answer: one(playLimits),
  problems: ['unauthenticated', 'phone_unconfirmed', 'proof_needed', 'wrong_password'],
});

const realityCheck = v.object({
  /** After so many minutes of play; null: never. */
  everyMinutes: v.nullable(v.number()),
  /** When this session began. */
  signedInAt: instant,
  /** The sums since the sign-in: stakes, winnings with refunds, and the second less the first. Null where no check is chosen. */
  sums: v.nullable(v.object({ staked: francs, returned: francs, net: signedFrancs })),
});
export type RealityCheck = v.InferOutput<typeof realityCheck>;

export const getRealityCheck = describe('getRealityCheck', {
  caller: 'client',
  summary: 'After how many minutes of play I want a reality check, and how I stand since this sign-in.',
  answer: one(realityCheck),
  problems: ['unauthenticated'],
});

export const setRealityCheck = describe('setRealityCheck', {
  caller: 'client',
  summary: 'Choose after how many minutes of play a reality check comes; `null`: never.',
  body: v.strictObject({
    everyMinutes: v.nullable(v.picklist(calls.realityCheckMinutes, words.oneOf(calls.realityCheckMinutes.map(String)))),
  }),
  answer: one(realityCheck),
  problems: ['unauthenticated'],
});

export const playLimitEndpoints = [getPlayLimits, setPlayLimits, getRealityCheck, setRealityCheck, takeBreak] as const;
