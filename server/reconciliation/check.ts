import type { Queryable } from '#database/connect.ts';

/** How much a pass looks at: what happened since the last pass began, or everything there ever was. */
export type Scope = 'recent' | 'full';

/** What a pass looks at. */
export interface Window {
  readonly scope: Scope;
  /** Postings, tickets and finished draws from this moment on; `-infinity` for all. PostgreSQL's text of it. */
  readonly since: string;
  /** Rows written by this transaction or later ones; 0 for all. PostgreSQL's text of its `xid8`. */
  readonly horizon: string;
}

export type Subject = 'account' | 'ticket' | 'draw' | 'payment' | 'posting';

/** One thing that does not agree with the rest of the books, named. */
export interface Mismatch {
  readonly check: string;
  readonly subject: Subject;
  /** A client's id for an account, or the account's own name; else the thing's id. */
  readonly id: string;
  /** Both sides of what does not agree, in the database's words. */
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface Check {
  readonly name: string;
  /** What the books promise, for people. */
  readonly promise: string;
  /** Left out of recent passes: it has to look at everything, and follows from the other checks line by line. */
  readonly fullOnly?: true;
  /**
   * Joins by hashing alone. A nested loop over 29,000 winning selections takes minutes where the planner expected a few
   * tickets and there are a hundred thousand; hashing costs a little more when there is little to do, and never much.
   */
  readonly hashJoins?: true;
  find(tx: Queryable, window: Window): Promise<Finding[]>;
}

type Finding = Omit<Mismatch, 'check'>;

/** Enough to see what is wrong. A thousand more of the same would tell nobody anything. */
export const maxFindings = 100;

/** Rows that were written since the last pass began, by the transaction that wrote them; `$2` is 0 for all. */
export const writtenSince = (alias: string) => `($2::xid8 = '0' or age(${alias}.xmin) <= age($2::xid8::xid))`;

/**
 * A check that is one statement. Its rows name what does not agree: subject, id and, as JSON, detail. `$1` is the
 * window's `since`, `$2` its `horizon`; further parameters follow.
 */
export function sqlCheck(check: Omit<Check, 'find'>, sql: string, params: readonly unknown[] = []): Check {
  // The parameters are named once more, so that a statement need not use both. What is found is materialized, because the
  // planner would otherwise look for the way to the first hundred findings, and there are none.
  const text = `with span as (select $1::timestamptz, $2::xid8), found as materialized (${sql})
    select subject, id::text, detail from found limit ${maxFindings}`;
  return { ...check, find: (tx, { since, horizon }) => tx.query<Finding>(text, [since, horizon, ...params]) };
}
