import type { Database } from '#database/connect.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { drawEveryMinutes, type Sizes } from './sizes.ts';

/**
 * A year of draws that are over, and a week of those that are committed. One in two thousand is void, some late; of those, a few
 * need somebody. Records, seals and signatures have their lengths and nothing true in them: nobody verifies these draws.
 */
export async function fillDraws(owner: Database, { ticketsOfDraw }: Sizes): Promise<void> {
  // The site that takes bets has it.
  const operatorKey = Buffer.from(testKeys.operatorKey);
  await owner.query('select announce_operator_key($1, null, null, null)', [operatorKey]);
  await owner.query(
    `insert into console.request (kind, reason, asked_by, expires_at, subject, act, console_url, unsigned)
     select 'timetable', 'Bench', id, now() - interval '300 days', 'timetable', '\\x00', 'http://localhost', 'demo'
     from console.operator where name = 'draws-1'`,
  );
  // The first fortnight had a draw every ten minutes, so a kind that was is as far away as can be.
  await owner.query(
    `insert into timetable_version (number, begins_at, every_minutes, close_seconds_before, time_zone, request_id)
     values (1, '-infinity', 10, 30, 'Africa/Abidjan', null),
       (2, date_trunc('hour', now()) - interval '351 days', $1, 30, 'Africa/Abidjan', (select id from console.request where kind = 'timetable'))`,
    [drawEveryMinutes],
  );
  await owner.query(
    `insert into draw (id, draws_at, opens_at, closes_at, rules, status, result, closed_at, sealed_at, drawn_at, dues_listed_at, finished_at)
     select (lpad(to_hex((extract(epoch from at - interval '7 days') * 1000)::bigint), 12, '0') || '7fff8' || lpad(to_hex(n), 15, '0'))::uuid,
       at, at - interval '7 days', at - interval '30 s', 'izi-1', status, case when status in ('drawn', 'settled') then 123456789 end,
       case when status <> 'open' then at - interval '30 s' + interval '20 ms' end,
       case when status not in ('open', 'void') then at - interval '28 s' end,
       case when status in ('drawn', 'settled') then at + case when n % 3001 = 5 then interval '40 s' else interval '3 s' end end,
       case when status = 'settled' then at + case when n % 3001 = 5 then interval '41 s' else interval '4 s' end
         when status = 'void' then at + interval '4 s' end,
       case when status = 'settled' then at + case when n % 3001 = 5 then interval '42 s' else interval '5 s' end
         when status = 'void' then at + interval '5 s' end
     from (
       select n, at, (case when at - interval '30 s' > now() then 'open'
         when at > now() - interval '1 minute' then 'closed'
         when n % 40009 = 40000 then 'drawn'
         when n % 2003 = 7 then 'void' else 'settled' end)::draw_status as status
       from (
         select row_number() over (order by at) as n, at
         from generate_series(date_trunc('hour', now()) - interval '365 days', now() + interval '7 days', make_interval(mins => $1)) at
         where at > date_trunc('hour', now()) - interval '351 days' or extract(minute from at)::integer % 10 = 0
       ) moments
     ) each order by n`,
    [drawEveryMinutes],
  );
  await owner.query(
    `insert into commitment (draw_id, record, commitment, signature, secrets, beacon_chain, beacon_round, operator_key, committed_at)
     select id, sha256(id::text::bytea) || sha256('a') || substring(sha256('b') for 24) || '\\x01'::bytea || chain || int8send(round) || int8send(0),
       sha256(('c' || id)::bytea), sha256('d') || sha256('e'), '\\x00', chain, round, $1, opens_at
     from (select id, opens_at, sha256('chain') as chain, (extract(epoch from draws_at) / 3)::bigint as round from draw) each`,
    [operatorKey],
  );
  await owner.transact(async (tx) => {
    // Values of no beacon that the database knows.
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `insert into beacon_round (chain, round, signature, stored_at)
       select c.beacon_chain, c.beacon_round, sha256('f') || substring(sha256('g') for 16), d.draws_at + interval '3 s'
       from commitment c join draw d on d.id = c.draw_id where d.drawn_at is not null`,
    );
  });
  await owner.query(
    `insert into seal (number, draw_id, record, signature)
     select row_number() over (order by draws_at), id,
       'izi.seal.v1'::bytea || '\\x0000000000'::bytea || sha256('r') || sha256('c') || int8send($1) || sha256('root') || int8send($1 * 300)
         || int8send((extract(epoch from sealed_at) * 1000)::bigint) || sha256(id::text::bytea), sha256('h') || sha256('i')
     from draw where sealed_at is not null`,
    [ticketsOfDraw],
  );
  await owner.query(
    `insert into reveal (draw_id, seed) select id, sha256(id::text::bytea) from draw where drawn_at is not null`,
  );
  await owner.query(
    `insert into draw_figure (draw_id, bet_type, tickets, stakes, won, payouts)
     select d.id, t, $1 / 6 + t, ($1 / 6 + t) * 300, case when d.status = 'void' then 0 else $1 / 20 end, ($1 / 6) * 200
     from draw d cross join generate_series(1, 6) t where d.dues_listed_at is not null order by d.id, t`,
    [ticketsOfDraw],
  );
  await owner.query(
    `insert into call_off (draw_id, at, reason, told_en, told_fr, request_id)
     select id, closes_at - interval '5 minutes', 'Bench', 'Bench', 'Bench', gen_random_uuid()
     from draw where status = 'void' and extract(minute from draws_at)::integer % 10 = 0`,
  );
  await owner.query(
    `insert into sales_stop (draw_id, bet_type, sentence, reason, stopped_by, stopped_at, ended_at)
     select d.id, 1 + d.n % 6, 'Closed for a while.', 'Bench', o.id, d.closes_at - interval '1 hour', case when d.status <> 'open' then d.closes_at end
     from (select *, row_number() over (order by draws_at) as n from draw) d, console.operator o where o.name = 'draws-1' and d.n % 53 = 0`,
  );
}
