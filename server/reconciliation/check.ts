import type { Queryable } from '#database/connect.ts';

/** The scope of a pass: everything since the last pass began, or everything. */
export type Scope = 'recent' | 'full';

/** The rows that a pass checks. */
export interface Window {
  readonly scope: Scope;
  /**
   * Postings, tickets and finished draws from this moment on; in a full pass those of months that are not closed, `-infinity` where
   * none is. PostgreSQL's text of it.
   */
  readonly since: string;
  /** Rows written by this transaction or later ones; 0 for all. PostgreSQL's text of its `xid8`. */
  readonly horizon: string;
}

type Subject = 'account' | 'ticket' | 'draw' | 'payment' | 'posting' | 'act' | 'request';

/** One thing that does not agree with the rest of the books. */
export interface Mismatch {
  readonly check: string;
  readonly subject: Subject;
  /** A client's id for an account, or the account's own name; else the thing's id. */
  readonly id: string;
  /** Both sides of the disagreement, with the database's names. */
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface Check {
  readonly name: string;
  /** The rule that the check verifies, in words. */
  readonly promise: string;
  /** Left out of recent passes: it has to read everything, and it follows from the other checks. */
  readonly fullOnly?: true;
  /** Reads no months: a full pass uses it to check everything, closed months too. */
  readonly beyondMonths?: true;
  /**
   * Allows hash joins only. If the planner expects a few tickets and there are a hundred thousand, a nested loop over 29,000
   * winning selections takes minutes. A hash join costs slightly more for small inputs.
   */
  readonly hashJoins?: true;
  /** @param inTime throws where the time of the pass is up; for work outside of statements, which have the limit as theirs */
  find(tx: Queryable, window: Window, inTime: () => void): Promise<Finding[]>;
}

/** A mismatch as a check finds it. */
export type Finding = Omit<Mismatch, 'check'>;

/** Enough to see what is wrong. */
export const maxFindings = 100;

/** Rows that were written since the last pass began, by the transaction that wrote them; `$2` is 0 for all. */
export const writtenSince = (alias: string) => `($2::xid8 = '0' or age(${alias}.xmin) <= age($2::xid8::xid))`;

/** SQL: what moved between accounts. Each posting of the open months is a row, and so is each sum of a closed one. */
export const movements = `(
  select kind, from_account, to_account, 1::bigint as postings, amount, at from posting where id >= (select first_open_posting_id())
  union all
  select kind, from_account, to_account, postings, amount, '-infinity' from month_sum
)`;

/**
 * A check that is one statement. Its rows name what does not agree: subject, id and, as JSON, detail. `$1` is the
 * window's `since`, `$2` its `horizon`; further parameters follow.
 */
export function sqlCheck(
  check: Omit<Check, 'find'>,
  sql: string,
  params: (tx: Queryable, window: Window) => readonly unknown[] | Promise<readonly unknown[]> = () => [],
): Check {
  // `span` uses both parameters, so that a check need not. `found` is materialized: otherwise the planner would optimise for
  // the first hundred findings, and usually there are none.
  const text = `with span as (select $1::timestamptz, $2::xid8), found as materialized (${sql})
    select subject, id::text, detail from found limit ${maxFindings}`;
  return {
    ...check,
    find: async (tx, window) => tx.query<Finding>(text, [window.since, window.horizon, ...(await params(tx, window))]),
  };
}
