import type { Queryable } from '#database/connect.ts';
import { requestKinds } from '#contract/operator/requests.ts';
import type { Sizes } from './sizes.ts';

/** Writes the sales of each minute, and the rows that passes over the books and the watch leave behind. */
export async function fillBooks(owner: Queryable): Promise<void> {
  await owner.query(
    `insert into sale_minute (at, tickets, stakes)
     select at, 190, 57000 from generate_series(date_trunc('minute', now()) - interval '365 days', date_trunc('minute', now()) - interval '1 minute', interval '1 minute') at`,
  );
  await owner.query(
    `insert into draw_minute (draw_id, at, bet_type, tickets, stakes)
     select draw_id, date_trunc('minute', accepted_at), bet_type, count(*), sum(stake) from ticket
     where accepted_at < date_trunc('minute', now()) group by 1, 2, 3`,
  );
  // The players of each minute whose first ticket of the day it has, for the days that an operator looks at.
  await owner.query(
    `update sale_minute m set first_players = coalesce(f.players, 0), tickets = greatest(m.tickets, f.players)
     from (select at from sale_minute where at >= now() - interval '9 days') s left join (
       select date_trunc('minute', p.at) as at, count(*) as players
       from (select min(accepted_at) as at from ticket group by client_id, date_trunc('day', accepted_at, 'Africa/Abidjan')) p group by 1
     ) f on f.at = s.at
     where m.at = s.at`,
  );
  await owner.query(
    `update sales_counted set through = date_trunc('minute', now()), zone = 'Africa/Abidjan', zone_since = now() - interval '9 days'`,
  );
  await owner.query(
    `insert into reconciliation_pass (scope, next_since, horizon, started_at, finished_at, mismatches)
     select s, now(), '1', now() - interval '5 s', now(), 0 from unnest(enum_range(null::reconciliation_scope)) s
     on conflict (scope) do update set finished_at = now()`,
  );
  await owner.query(
    `insert into mismatch (check_name, subject, subject_id, detail, found_at, closed_at)
     select 'wallets', 'wallet', n::text, '{"wallet": 1, "postings": 2}', now() - (3000 - n) * interval '2 hours', case when n % 300 <> 1 then now() end
     from generate_series(1, 3000) n`,
  );
  await owner.query(
    `insert into console.alarm (kind, subject, detail, opened_at, told, closed_at)
     select k, 'bench ' || n, '{}', at, true, case when n < 19990 then at + interval '5 minutes' end
     from (
       select n, (array['no_seal', 'beacon_late', 'dues_unpaid', 'no_pass', 'payment_unknown', 'withdrawal_held'])[n % 6 + 1] as k,
         now() - (20000 - n) * interval '25 minutes' as at
       from generate_series(1, 20000) n
     ) each`,
  );
}

const acts = [
  'session_began',
  'session_ended',
  'note_written',
  'sessions_ended',
  'provider_asked',
  'sales_stopped',
  'request_asked',
  'request_approved',
  'alarm_taken',
  'limit_tightened',
];

/** The first word of the subject of requests, by their kind. */
const subjects = Object.fromEntries(
  Object.entries(requestKinds).map(([kind, about]) => [kind, 'subject' in about ? about.subject : kind]),
);

/**
 * Requests, all signed by nobody, as of demo operators; the last forty wait. Each is about something of its kind: the console reads an id
 * out of the subject, and a request about a draw is about one that is there.
 */
export async function fillRequests(owner: Queryable, { requests, players }: Sizes): Promise<void> {
  await owner.query(
    `insert into console.request (kind, reason, asked_by, asked_at, expires_at, subject, act, console_url, unsigned, status, approved_by,
       approved_at, ended_by, ended_at)
     select kind, 'Bench', asker, at, at + interval '24 hours',
       case $3::jsonb ->> kind
         when 'client' then 'client ' || 1 + n * 7919 % $2::bigint
         when 'draw' then 'draw ' || draws[1 + n % cardinality(draws)]
         when 'payment' then 'payment ' || md5('payment ' || n)::uuid
         when 'care_threshold' then 'care_threshold deposits'
         when 'operator' then 'operator support-' || 1 + n % 6
         when 'site players' then 'site players'
         when 'site withdrawals' then 'site withdrawals'
         when 'person' then 'person ' || n
         -- Stops and endpoints have ids like this. What the others have there is not read.
         else ($3::jsonb ->> kind) || ' ' || md5(n::text)::uuid
       end,
       '\\x00', 'http://localhost', 'demo', status, case when status = 'done' then approver end, case when status = 'done' then at + interval '1 minute' end,
       case when status = 'refused' then approver end, case when status in ('done', 'refused') then at + interval '2 minutes' end
     from (
       select n, k.kind, a.id as asker, b.id as approver, now() - ($1::integer - n) * interval '20 minutes' as at,
         (case when n > $1::integer - 40 then 'asked' when n % 9 = 0 then 'refused' else 'done' end)::console.request_status as status
       from generate_series(1, $1::integer) n
       join (select kind, ask_roles[1] as asks, approve_roles[1] as approves, row_number() over (order by kind) - 1 as place, count(*) over () as kinds from console.kind) k
         on k.place = n % k.kinds
       join console.operator a on a.name = k.asks || '-' || n % 5 + 2
       join console.operator b on b.name = k.approves || '-1' and b.id <> a.id
     ) each cross join (select array_agg(id) as draws from (select id from draw order by draws_at desc limit 1000) d) known order by n`,
    [requests, players, subjects],
  );
}

/**
 * The audit: three of ten lines are the worker's, the rest of operators. Each line has a hash, but not of the line before: nobody checks
 * this chain. And who looked at whom.
 */
export async function fillAudit(owner: Queryable, { auditLines, looks, players }: Sizes): Promise<void> {
  await owner.query(
    `insert into console.audit (number, at, operator_id, act, subject, request_id, record, hash)
     select n, at, operator, act, subject, request, convert_to(jsonb_build_object('at', console.audit_time(at), 'who', coalesce(name, 'worker'),
       'session', 'bench', 'address', '127.0.0.1', 'act', act, 'subject', subject, 'before', null, 'after', jsonb_build_object('sessions', n % 3),
       'reason', 'A reason of the bench, as long as they are', 'request', request)::text, 'UTF8'), sha256(n::text::bytea)
     from (
       select n, now() - ($1::integer - n) * (interval '365 days' / $1::integer) as at, o.id as operator, o.name,
         case when n % 10 < 3 then 'draw_settled' when n % 49999 = 4 then 'operator_disabled' else ($3::text[])[n % 10 + 1] end as act,
         case when n % 10 < 3 then 'draw ' || md5((n / 1000)::text)::uuid when n % 1000 = 5 then 'operator ' || o.name
           when n % 10 = 6 then 'payment ' || md5('payment ' || n)::uuid when n % 10 = 4 then null else 'client ' || 1 + n::bigint * 7919 % $2::bigint end as subject,
         r.id as request
       from generate_series(1, $1::integer) n
       left join (select id, name, row_number() over (order by id) - 1 as place, count(*) over () as many from console.operator) o
         on n % 10 >= 3 and o.place = n / 10 % o.many
       left join console.request r on n % 10 = 7 and r.number = n / 100
     ) each order by n`,
    [auditLines, players, acts],
  );
  await owner.query('update console.audit_head set number = $1::integer, hash = sha256($1::integer::text::bytea)', [
    auditLines,
  ]);
  await owner.query(
    `insert into console.view_log (at, operator_id, session, address, subject, what)
     select now() - ($1::integer - n) * (interval '365 days' / $1::integer), o.id, 'bench', '127.0.0.1', 'client ' || 1 + n::bigint * 7919 % $2::bigint, 'player'
     from generate_series(1, $1::integer) n
     join (select id, row_number() over (order by id) - 1 as place, count(*) over () as many from console.operator where not name like 'admin%') o
       on o.place = n % o.many
     order by n`,
    [looks, players],
  );
}
