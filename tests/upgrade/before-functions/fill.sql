-- Puts a row of everything into a database of version 0.1.0, money only through its functions.

-- Clients: two confirmed ones, and one who only signed up.
insert into client (phone, email, password_hash, first_name, last_name, birth_date, country, confirmed_at, last_sign_in_at)
values
  ('+2250700000001', 'awa@example.org', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', 'Awa', 'Koné', '1990-02-28', 'CI', now(), now()),
  ('+2250700000002', null, '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', 'Yao', 'N’Guessan', '1985-12-31', 'CI', now(), null),
  ('+22997000003', null, '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', 'Ama', 'Dossou', '2001-07-14', 'BJ', null, null);
insert into session (client_id, token_hash, remember, device, expires_at)
values (1, sha256('one'), true, 'Firefox on Android', now() + interval '30 days'), (2, sha256('two'), false, 'Safari on iPhone', now());
insert into code (client_id, purpose, destination, hmac, sent_at, expires_at, guesses, used_at) values
  (1, 'confirm_phone', '+2250700000001', sha256('code'), now(), now() + interval '10 minutes', 1, now()),
  (3, 'confirm_phone', '+22997000003', sha256('code'), now(), now() + interval '10 minutes', 0, null);
insert into rate_limit (key, points, expire) values ('sign-in:+2250700000001', 3, 1900000000000);
insert into message (recipient, channel, text, sent_at, attempts, next_try_at) values
  ('+22997000003', 'sms', 'Your Izi code is 123456. It is good for 10 minutes. Give it to nobody.', null, 2, now()),
  ('awa@example.org', 'email', 'Somebody tried to sign up at Izi with this e-mail address, which already has an account. If it was you, sign in or ask for a new password.', now(), 1, null),
  ('+2250700000001', 'sms', 'The password of your Izi account was changed. If it was not you, set a new one now with "Forgot password".', null, 1, now());
insert into favourite (client_id, id, label, bet_type, selection, stake)
values (1, gen_random_uuid(), 'Sunday', 5, 123, 500);
select open_wallet(id) from client;
select post_adjustment(client_id, gen_random_uuid(), 'adjustment', ('client_' || wallet)::account, amount)
from (values (1, 'dep', 10000), (1, 'win', 5000), (2, 'dep', 20000)) as given (client_id, wallet, amount);

-- Five draws: one that stays open, one to be closed and sealed, one drawn whose winners are not all paid, one settled, and
-- one void. Clients 1 and 2 bet on each.
insert into draw (id, draws_at, opens_at, closes_at, rules)
select ('00000000-0000-7000-8000-00000000000' || n)::uuid, now() + n * interval '1 hour', now() - interval '1 day',
  now() + n * interval '1 hour' - interval '30 seconds', 'izi-1'
from generate_series(1, 5) as n;
insert into commitment (draw_id, record, commitment, signature, secrets)
select id, decode(repeat('01', 137), 'hex'), sha256(id::text::bytea), decode(repeat('02', 64), 'hex'), '\x03' from draw;
select place_bets(
  array[1, 2], array_agg(draw_id order by client_id, draw_id), array_agg(client_id order by client_id, draw_id),
  array_agg(gen_random_uuid() order by client_id, draw_id), array_agg(draw_id order by client_id, draw_id),
  array_agg(2::smallint order by client_id, draw_id), array_agg(5 order by client_id, draw_id),
  array_agg(2500 order by client_id, draw_id))
from (select c.id as client_id, d.id as draw_id from client c, draw d where c.id <= 2) as bet;

-- What takes days goes by at once: the triggers sleep while the draws are moved.
set local session_replication_role = replica;
update draw set closes_at = now() - interval '1 minute', draws_at = now() + (right(id::text, 1) || ' hours')::interval
where id::text ~ '[2-5]$';
set local session_replication_role = origin;
update draw set status = 'closed', closed_at = clock_timestamp() where id::text ~ '[234]$';
insert into seal (number, draw_id, record, signature)
select n, ('00000000-0000-7000-8000-00000000000' || n + 1)::uuid,
  decode(repeat('0' || n, 136) || repeat('0' || n - 1, 32), 'hex'), decode(repeat('04', 64), 'hex')
from generate_series(1, 3) as n;
insert into tree_chunk (draw_id, tier, chunk, hashes) select draw_id, 0, 0, hash || hash from seal;
update draw set sealed_at = clock_timestamp() where id::text ~ '[234]$';
set constraints all immediate;
set local session_replication_role = replica;
update draw set draws_at = now() - interval '30 seconds' + (right(id::text, 1) || ' seconds')::interval where id::text ~ '[34]$';
set local session_replication_role = origin;
update draw set status = 'drawn', result = 512346789, drawn_at = clock_timestamp() where id::text ~ '[34]$';
insert into reveal (draw_id, seed) select id, sha256(id::text::bytea) from draw where status = 'drawn';
insert into beacon_round (chain, round, signature) values ('\x05', 42, '\x06');
select list_wins(id, array[2::smallint], array[5], array[6]) from draw where status = 'drawn';
-- Of the third draw one client is paid and one is not; the fourth is paid to its end.
select pay_dues('00000000-0000-7000-8000-000000000003', 1);
select pay_dues('00000000-0000-7000-8000-000000000004', 500);
select pay_dues('00000000-0000-7000-8000-000000000004', 500);
update draw set status = 'void' where id::text ~ '5$';
select list_refunds('00000000-0000-7000-8000-000000000005');
select pay_dues('00000000-0000-7000-8000-000000000005', 500);
select pay_dues('00000000-0000-7000-8000-000000000005', 500);

-- Payments: of each direction one that is done, one that failed and one under way.
insert into payment (client_id, direction, amount, from_win, country, method, phone, first_name, last_name, provider,
  idempotency_key, request_hash, due_at)
select c.id, d::payment_direction, 1000, case d when 'withdrawal' then 1000 else 0 end, 'CI', 'orange', c.phone, c.first_name,
  c.last_name, 'sandbox', d || ' ' || n, sha256('request'), now()
from client c, unnest(array['deposit', 'withdrawal']) as d, generate_series(1, 3) as n where c.id = 1;
insert into payment_event (payment_id, kind, to_status, detail) select id, 'created', 'created', '{"by": "client"}' from payment;
select post_transfer(client_id, 'withdrawal', id, 'client_win', 'client_held', amount) from payment where direction = 'withdrawal';
select post_transfer(client_id, 'withdrawal_paid', id, 'client_held', 'clearing', amount)
from payment where idempotency_key = 'withdrawal 1';
select post_transfer(client_id, 'withdrawal_returned', id, 'client_held', 'client_win', amount)
from payment where idempotency_key = 'withdrawal 2';
select post_transfer(client_id, 'deposit', id, 'clearing', 'client_dep', amount) from payment where idempotency_key = 'deposit 1';
update payment set provider_ref = 'ref ' || idempotency_key, answer = '{"status": "pending"}', status = case idempotency_key
  when 'deposit 1' then 'succeeded' when 'withdrawal 1' then 'paid' when 'deposit 3' then 'pending' when 'withdrawal 3' then 'unknown'
  else 'failed' end::payment_status;
insert into webhook (provider, headers, body, payment_id) select provider, '{"x-signature": "1"}', '{}', id from payment;
insert into operation_flag (name, reason) values ('withdrawals_stopped', 'looked into');
insert into sandbox.collection (ref, merchant_reference, amount, method, phone, payer, return_url)
select provider_ref, id, amount, method, phone, first_name, 'http://localhost/' from payment where direction = 'deposit';
insert into sandbox.payout (ref, merchant_reference, amount, method, phone, status)
select provider_ref, id, amount, method, phone, 'processing' from payment where direction = 'withdrawal';
insert into sandbox.notice (body) values ('{}');

-- Limits, a break, and a pass over the books.
select set_play_limit(2, 'stake', 'week', 90000, 'Africa/Abidjan');
select set_play_limit(2, 'deposit', 'day', 5000, 'Africa/Abidjan');
select take_break(3, 'week', 'Africa/Abidjan');
select record_pass('full', now(), now(), pg_snapshot_xmin(pg_current_snapshot()),
  '[{"check": "wallets", "subject": "client", "id": "3", "detail": {"dep": 1}}]');
