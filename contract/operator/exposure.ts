import * as v from 'valibot';
import * as calls from '#contract/calls/operator/exposure.ts';
import { betNames } from '#domain/bet-types.ts';
import { drawStatuses } from '#domain/draw.ts';
import { francs, hex, instant, numbers, one, uuid } from '#contract/values.ts';
import { describeOperatorCalls } from './describe.ts';
import { day, uuidId } from './values.ts';

const describe = describeOperatorCalls('Exposure', calls);

const count = v.number();

const exposure = {
  stakes: francs,
  tickets: count,
  /** Σ stakes × return to player, exactly: `num` / `den` francs. */
  mean: v.object({ num: v.number(), den: v.number() }),
  worst: v.object({
    payout: francs,
    /** The first ten results with this payout. */
    results: v.array(numbers),
    /** The number of results with this payout. */
    count,
  }),
  /** The smallest payout that is not exceeded in at least this share of all results. */
  quantiles: v.object({ '0.5': francs, '0.99': francs, '0.999': francs, '0.9999': francs }),
  /** The share of all results that pay more than was staked. */
  lossProbability: v.number(),
  /** With `histogram=true`. */
  histogram: v.optional(
    v.object({
      /** How many of the 362,880 results pay nothing. */
      nothing: count,
      /** Ten bars for each power of ten, without empty ones: how many pay `from` or more, and less than `to`. None is on both sides of the stakes. */
      bars: v.array(v.object({ from: francs, to: francs, results: count })),
    }),
  ),
};

const typeExposure = v.object({ ...exposure, without: v.object(exposure) });

export const getExposure = describe('getExposure', {
  summary:
    'What a draw may have to pay, over all 362,880 results, each as likely as any other; of each bet type alone, and without it. Exact to the franc. Of a draw on sale some seconds old (`computedAt`); of one whose sales are over, what it was at the seal. The worker computes it: who asks first waits for that.',
  params: uuidId,
  query: v.object({
    histogram: v.optional(
      v.pipe(
        v.picklist(['true', 'false']),
        v.transform((text) => text === 'true'),
      ),
      'false',
    ),
  }),
  answer: one(
    v.object({
      ...exposure,
      byType: v.object(
        Object.fromEntries(betNames.map((name) => [name, typeExposure])) as Record<
          (typeof betNames)[number],
          typeof typeExposure
        >,
      ),
      /** The moment that the tickets were read at. */
      computedAt: instant,
      /** How long reading and computing took. */
      ms: v.number(),
      status: v.picklist(drawStatuses),
      drawsAt: instant,
      closesAt: instant,
      /** The exposure that was stored for a sealed draw before its result was known; null before the seal, and for old draws. */
      kept: v.nullable(
        v.object({
          /** SHA-256 of what every result pays. */
          digest: hex,
          keptAt: instant,
          /** Once its dues are listed. */
          paid: v.nullable(francs),
          /** How many of the 362,880 results pay less than the actual payout, and how many pay the same. */
          below: v.nullable(count),
          equal: v.nullable(count),
          /**
           * From 0 to 1; its place among results that pay the same is chosen by chance. Null where every result pays
           * the same.
           */
          place: v.nullable(v.number()),
          /** Whether the tickets are those of the seal, and the payout is that of the result. */
          agrees: v.boolean(),
        }),
      ),
    }),
  ),
  problems: ['not_found', 'conflict', 'unavailable'],
});

export const listExposures = describe('listExposures', {
  summary: 'The next twelve draws on sale, the next one to close first, with their worst cases, and the reserve.',
  answer: one(
    v.object({
      draws: v.array(
        v.object({
          id: uuid,
          drawsAt: instant,
          closesAt: instant,
          /** These are null until the worker has computed them for the first time. */
          computedAt: v.nullable(instant),
          tickets: v.nullable(count),
          stakes: v.nullable(francs),
          worst: v.nullable(francs),
        }),
      ),
      /** The money that is set aside for winnings; null while none is set. */
      reserve: v.nullable(
        v.object({
          number: v.number(),
          amount: francs,
          setAt: instant,
          request: uuid,
          askedBy: v.string(),
          approvedBy: v.nullable(v.string()),
        }),
      ),
    }),
  ),
});

export const getUniformity = describe('getUniformity', {
  summary:
    'Whether the payouts of the draws of some days stand evenly among what each draw may have had to pay: how many stand in each tenth, and the chi-square test of that.',
  query: v.object({
    /** The first day and the last one, in the operator’s zone; without them the last thirty days. */
    from: v.optional(day),
    to: v.optional(day),
  }),
  answer: one(
    v.object({
      from: instant,
      /** Draws before it. */
      to: instant,
      /** How many have a place. */
      draws: count,
      /** How many are in each tenth, the lowest payouts first. */
      bands: v.array(count),
      /** Chi-square with nine degrees of freedom; null without draws. */
      statistic: v.nullable(v.number()),
      /** How often chance alone is at least as uneven. */
      pValue: v.nullable(v.number()),
      /** `too_few`: under 50 draws · `uneven`: p under 0.001 · `unusual`: p under 0.01. */
      verdict: v.picklist(['too_few', 'even', 'unusual', 'uneven']),
    }),
  ),
});
