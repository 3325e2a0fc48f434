import * as v from 'valibot';
import * as calls from './calls/figures.ts';
import { describeCalls } from './endpoint.ts';
import { betName, date, hex, instant, uuid } from './values.ts';

const describe = describeCalls('Figures', calls);

/** Whole francs. */
const francs = v.number();
const count = v.number();

/**
 * The payouts to be expected by the rules alone, of the draws whose spread of payouts over all 362,880 results is computed, which happens
 * some seconds after their settlement. Fair draws pay less than `low` or more than `high` less than once in a thousand times. The variance
 * is exact and counts that the tickets of a draw share its result; the band follows from Bernstein's and Cantelli's inequalities, which
 * hold for any stakes.
 */
const fair = v.object({
  draws: count,
  stakes: francs,
  payouts: francs,
  /** The mean, rounded to the franc. */
  expected: francs,
  low: francs,
  high: francs,
});

const sums = {
  /** Tickets of settled draws. */
  tickets: count,
  stakes: francs,
  /** Tickets that won. */
  won: count,
  payouts: francs,
};

const whole = {
  /** Settled draws. */
  draws: count,
  ...sums,
  /** Null where no settled draw is measured yet. */
  fair: v.nullable(fair),
  /** The part of these sums that belongs to the site's own accounts, such as test accounts. */
  own: v.object({ tickets: count, stakes: francs, payouts: francs }),
  /** Draws that were called off. Every stake went back: they are in no other sum. */
  voids: v.object({ draws: count, tickets: count, stakes: francs }),
};

/** How fast withdrawals were paid, in whole minutes from asked to paid, rounded up; null where none was. */
const speed = v.object({ paid: count, medianMinutes: v.nullable(count), p95Minutes: v.nullable(count) });

export const figureDay = v.object({
  /** On the operator's wall clock, as are all days here. */
  day: v.string(),
  from: instant,
  /** The beginning of the next day. */
  to: instant,
  /** Whether the day was over. Its figures may still change until then. */
  over: v.boolean(),
  ...whole,
  /** Bet types without a ticket are left out. */
  byType: v.array(v.object({ name: betName, ...sums })),
  /** Corrections by hand: how many, and how much to players and from them. */
  adjustments: v.object({ number: count, toPlayers: francs, fromPlayers: francs }),
  /** The draws that were paid that day. */
  withdrawals: v.object({
    ...speed.entries,
    /** The draws that were held, listed apart: they are not in the figures beside. */
    held: speed,
  }),
  /** Stops of sales that began that day. */
  stops: count,
  /** Whether the timetable changed that day. */
  timetableChanged: v.boolean(),
});
export type FigureDay = v.InferOutput<typeof figureDay>;

const meta = v.object({
  timeZone: v.string(),
  from: v.string(),
  to: v.string(),
  computedAt: instant,
  /** Whether all of this is play money. */
  demo: v.boolean(),
  /** All days together. */
  total: v.object({
    ...whole,
    byType: v.array(v.object({ name: betName, ...sums, fair: v.nullable(fair) })),
  }),
  /**
   * Whether payouts stand evenly among what each draw may have had to pay, over the draws whose moment lies in these days. The
   * same test as operators see.
   */
  uniformity: v.object({
    /** How many have a place. A draw gets one once it is paid; where every result pays the same there is none. */
    draws: count,
    /** How many of them are in each tenth, from the cheapest results to the dearest. */
    bands: v.array(count),
    /** Chi-square of these ten counts; null without draws. */
    statistic: v.nullable(v.number()),
    /** How likely fair draws are at least as uneven, with nine degrees of freedom; null without draws. */
    pValue: v.nullable(v.number()),
    /** `too_few` below 50 draws; `unusual` for a p-value under 0.01, `uneven` under 0.001. */
    verdict: v.picklist(['too_few', 'even', 'unusual', 'uneven']),
  }),
  /** The newest 200 of these days. */
  voids: v.array(
    v.object({
      drawId: uuid,
      drawsAt: instant,
      /** When every stake was back. */
      at: instant,
      /** By the operator before the close, or because the seal or the beacon did not come in time. */
      because: v.picklist(['called_off', 'not_sealed', 'no_beacon']),
      /** The operator's reason. */
      reason: v.nullable(v.string()),
      tickets: count,
      stakes: francs,
    }),
  ),
  /** Stops of sales in these days, the newest 200. */
  stops: v.array(
    v.object({
      /** Null for all draws. */
      drawId: v.nullable(uuid),
      /** Null for all bet types. */
      name: v.nullable(betName),
      /** The sentence for players. */
      sentence: v.string(),
      from: instant,
      /** Null while it lasts. */
      to: v.nullable(instant),
    }),
  ),
  timetable: v.array(v.object({ at: instant, everyMinutes: count, closeSecondsBefore: count })),
  /** How the books stand now. */
  books: v.object({
    /** When the last pass over all of the books ended. */
    lastFullPassAt: v.nullable(instant),
    lastPassAt: v.nullable(instant),
    /** The number of mismatches. */
    mismatches: count,
    withdrawalsStopped: v.boolean(),
  }),
  /** The end of the chain of what operators did, and the last one that is signed. */
  audit: v.nullable(v.object({ number: count, head: hex })),
  signedHead: v.nullable(v.object({ number: count, head: hex, at: instant, signature: hex })),
});

const period = v.object({ from: v.optional(date), to: v.optional(date) });

export const getFigures = describe('getFigures', {
  caller: 'anyone',
  shared: true,
  summary: `What draws took and paid, a row a day of the operator’s wall clock, the newest first, both days included; 30 days until today without \`from\` and \`to\`, and at most ${calls.mostFigureDays}. A draw counts on the day on which it was settled. Days that are still to come are left out. An answer may be a minute old.`,
  query: period,
  answer: v.object({ data: v.array(figureDay), meta }),
  problems: [],
});

export const getFiguresFile = describe('getFiguresFile', {
  caller: 'anyone',
  summary: 'The same rows as a file.',
  query: period,
  answer: v.string(),
  mediaTypes: ['text/csv'],
  problems: [],
});

export const figureEndpoints = [getFigures, getFiguresFile] as const;
