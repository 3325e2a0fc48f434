import { createHash, randomBytes } from 'node:crypto';
import type { OperatorRole } from '#contract/operator/roles.ts';
import type { TestDatabase } from '#tests/support/database/database.ts';

/** An operator of a demonstration, who signs nothing, with a session. */
export interface DemoOperator {
  readonly id: number;
  readonly name: string;
  /** The secret of the session. */
  readonly session: string;
}

let last = 0;

/** For tests of the database's side: the database becomes one of a demonstration. */
export async function makeDemoOperator({ owner }: TestDatabase, roles: readonly OperatorRole[]): Promise<DemoOperator> {
  const name = `demo-${roles[0]}-${++last}`;
  const session = randomBytes(32).toString('base64url');
  await owner.query(`insert into site_mode (mode) values ('demo') on conflict do nothing`);
  const [row] = await owner.query<{ id: number }>(
    `with made as (
       insert into console.operator (name, roles, demo, active_at, approves_from)
       values ($1, $2::text[]::console.role[], true, clock_timestamp(), clock_timestamp()) returning id
     ), seated as (
       insert into console.session (hash, operator_id, stage, signed_in_with, address, expires_at)
       select $3, id, 'full', 'demo', '127.0.0.1', clock_timestamp() + interval '12 hours' from made
     )
     select id from made`,
    [name, roles, createHash('sha256').update(session).digest()],
  );
  return { id: row!.id, name, session };
}

export interface Asked {
  readonly kind: string;
  readonly subject: string;
  readonly newValues?: object;
  readonly oldValues?: object;
  readonly reason?: string;
}

/** Asks for what takes two. @returns the request @throws Error with the demand that is not met */
export async function askAs({ console: db }: TestDatabase, operator: DemoOperator, asked: Asked): Promise<string> {
  const { kind, subject, newValues = {}, oldValues = {}, reason = 'Because of a test' } = asked;
  const [row] = await db.query<{ outcome: string; detail: string | null; id: string }>(
    `select outcome, detail, id from console.prepare_request($1, $2, $3, $4, $5, $6, null, 'http://localhost')`,
    [operator.session, kind, subject, newValues, oldValues, reason],
  );
  if (row!.outcome !== 'asked') throw new Error(row!.detail ?? row!.outcome);
  return row!.id;
}

/** Approves a request. @throws Error with what is in the way */
export async function approveAs({ console: db }: TestDatabase, operator: DemoOperator, request: string): Promise<void> {
  const [row] = await db.query<{ outcome: string; detail: string | null }>(
    'select outcome, detail from console.approve_request($1, $2, null, null)',
    [operator.session, request],
  );
  if (row!.outcome !== 'approved') throw new Error(row!.detail ?? row!.outcome);
}
