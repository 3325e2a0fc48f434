import type { Queryable } from '#database/connect.ts';
import type { Sizes } from './sizes.ts';

/**
 * Tickets with what they moved, in the order of time, a day at a time: two postings each, because most are paid from both wallets, and
 * the winnings of two in five. Few play most: of ten million tickets player 1 has a hundred thousand, and the thousand that follow
 * have a thousand each.
 */
export async function fillPlay(
  owner: Queryable,
  { tickets, daysWithTickets, players, ticketsOfDraw }: Sizes,
): Promise<void> {
  for (let day = daysWithTickets; day > 0; day -= 1) {
    const days = Math.min(1, day);
    await sell(owner, Math.round((tickets / daysWithTickets) * days), day, days, players);
  }
  // The draws of the next hour, when the bench runs, are sold already, ten times as many tickets as in the mean: as in an evening.
  await owner.query(
    `${sold} from (
       select id, draws_at, now() - interval '1 hour' + n * (interval '1 hour' / $1) as at, power(random(), 3) as who, random() as chance, n
       from draw cross join generate_series(1, $1) n
       where status = 'open' and closes_at between now() and now() + interval '1 hour'
       order by at
     ) moment ${moved}`.replaceAll('$players', '$2'),
    [10 * ticketsOfDraw, players],
  );
}

async function sell(owner: Queryable, count: number, daysAgo: number, days: number, players: number): Promise<void> {
  await owner.query(
    `${sold} from (
       select d.id, d.draws_at, m.at, m.who, m.chance, m.n
       from (
         select n, random() as chance, power(random(), 3) as who, now() - $2::float8 * interval '1 day' + n * ($3::float8 * interval '1 day' / $1::integer) as at
         from generate_series(1, $1::integer) n
       ) m
       join draw d on d.draws_at = date_bin('5 minutes', m.at + interval '30 s', 'epoch') + interval '5 minutes' * (1 + case when m.n % 7 = 0 then m.n % 12 else 0 end)
     ) moment ${moved}`.replaceAll('$players', '$4'),
    [count, daysAgo, days, players],
  );
}

const sold = `with sold as (
  insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
  select 1 + floor($players::bigint * who)::bigint,
    (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex((chance * 4095)::integer), 3, '0') || '8'
      || lpad(to_hex((who * 1e12)::bigint * 1000 + n % 1000), 15, '0'))::uuid,
    id, n % 6 + 1, (array[123456789, 12, 21, 3, 129, 321])[n % 6 + 1], 300, 100, at`;

const moved = `order by at
  returning *
), line as (
  select client_id, 'client_dep'::account as from_account, 'draw_stakes'::account as to_account, stake - stake_win as amount,
    'bet'::posting_kind as kind, id, draw_id, accepted_at as at
  from sold
  union all
  select client_id, 'client_win', 'draw_stakes', stake_win, 'bet', id, draw_id, accepted_at from sold
  union all
  select s.client_id, 'house', 'client_win', 500, 'payout', s.id, s.draw_id, d.finished_at
  from sold s join draw d on d.id = s.draw_id where d.status = 'settled' and hashtext(s.id::text) % 5 in (0, 1)
), due_of as (
  insert into due (draw_id, client_id, ticket_id, to_dep, to_win) select draw_id, client_id, id, 0, amount from line where kind = 'payout'
)
insert into posting (client_id, from_account, to_account, amount, kind, reference, draw_id, at, dep_after, win_after)
select client_id, from_account, to_account, amount, kind, id, draw_id, at, 20000, 5000 from line order by at`;
