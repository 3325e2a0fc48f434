import * as v from 'valibot';
import * as calls from '#contract/calls/operator/reports.ts';
import { paging, queryInteger } from '#contract/queries.ts';
import { date, hex, instant, one } from '#contract/values.ts';
import { asFile } from './csv.ts';
import { describeOperatorCalls } from './describe.ts';
import { day } from './values.ts';
import { cellTypes, reportNames } from './report-kinds.ts';
import { operatorRoles } from './roles.ts';

const describe = describeOperatorCalls('Reports', calls);

const kind = v.picklist(reportNames);

export const listReports = describe('listReports', {
  summary: 'The reports that the operator may see.',
  answer: one(
    v.array(
      v.object({
        kind,
        title: v.string(),
        says: v.string(),
        definition: v.number(),
        roles: v.array(v.picklist(operatorRoles)),
        /** It shows the present: past periods do not have it. */
        isOfNow: v.boolean(),
      }),
    ),
  ),
});

export const periods = ['day', 'month', 'year', 'all'] as const;

export const reportFilters = {
  period: v.optional(v.picklist(periods), 'day'),
  /** A day of the period, in the zone of the console; today where it is left out. */
  day: v.optional(day),
};

/** A row: francs, counts and shares are numbers; moments, days, names and JSON are texts. */
const cells = v.record(v.string(), v.nullable(v.union([v.string(), v.number()])));

/** The comparison of the report with the books: `books` is computed in another way than `report` and `leftOut`. */
const heldAgainst = v.object({
  what: v.string(),
  says: v.string(),
  report: v.number(),
  /** The part that the report leaves out: test accounts and excluded lines. */
  leftOut: v.number(),
  books: v.number(),
  /** `books` less the other two: 0 where they agree. */
  difference: v.number(),
});

/** The kind, period and filters of a report, without its author. */
const frame = {
  kind,
  title: v.string(),
  /** The version of the definition: it rises when the meaning of a column changes. */
  definition: v.number(),
  period: v.picklist(periods),
  from: instant,
  /** The first moment that is not in it. */
  to: instant,
  zone: v.string(),
  /** The period is not over yet. */
  isUnfinished: v.boolean(),
  /** Nothing in it is real. */
  isDemo: v.boolean(),
  /** How many test accounts are left out. */
  testAccounts: v.number(),
  madeAt: instant,
  filters: v.object({ period: v.picklist(periods), day: v.nullable(date), after: v.nullable(v.string()) }),
};

const head = {
  ...frame,
  /** The site's name, and the address of its console. */
  operator: v.string(),
  /** The version of the software. */
  version: v.string(),
  /** SHA-256 of its code. */
  code: hex,
  madeBy: v.string(),
};

const content = {
  columns: v.array(v.object({ name: v.string(), type: v.picklist(cellTypes), head: v.string() })),
  rows: v.array(cells),
  /** By column, of the whole report; null on later pages. */
  totals: v.nullable(cells),
  /**
   * The band that fair payouts lie in 19 times in 20, in the report of returns: by bet type over the whole report (null is all together),
   * and null where the tickets are too few. It is about stakes and payouts of draws that are measured, those of test accounts included.
   * Later pages have none.
   */
  bands: v.nullable(
    v.array(
      v.object({
        betType: v.nullable(v.string()),
        stakes: v.number(),
        payouts: v.number(),
        low: v.nullable(v.number()),
        high: v.nullable(v.number()),
      }),
    ),
  ),
  /** On later pages null. */
  books: v.nullable(v.object({ isEqual: v.boolean(), heldAgainst: v.array(heldAgainst) })),
};

/** A page of a report, without who made it. */
export const reportPage = v.object({ ...frame, ...content });

export const getReport = describe('getReport', {
  summary:
    'A report of a day, month or year of the site’s zone, or of all time. Its first page has the totals and what they are held against. That it was given, and the SHA-256 of `data`, is a line of the audit. With `as=csv` it is a file of all rows, at most 1,000,000; the first field of each line says what the line is: head, columns, row, total or books.',
  params: v.object({ kind }),
  query: v.object({ ...reportFilters, cursor: paging.cursor, limit: v.optional(queryInteger(1, 500)), ...asFile }),
  answer: v.object({
    data: v.object({ ...head, ...content }),
    meta: v.object({
      next: v.nullable(v.string()),
      /** SHA-256 of the bytes of `data` in this answer. */
      sha256: hex,
      /** The line of the audit that has it. */
      audit: v.number(),
    }),
  }),
  mediaTypes: ['application/json', 'text/csv'],
});
