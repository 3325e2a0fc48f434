import type { Queryable } from '#database/connect.ts';
import type { Window } from './check.ts';

/** SQL: from which ids on the rows of a window lie, as subqueries of the checks ask for it, and the type of the ids. */
const bounds = {
  'first_ticket_id($1)': 'uuid',
  'first_ticket_id_of_finished($1)': 'uuid',
  'posting_from($1)': 'bigint',
  'first_posting_id_of_finished($1)': 'bigint',
  "first_posting_id_of_finished($1::timestamptz - interval '5 minutes')": 'bigint',
  'first_open_posting_id()': 'bigint',
  'first_ticket_id from month where frozen_at is null order by begins_on limit 1': 'uuid',
};

/**
 * A view of a connection, on which a statement of a check names these ids in place of asking for them. PostgreSQL learns an answer only
 * when it runs the statement: by then it has locked and planned every month, which takes longer than a pass over a few rows.
 */
export async function withKnownBounds(tx: Queryable, { since }: Window): Promise<Queryable> {
  const calls = Object.entries(bounds);
  const [known] = await tx.query<{ ids: (string | null)[] }>(
    `select array[${calls.map(([call]) => `(select ${call.replace('$1', '$1::timestamptz')})::text`).join(', ')}] as ids`,
    [since],
  );
  const named = (sql: string) =>
    calls.reduce((text, [call, type], index) => {
      const id = known!.ids[index];
      return text.replaceAll(`(select ${call})`, id == null ? `null::${type}` : `'${id}'::${type}`);
    }, sql);
  return {
    query: (sql, params) => tx.query(typeof sql === 'string' ? named(sql) : { ...sql, text: named(sql.text) }, params),
  };
}
