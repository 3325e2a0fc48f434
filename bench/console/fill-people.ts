import type { Queryable } from '#database/connect.ts';
import { operatorRoles } from '#contract/operator/roles.ts';
import type { Sizes } from './sizes.ts';

const firstNames = [
  'Awa',
  'Kofi',
  'Fatou',
  'Yao',
  'Aminata',
  'Moussa',
  'Adjoua',
  'Ibrahim',
  'Mariam',
  'Sékou',
  'Akissi',
  'Ousmane',
];
const lastNames = [
  'Kouassi',
  'Traoré',
  'Diallo',
  'Koné',
  'Ouattara',
  'Bamba',
  'N’Guessan',
  'Coulibaly',
  'Touré',
  'Konan',
  'Sow',
  'Ba',
];

/**
 * Players, the oldest first. Whoever came first plays most (see fill-play), as the few do who play most anywhere. Names come from
 * 144,000, and a state of the console's list has from some hundred to some ten thousand players.
 */
export async function fillPeople(owner: Queryable, { players }: Sizes): Promise<void> {
  await owner.query(
    `insert into client (id, phone, password_hash, first_name, last_name, birth_date, country, accepted_terms_at, created_at,
       confirmed_at, last_sign_in_at, erased_at, cooling_off_until, cooling_off_reason)
     overriding system value
     select n,
       -- Those of the players who bet begin with +22507.
       case when not erased then '+22501' || lpad((n * 7919 % 99999989)::text, 8, '0') end,
       case when not erased then 'none' end,
       case when not erased then ($2::text[])[n * 31 % 12 + 1] || case when n % 3 = 0 then '' else ' ' || chr(65 + (n % 26)::integer) end end,
       case when not erased then ($3::text[])[n * 17 % 12 + 1] || case when n % 5 = 0 then '' else '-' || (n * 7919 % 1000) end end,
       '1990-01-01', case when n % 100 < 60 then 'CI' else ($4::text[])[n % 8 + 1] end, at, at,
       case when n % 50 <> 7 then at + interval '1 minute' end,
       case when not erased and n % 4 <> 0 then now() - n % 90 * interval '1 day' end,
       case when erased then now() - interval '1 day' end,
       case when not erased and n % 1000 = 3 then now() + interval '40 hours' end,
       case when not erased and n % 1000 = 3 then 'phone_changed' end
     from (
       select n, n % 200 = 9 as erased, now() - interval '365 days' + n * (interval '365 days' / $1::bigint) as at
       from generate_series(1, $1::bigint) n
     ) each order by n`,
    [players, firstNames, lastNames, ['BJ', 'BF', 'CI', 'GW', 'ML', 'NE', 'SN', 'TG']],
  );
  await owner.query(`select setval(pg_get_serial_sequence('client', 'id'), $1)`, [players]);
  await owner.query(
    `insert into wallet (client_id, dep, win, held) select n, n * 7919 % 50000, n * 104729 % 20000, case when n % 40 = 1 then 5000 else 0 end
     from generate_series(1, $1::bigint) n`,
    [players],
  );
  await owner.query(
    `insert into client_email (client_id, email, asked_at, verified_at)
     select n, 'player' || n || '@example.com', now() - interval '90 days', case when n % 10 < 8 then now() - interval '90 days' end
     from generate_series(1, $1::bigint, 2) n where n % 200 <> 9`,
    [players],
  );
  await owner.query(
    `insert into device (client_id, secret_hash, name, trusted_until, browser)
     select n, sha256(('device ' || n || ' ' || d)::bytea), 'Firefox on Android', now() + interval '30 days',
       -- one in forty shares the browser with others
       case when n % 40 = 0 then md5('shared ' || n / 400)::uuid else gen_random_uuid() end
     from generate_series(1, $1::bigint, 3) n cross join generate_series(1, 1 + (n % 3)::integer) d`,
    [players],
  );
  await owner.query(
    `insert into session (client_id, token_hash, remember, device, expires_at)
     select n, sha256(('session ' || n)::bytea), true, 'Firefox on Android', now() + interval '20 days' from generate_series(1, $1::bigint, 4) n`,
    [players],
  );
  await fillStates(owner, players);
}

/** The other states of players: each state of the list has some, spread over all numbers. */
async function fillStates(owner: Queryable, players: number): Promise<void> {
  await owner.query(
    `insert into client_lock (client_id, kind, begins_at, ends_at, locked_by, reason)
     select n, (enum_range(null::lock_kind))[n % 3 + 1], at, at + interval '72 hours', 'risk-1', 'Bench'
     from (select n, now() - n % 1000 * interval '8 hours' as at from generate_series(1, $1::bigint, 61) n) each`,
    [players],
  );
  await owner.query(
    `insert into play_break (client_id, kind, starts_at, ends_at)
     select n, 'month', at, at + interval '30 days'
     from (select n, now() - n % 360 * interval '1 day' as at from generate_series(5, $1::bigint, 83) n) each`,
    [players],
  );
  await owner.query(
    `insert into closing (client_id, asked_at, erases_at) select n, now() - interval '1 day', now() + interval '6 days'
     from generate_series(11, $1::bigint, 2003) n`,
    [players],
  );
  await owner.query(
    `insert into payout_stop (client_id, act, stopped_at, lifted_at, lifted_by, reason)
     select n, 'password_changed', now() - interval '9 days', case when n % 2 = 0 then now() end, case when n % 2 = 0 then 'jo' end,
       case when n % 2 = 0 then 'Bench' end from generate_series(13, $1::bigint, 1009) n`,
    [players],
  );
  await owner.query(
    `insert into person_match (client_id, source, ends_at) select n, 'own_break', now() + (n % 200 - 100) * interval '1 day'
     from generate_series(17, $1::bigint, 1013) n`,
    [players],
  );
  await owner.query(
    `insert into identity_check (client_id, type, country, last4, number_sealed, document_key, expires_on, status, created_at, submitted_at,
       decided_at, decided_by)
     select n, 'passport', 'CI', '1234', '\\x00', sha256(n::text::bytea), '2030-01-01',
       case when n % 50 = 3 then 'waiting' else 'accepted' end::identity_check_status, at, at,
       case when n % 50 <> 3 then at + interval '1 hour' end, case when n % 50 <> 3 then 'compliance-1' end
     from (select n, now() - n % 360 * interval '1 day' as at from generate_series(1, $1::bigint, 7) n) each`,
    [players],
  );
  await owner.query(
    `insert into console.note (client_id, at, written_by, text, read_first)
     select n, now() - k * interval '11 days', 'support-1', 'A note of the bench about this player.', n % 7 = 0 and k = 1
     from generate_series(1, $1::bigint, 23) n cross join generate_series(1, 1 + (n % 4)::integer) k`,
    [players],
  );
  await owner.query(
    `insert into console.test_account (client_id, marked_by, reason) select n, 'compliance-1', 'Bench' from generate_series(19, $1::bigint, 20011) n`,
    [players],
  );
  await owner.query(
    `insert into console.may_not_play (relation, name, client_id, reason, added_by)
     select 'staff', 'Somebody', n, 'Bench', 'compliance-1' from generate_series(23, $1::bigint, 503) n`,
    [players],
  );
}

/** One operator of each role who has signed in, and forty others who did most of what is in the audit. Returns the sessions' secrets. */
export async function fillOperators(owner: Queryable): Promise<void> {
  await owner.query(
    `insert into console.operator (name, roles, active_at, approves_from, demo)
     select role || '-' || n, array[role]::console.role[], now(), now(), true
     from unnest($1::text[]) role cross join generate_series(1, 6) n`,
    [operatorRoles],
  );
}
