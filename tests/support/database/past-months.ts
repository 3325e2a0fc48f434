import type { Database, Queryable } from '#database/connect.ts';

// Months of tickets and postings before those that the migration made, as a site has them that has run for longer.

export interface Month {
  /** The month as its tables' names have it: `2026_10`. */
  readonly name: string;
  readonly starts: Date;
  readonly ends: Date;
  /** The first ids, and those of the month after it. */
  readonly ids: Readonly<Record<'ticket' | 'posting', readonly [string, string]>>;
}

/** This month and those before it, so many in all. The last one ends where the first month begins that the migration made. */
export async function listMonths(owner: Queryable, months: number): Promise<readonly Month[]> {
  return owner.query<Month>(
    `select to_char(day, 'YYYY_MM') as name, starts, ends,
       json_build_object('ticket', json_build_array(first_id_at(starts), first_id_at(ends)),
         'posting', json_build_array(first_posting_id(day)::text, first_posting_id((day + interval '1 month')::date)::text)) as ids
     from (
       select month::date as day, month at time zone 'UTC' as starts, (month + interval '1 month') at time zone 'UTC' as ends
       from generate_series(date_trunc('month', now() at time zone 'UTC') - make_interval(months => $1),
         (select min(begins_on) from month where begins_on > '-infinity') - interval '1 day', interval '1 month') month
     ) each order by starts`,
    [months - 1],
  );
}

const tables = ['ticket', 'posting'] as const;

/** Without indexes, which are built when they are attached. */
export async function createTables(tx: Queryable, name: string): Promise<void> {
  for (const table of tables)
    await tx.query(`create table ${table}_${name} (like ${table} including defaults including constraints)`);
}

/** Between what came before the first of them, and the months ahead. */
export async function attachMonths(tx: Queryable, months: readonly Month[]): Promise<void> {
  for (const table of tables) {
    await tx.query(`alter table ${table} detach partition ${table}_before`);
    await tx.query(
      `alter table ${table} attach partition ${table}_before for values from (minvalue) to ('${months[0]!.ids[table][0]}')`,
    );
    for (const { name, ids } of months) {
      const [first, beyond] = ids[table];
      await tx.query(
        `alter table ${table} attach partition ${table}_${name} for values from ('${first}') to ('${beyond}')`,
      );
    }
  }
  await tx.query(
    `insert into month (begins_on, first_ticket_id, first_posting_id, begun_at)
     select (starts at time zone 'UTC')::date, ticket, posting, starts
     from unnest($1::timestamptz[], $2::uuid[], $3::bigint[]) each (starts, ticket, posting)`,
    [
      months.map(({ starts }) => starts),
      months.map(({ ids }) => ids.ticket[0]),
      months.map(({ ids }) => ids.posting[0]),
    ],
  );
}

/** Makes empty months. Nothing may have been sold yet. */
export async function makePastMonths(owner: Database, count: number): Promise<void> {
  const months = await listMonths(owner, count);
  await owner.transact(async (tx) => {
    for (const { name } of months) await createTables(tx, name);
    await attachMonths(tx, months);
    await tx.query(
      `select setval('posting_id_seq', (select max(first_posting_id) from month where begun_at <= now()) + 1)`,
    );
  });
}
