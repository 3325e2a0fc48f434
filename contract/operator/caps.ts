import * as v from 'valibot';
import * as calls from '#contract/calls/operator/caps.ts';
import { betName, francs, instant, one, uuid } from '#contract/values.ts';
import { describeOperatorCalls } from './describe.ts';
import { acted, reason } from './values.ts';

const describe = describeOperatorCalls('Caps', calls);

/** `worst`: of the worst result. `p9999`: of the payout that 99.99 % of all results do not exceed. */
export const capMeasures = ['worst', 'p9999'] as const;

/** Large enough for every useful cap: more cannot be at stake in a draw, see domain/exposure. */
const mostFrancs = 1_000_000_000_000;
export const capAmount = v.pipe(
  v.number('An amount in whole francs.'),
  v.safeInteger('An amount in whole francs.'),
  v.minValue(1, 'An amount in whole francs.'),
  v.maxValue(mostFrancs, 'At most a million millions.'),
);

/** The scope of a cap. */
const scope = {
  /** Left out: each draw that has no cap of its own. */
  draw: v.optional(v.nullable(uuid)),
  /** Left out: all that is sold in the draw. */
  name: v.optional(v.nullable(betName)),
  measure: v.picklist(capMeasures, `One of ${capMeasures.join(', ')}.`),
};

const of = {
  /** Null: all that is sold in the draw. */
  name: v.nullable(betName),
  measure: v.picklist(capMeasures),
};

/** The cap that paused sales, and the exposure that had come near it. */
export const pausingCap = v.object({ ...of, amount: francs, figure: v.nullable(francs) });

const draw = v.object({ id: uuid, drawsAt: instant });
const decided = {
  setAt: instant,
  /** The operator who lowered it, or asked to raise it. */
  setBy: v.string(),
  reason: v.string(),
  /** The request of two operators; null for a cap that one operator lowered. */
  request: v.nullable(uuid),
};

export const readCaps = describe('readCaps', {
  summary:
    'The caps that count for a draw, and how near it is to them; without `draw`, for each draw that has none of its own. With the last twenty decisions and pauses.',
  query: v.object({ draw: v.optional(uuid) }),
  answer: one(
    v.object({
      now: instant,
      caps: v.array(
        v.object({
          ...of,
          amount: francs,
          /** Whether it caps this draw alone. */
          ofDraw: v.boolean(),
          ...decided,
          /** Whether I have lowered it, so that others have to raise it. */
          own: v.boolean(),
          /** The exposure found at `computedAt`; null without a draw, and before its first look. */
          figure: v.nullable(francs),
          /** A request to raise it that waits. */
          asked: v.nullable(uuid),
        }),
      ),
      /** The moment that the figures are of. */
      computedAt: v.nullable(instant),
      /** The newest first; for a draw, the caps that apply or applied to it. */
      decisions: v.array(
        v.object({
          id: v.number(),
          draw: v.nullable(draw),
          ...of,
          /** Null: there was, or is, no cap. */
          before: v.nullable(francs),
          amount: v.nullable(francs),
          ...decided,
        }),
      ),
      /** The pauses by caps, the newest first. */
      pauses: v.array(
        v.object({
          id: uuid,
          draw,
          /** Null: all bet types. */
          name: v.nullable(betName),
          /** The reason as the audit has it, in English. */
          reason: v.string(),
          cap: pausingCap,
          stoppedAt: instant,
          endedAt: v.nullable(instant),
          /** The request that raised the cap; null for a pause that has not ended, or ended with its draw. */
          request: v.nullable(uuid),
        }),
      ),
    }),
  ),
});

export const lowerCap = describe('lowerCap', {
  summary:
    'Lower a cap at once, or set a first one. At 90 % of it the bet type that causes it is paused in that draw, for all players alike.',
  body: v.strictObject({ ...scope, amount: capAmount, reason }),
  answer: acted({ amount: francs }),
  problems: ['conflict'],
});
