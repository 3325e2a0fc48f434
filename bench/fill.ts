import type { Database } from '#database/connect.ts';
import { firstClientId } from './load/player.ts';

interface Filling {
  readonly drawId: string;
  readonly tickets: number;
  /** The share of tickets that win against 1 2 3 4 5 6 7 8 9; or all tickets on IziOne, as many on each number, of which a ninth wins against any result. */
  readonly winners: number | 'a ninth';
  readonly players: number;
}

/** By the code of the bet type: a selection that wins against 1…9 in order, and one that loses. */
const winning = [123_456_789, 1, 21, 3, 129, 321];
const losing = [987_654_321, 2, 34, 9, 789, 789];

/**
 * Sells tickets of all bet types in one statement each for the tickets, their postings and the wallets that paid, so that
 * the books balance. The sales are spread over an hour and over all players; rows lie in the order of time, as a site writes them.
 */
export async function sellTickets(owner: Database, { drawId, tickets, winners, players }: Filling): Promise<void> {
  await owner.query(
    `with sold as (
       insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
       select $7 + n * 7919 % $3, (lpad(to_hex(ms), 12, '0') || '7fff8' || right($1::uuid::text, 8) || lpad(to_hex(n), 7, '0'))::uuid, $1,
         type, case when $8 then 1 + n / 10 % 9 when (n * 2654435761 % 4294967296) % 1000 < $4::float8 * 1000 then ($5::integer[])[type] else ($6::integer[])[type] end, 300, 0,
         to_timestamp(ms / 1000.0)
       from generate_series(0, $2::bigint - 1) n
       cross join lateral (
         select case when $8 then 2 else n / 1000 % 6 + 1 end::smallint as type,
           (extract(epoch from now()) * 1000)::bigint - 3600000 + n * 3600000 / $2 as ms
       ) moment
       returning client_id, id, draw_id, stake, accepted_at
     )
     insert into posting (client_id, from_account, to_account, amount, kind, reference, draw_id, at, dep_after, win_after)
     select s.client_id, 'client_dep', 'draw_stakes', s.stake, 'bet', s.id, s.draw_id, s.accepted_at,
       w.dep - sum(s.stake) over (partition by s.client_id order by s.id), w.win
     from sold s join wallet w on w.client_id = s.client_id order by s.id`,
    [
      drawId,
      tickets,
      players,
      winners === 'a ninth' ? 0 : winners,
      winning,
      losing,
      firstClientId,
      winners === 'a ninth',
    ],
  );
  await owner.query(
    `update wallet w set dep = dep - paid.stakes
     from (select client_id, sum(stake) as stakes from ticket where draw_id = $1 group by client_id) paid
     where paid.client_id = w.client_id`,
    [drawId],
  );
}

/**
 * Runs `work`, which writes very many rows, while the tables have no indexes, and builds the indexes afterwards. This takes
 * a tenth of the time.
 */
export async function withoutIndexes(
  owner: Database,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const constraints = await owner.query<{ name: string; table: string; definition: string }>(
    `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint c where contype in ('p', 'u') and conrelid = any ($1::text[]::regclass[])
       -- Rows that another table refers to stay.
       and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = c.conindid)`,
    [tables],
  );
  const indexes = await owner.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index i where indrelid = any ($1::text[]::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { table, name } of constraints) await owner.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  await work();
  for (const { table, name, definition } of constraints) {
    await owner.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  // PostgreSQL describes the index of a table with months as one of the table alone.
  for (const { definition } of indexes) await owner.query(definition.replace(' ON ONLY ', ' ON '));
  await owner.query(`vacuum (analyze) ${tables.join(', ')}`);
  await owner.query('checkpoint');
}
