import type { OperatorRole } from '#contract/operator/roles.ts';
import { claimDatabase } from '#server/start-checks.ts';
import type { TestDatabase } from '#tests/support/database/database.ts';
import { makeOperator, type TestOperator } from './operators.ts';

/** Makes an operator of a demonstration, and this database becomes one: for tests of the database's functions. */
export async function makeDemoOperator({ owner }: TestDatabase, roles: readonly OperatorRole[]): Promise<TestOperator> {
  await claimDatabase(owner, 'demo');
  return makeOperator(owner, roles);
}

interface Asked {
  readonly kind: string;
  /** Null where the database says it, from the values. */
  readonly subject: string | null;
  readonly newValues?: object;
  /** The values that the asker has seen, where they are not the present ones. */
  readonly oldValues?: object;
  readonly reason?: string;
}

/** Asks for what takes two. @returns the request @throws Error with the check that is not met */
export async function askAs({ console: db }: TestDatabase, operator: TestOperator, asked: Asked): Promise<string> {
  const { kind, subject, newValues = {}, oldValues = {}, reason = 'Because of a test' } = asked;
  const [row] = await db.query<{ outcome: string; detail: string | null; id: string }>(
    `select outcome, detail, id from console.make_request($1, $2, $3, $4, $5, $6, null, 'http://localhost', null, null)`,
    [operator.token, kind, subject, newValues, oldValues, reason],
  );
  if (row!.outcome !== 'asked') throw new Error(row!.detail ?? row!.outcome);
  return row!.id;
}

/** Approves a request. @throws Error with what is in the way */
export async function approveAs({ console: db }: TestDatabase, operator: TestOperator, request: string): Promise<void> {
  const [row] = await db.query<{ outcome: string; detail: string | null }>(
    'select outcome, detail from console.approve_request($1, $2, null, null)',
    [operator.token, request],
  );
  if (row!.outcome !== 'approved') throw new Error(row!.detail ?? row!.outcome);
}
