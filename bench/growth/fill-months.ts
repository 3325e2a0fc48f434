import type { Database, Queryable } from '#database/connect.ts';
import { firstClientId } from '#bench/load/player.ts';
import { createPlayers, deposit } from '#bench/players.ts';
import { attachMonths, createTables, listMonths, type Month } from '#tests/support/database/past-months.ts';

interface Months {
  /** The months with tickets, this one included. */
  readonly months: number;
  readonly ticketsOfMonth: number;
  readonly players: number;
}

const drawEveryMinutes = 30;
const stake = 300;
const hourMs = 60 * 60 * 1_000;

/**
 * Fills a migrated, empty database with months of finished draws and their tickets, in tables that are made outside and attached. All
 * tickets lose, and each has one posting; wallets and chains of balances are true. Whoever came first plays most: with 100,000 players
 * the first one has a ticket of 46. Each player has as many tickets in each month, so that two months can be filled at the same time.
 */
export async function fillMonths(owner: Database, { months, ticketsOfMonth, players }: Months): Promise<void> {
  // The last one is new and has no ticket.
  await createPlayers(owner, players + 1);
  await owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    const [month] = await tx.query<{ starts: Date }>(
      `select date_trunc('month', now(), 'UTC') - make_interval(months => $1) as starts`,
      [months - 1],
    );
    await tx.query('update client set created_at = $1 where id < $2', [month!.starts, firstClientId + players]);
    await fillDraws(tx, month!.starts);
  });
  await owner.query('vacuum (analyze) draw, draw_figure');
  const made = await listMonths(owner, months);
  const begun = made.filter(({ starts }) => starts.getTime() < Date.now() - 3 * hourMs);
  for (const { name } of made.slice(begun.length)) await createTables(owner, name);
  // A month is filled by one process of the database, and there are two cores.
  const fillEach = async (first: number) => {
    for (let index = first; index < begun.length; index += 2) {
      await fillMonth(owner, begun[index]!, { ticketsOfMonth, players }, index);
    }
  };
  await Promise.all([fillEach(0), fillEach(1)]);
  await owner.query(
    `update wallet w set dep = dep - paid.stakes
     from (select client_id, sum(amount) * $1 as stakes from posting_${begun[0]!.name} group by client_id) paid
     where paid.client_id = w.client_id`,
    [begun.length],
  );
  await owner.transact((tx) => attachMonths(tx, made));
  await owner.query(`select setval('posting_id_seq', (select max(id) from posting))`);
  await owner.query('vacuum (analyze)');
  await owner.query('checkpoint');
}

async function fillDraws(tx: Queryable, since: Date): Promise<void> {
  await tx.query('update posting set at = $1', [since]);
  await tx.query('update adjustment set at = $1', [since]);
  await tx.query(
    `insert into draw (id, opens_at, closes_at, draws_at, rules, status, result, closed_at, sealed_at, drawn_at, dues_listed_at, finished_at)
     select overlay(first_id_at(at)::text placing '-7fff-8' from 14 for 7)::uuid, at - interval '1 day', at - interval '30 s', at, 'izi-1',
       'settled', 123456789, at - interval '30 s', at - interval '29 s', at + interval '3 s', at + interval '4 s', at + interval '5 s'
     from generate_series($1::timestamptz, now() - interval '1 minute', make_interval(mins => $2)) at`,
    [since, drawEveryMinutes],
  );
  await tx.query(
    `insert into draw_figure (draw_id, bet_type, tickets, stakes, won, payouts)
     select id, t, 10, 3000, 0, 0 from draw cross join generate_series(1, 6) t`,
  );
}

/** Tables without indexes, which are built when they are attached. Each month before it came to the same for each player. */
async function fillMonth(
  owner: Database,
  { name, starts, ends, ids }: Month,
  { ticketsOfMonth, players }: Omit<Months, 'months'>,
  monthsBefore: number,
): Promise<void> {
  await owner.transact(async (tx) => {
    await tx.query(`set local work_mem = '512MB'`);
    await createTables(tx, name);
    await tx.query(
      `with bet as materialized (
         select n, $6 + floor($5::bigint * who)::bigint as client_id, d.id as draw_id, at,
           overlay(first_id_at(at)::text placing '-7' || lpad(to_hex(n % 4096), 3, '0') || '-8' || lpad(to_hex((who * 4095)::integer), 3, '0')
             || '-' || lpad(to_hex(n), 12, '0') from 14 for 23)::uuid as id
         from (
           select n, power((n * 2654435761 % 4294967296)::float8 / 4294967296, 3) as who,
             $1::timestamptz + n * (least($2, now() - interval '2 hours') - $1::timestamptz) / $3::bigint as at
           from generate_series(0, $3::bigint - 1) n
         ) moment
         join draw d on d.draws_at = date_bin(make_interval(mins => $7), at + interval '30 s', 'epoch') + make_interval(mins => $7)
       ), sold as (
         insert into ticket_${name} (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
         select client_id, id, draw_id, n % 6 + 1, (array[987654321, 2, 34, 9, 789, 789])[n % 6 + 1], ${stake}, 0, at from bet order by n
       )
       insert into posting_${name} (id, client_id, from_account, to_account, amount, kind, reference, draw_id, at, dep_after, win_after)
       select $4::bigint + n, client_id, 'client_dep', 'draw_stakes', ${stake}, 'bet', id, draw_id, at,
         ${deposit} - ${stake} * ($8::bigint * count(*) over whole + count(*) over (whole order by n)), 0
       from bet window whole as (partition by client_id) order by n`,
      [starts, ends, ticketsOfMonth, ids.posting[0], players, firstClientId, drawEveryMinutes, monthsBefore],
    );
  });
}
