import type { Queryable } from '#database/connect.ts';
import type { Sizes } from './sizes.ts';

/**
 * Payments of a year, the oldest first: seven of ten are deposits. All but the last few hundred have ended; of those some are unknown,
 * mismatched or held, as on a bad day.
 */
export async function fillPayments(owner: Queryable, { payments, players }: Sizes): Promise<void> {
  await owner.query(
    `insert into payment (id, client_id, direction, amount, from_win, country, method, provider, provider_ref, status, failure, created_at,
       updated_at, sent_at, due_at, idempotency_key, request_hash, mismatch)
     select md5('payment ' || n)::uuid, 1 + floor($2::bigint * power(random(), 2))::bigint, direction, amount, case direction when 'withdrawal' then amount else 0 end,
       'CI', (array['orange', 'mtn', 'moov', 'wave'])[n % 4 + 1], (array['cinetpay', 'fedapay', 'fedapay', 'sandbox'])[n % 4 + 1], 'ref-' || n,
       status, case when status = 'failed' then 'declined' end, at, at + interval '2 minutes', at,
       case when status not in ('succeeded', 'paid', 'failed', 'expired') then now() + interval '1 day' end, 'bench-' || n, '\\x00',
       case when n % 6007 = 11 and age < 0.01 then 'amount_mismatch' end
     from (
       select n, direction, amount, at, age, (case
         when n > $1::integer - 100 then 'created'
         when n > $1::integer - 400 and direction = 'deposit' then 'pending'
         when n > $1::integer - 400 then 'processing'
         when direction = 'withdrawal' and n % 20 = 0 and age < 0.0002 then 'review'
         when direction = 'withdrawal' and n % 97 = 0 and age < 0.003 then 'unknown'
         when n % 20 = 3 then 'failed'
         when direction = 'withdrawal' then 'paid'
         when n % 10 = 1 then 'expired'
         else 'succeeded' end)::payment_status as status
       from (
         select n, case when n % 10 in (0, 4, 7) then 'withdrawal' else 'deposit' end::payment_direction as direction, 500 + n % 200 * 100 as amount,
           now() - interval '365 days' + n * (interval '365 days' / $1::integer) as at, 1 - n / $1::float8 as age
         from generate_series(1, $1::integer) n
       ) base
     ) each order by n`,
    [payments, players],
  );
  await owner.query(
    `insert into payment_event (payment_id, at, kind, from_status, to_status)
     select id, created_at + (k - 1) * interval '1 minute', (array['created', 'accepted', 'confirmed'])[k]::payment_event_kind, null, status
     from payment cross join generate_series(1, 3) k`,
  );
  await owner.query(
    `insert into withdrawal_review (payment_id, reasons, until, held_at)
     select id, '{amount,first}', created_at + interval '24 hours', created_at from payment
     where direction = 'withdrawal' and (status = 'review' or provider_ref like '%00')`,
  );
  await owner.query(
    `insert into withdrawal_review_end (payment_id, verdict, decided_by, decided_at, reason)
     select r.payment_id, 'released', o.id, r.held_at + interval '1 hour', 'Bench'
     from withdrawal_review r join payment p on p.id = r.payment_id, console.operator o where p.status <> 'review' and o.name = 'payments-1'`,
  );
  await owner.query(
    `insert into chargeback (payment_id, client_id, amount, from_dep, from_win, from_owed, at)
     select id, client_id, amount, amount, 0, 0, created_at + interval '9 days' from payment
     where direction = 'deposit' and status = 'succeeded' and provider_ref like '%07' and created_at < now() - interval '10 days'`,
  );
  await fillMoney(owner);
}

/** The postings of payments, and what is kept of postings by hour: rows as the product writes them, for a year of which not all tickets are there. */
async function fillMoney(owner: Queryable): Promise<void> {
  await owner.query(
    `insert into posting (client_id, from_account, to_account, amount, kind, reference, at, dep_after, win_after)
     select p.client_id, m.from_account, m.to_account, p.amount, m.kind, p.id, p.updated_at, 20000, 5000
     from payment p join (values
       ('succeeded', 'clearing', 'client_dep', 'deposit'), ('paid', 'client_win', 'client_held', 'withdrawal'),
       ('paid', 'client_held', 'clearing', 'withdrawal_paid')
     ) s (status, a, b, k) on p.status::text = s.status
     cross join lateral (select s.a::account as from_account, s.b::account as to_account, s.k::posting_kind as kind) m
     order by p.updated_at`,
  );
  await owner.query(
    `insert into account_hour (hour, kind, from_account, to_account, provider, amount, postings)
     select h, k::posting_kind, a::account, b::account, p, 1000000, 900
     from generate_series(date_trunc('hour', now()) - interval '365 days', date_trunc('hour', now()) - interval '1 hour', interval '1 hour') h
     cross join (values ('bet', 'client_dep', 'draw_stakes', ''), ('bet', 'client_win', 'draw_stakes', ''), ('payout', 'house', 'client_win', ''),
       ('stakes_banked', 'draw_stakes', 'house', ''), ('refund', 'draw_stakes', 'client_dep', ''), ('withdrawal', 'client_win', 'client_held', ''),
       ('deposit', 'clearing', 'client_dep', 'cinetpay'), ('deposit', 'clearing', 'client_dep', 'fedapay'), ('deposit', 'clearing', 'client_dep', 'sandbox'),
       ('withdrawal_paid', 'client_held', 'clearing', 'cinetpay'), ('withdrawal_paid', 'client_held', 'clearing', 'fedapay'),
       ('withdrawal_paid', 'client_held', 'clearing', 'sandbox'), ('withdrawal_returned', 'client_held', 'client_win', '')) s (k, a, b, p)`,
  );
  await owner.query(`insert into account_hours_until (until) values (date_trunc('hour', now()))`);
  // Each account moved on some days, the whole site on all.
  await owner.query(
    `insert into account_day
     select c.id, (now() at time zone 'UTC')::date - k.back, 1000, 500, 300, 0, 0, 0, 0, 0, 0, 800, 500, 1000000000000
     from client c cross join (values (300), (30), (1)) k (back)
     union all
     select 0, (now() at time zone 'UTC')::date - n, 1000000, 500000, 300000, 0, 0, 0, 0, 0, 0, 800000, 500000, 0 from generate_series(1, 365) n`,
  );
  await owner.query(
    `insert into account_last
     select id, (now() at time zone 'UTC')::date - case when id % 100 = 0 then 400 else 1 end, 800 from client`,
  );
  await owner.query(
    `insert into account_days_until (until, zone) values (date_trunc('day', now(), 'UTC'), 'Africa/Abidjan')`,
  );
  await owner.query(
    `insert into adjustment (reference, from_account, to_account, client_id, amount, author, reason, at)
     select gen_random_uuid(), 'adjustment', 'client_dep', 1 + n * 7919 % (select max(id) from client), 500, 'payments-1', 'Bench', now() - n * interval '20 minutes'
     from generate_series(1, 20000) n`,
  );
  await owner.query(
    `insert into console.bank_figure (day, account, amount, typed_by)
     select now()::date - n, 'main ' || k, 1000000, o.id from generate_series(1, 365) n cross join generate_series(1, 4) k, console.operator o
     where o.name = 'payments-1'`,
  );
}
