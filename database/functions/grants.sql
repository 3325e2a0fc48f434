-- Everything that the processes may do: those that serve players, as the role izi_app; workers, as izi_worker, which may do all
-- that izi_app may (database/migrate.ts makes it a member); the operators' console, as izi_console; what serves programs with a
-- key, as izi_machine; and the second opinion, as izi_opinion. docs/fairness.md says what each of them could do to a draw. This file is applied after all others.
--
-- First revoke all rights, so that a right whose line is removed here is removed from the database too. Only our own objects
-- are changed, not those of an extension or of another owner.
do $$
declare
  v_revoke text;
begin
  for v_revoke in
    select format('revoke all on %s %s from public, izi_app, izi_worker, izi_console, izi_opinion, izi_machine', case relkind when 'S' then 'sequence' else 'table' end, oid::regclass)
    from pg_class
    where relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace, 'console'::regnamespace, 'opinion'::regnamespace, 'mutex'::regnamespace) and relkind in ('r', 'p', 'v', 'm', 'S')
      and pg_has_role(relowner, 'usage')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    union all
    select format('revoke all on routine %s from public, izi_app, izi_worker, izi_console, izi_opinion, izi_machine', oid::regprocedure)
    from pg_proc
    where pronamespace in ('public'::regnamespace, 'sandbox'::regnamespace, 'console'::regnamespace, 'opinion'::regnamespace, 'mutex'::regnamespace) and pg_has_role(proowner, 'usage')
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  loop
    execute v_revoke;
  end loop;
end
$$;
-- In databases created before PostgreSQL 15, everybody may create functions and tables in this schema.
revoke create on schema public from public, izi_app, izi_worker, izi_console, izi_opinion, izi_machine;
revoke all on schema sandbox, console, opinion, mutex, years from public, izi_app, izi_worker, izi_console, izi_opinion, izi_machine;

-- The application asks whether the database is new enough for it.
grant select on migration, function_set to izi_app, izi_console, izi_machine;

-- The ledger
grant select on wallet, posting, every_posting, posted_once, account_balance, top_up to izi_app;
grant execute on function open_wallet, post_transfer, last_posting_by, wallet_at, credits_covering, explained_wallet to izi_app;

-- Clients
-- Whose an account is, its phone, its name and when withdrawals resume are for functions to write.
grant select, insert (phone, password_hash, first_name, last_name, birth_date, country, locale, last_sign_in_at), update (
  password_hash, password_changed_at, password_is_weak, last_sign_in_at, handle, country, city, address, locale
) on client to izi_app;
grant execute on function prove_phone, change_phone, give_phone_back, change_name to izi_app;
grant select (client_id, kind, begins_at, ends_at, lifted_at) on client_lock to izi_app;
grant select (client_id, kind, period, amount, set_at, ends_at) on operator_limit to izi_app;
grant execute on function lock_ends_at to izi_app;
grant select, insert, update, delete on client_email, device, session, totp, recovery_code, challenge, code, rate_limit, sign_in_wait,
  message, sent to izi_app;
grant select, insert, update, delete on passkey, passkey_challenge to izi_app;
grant execute on function is_counted_already, refused_sending, count_sending to izi_app;
grant execute on function remove_unproven_clients to izi_worker;

-- The security log. Only functions write it, at the database's time.
grant select on security_event to izi_app;
grant execute on function record_security_event to izi_app;
grant execute on function keep_security_events to izi_worker;

-- Months of tickets and postings
grant select on month to izi_app;
grant execute on function posting_from, posting_before, ids_of_postings, statement_lines to izi_app;
grant execute on function keep_months to izi_worker;
grant select on month_balance, month_sum, month_stake to izi_worker;
grant execute on function first_open_posting_id, first_open_moment, first_ticket_id_of_finished, first_posting_id_of_finished, borders_of_month,
  balances_of_month, sums_of_month, stakes_at_end_of_month, month_to_close, close_month to izi_worker;

-- Payouts that wait. Only the owner of the tables lifts an undo.
grant select, insert, update, delete on undo_link to izi_app;
grant select on payout_stop to izi_app;
grant execute on function payouts_wait, start_cooling_off, stop_payouts to izi_app;

-- Closed accounts
grant select on closing to izi_app;
grant execute on function begin_closing, take_back_closing to izi_app;
grant execute on function erase_client to izi_worker;

-- Tiers and documents. What becomes of a document is for operators to decide.
grant select, insert, update (key_sealed) on client_document_key to izi_app;
grant select on identity_check, identity_image to izi_app;
grant execute on function tier_of, tier_limits, tier_used, large_win, tier_in_the_way, is_closed_for_good, start_identity_check,
  keep_identity_image, submit_identity_check to izi_app;
grant execute on function remove_old_documents to izi_worker;

-- One person, once. Only the owner of the tables clears a match.
grant select (client_id, key_id) on person_key to izi_app;
grant execute on function key_person, money_waits_for, ask_register, note_register_answer to izi_app;
grant execute on function claim_register_question, remove_ended_exclusions to izi_worker;

-- Tickets
grant select on ticket, every_ticket, client_ticket, due, due_lane to izi_app;
grant execute on function stopped_sales, judge_tickets, place_checkouts, place_patiently to izi_app;
grant execute on function first_id_at, first_ticket_id, end_of_ticket_ids, ids_of_draws, ids_of_draw, first_ticket_id_of_draws, first_open_ticket_id,
  end_of_all_ticket_ids, months_to_read, first_ids_of_client,
  ticket_status, client_tickets, client_tickets_by_draw
  to izi_app;
grant select, insert, update, delete on favourite to izi_app;

-- Draws. Players' processes read them, and sell their tickets. Only workers take one through its life: every new draw is open and without a
-- result, and only functions change that.
grant select on draw, commitment, draw_salt, tree_chunk, seal, reveal, operator_key, beacon_chain, beacon_round, known_round
  to izi_app;
grant insert (id, draws_at, opens_at, closes_at, rules) on draw to izi_worker;
grant insert on commitment, draw_salt, tree_chunk to izi_worker;
grant execute on function close_due_draw, claim_draw_to_seal, prepare_seal, seal_draw, void_lost_draw, store_round, refuse_round,
  claim_draw_to_draw, draw_result, prepare_operator_key, announce_operator_key to izi_worker;
grant execute on function is_lane_paid to izi_app;
grant execute on function sold_of, list_wins, list_refunds, pay_dues to izi_worker;
-- The second opinion may hold them. A worker may write neither the opinion nor whether it counts.
grant execute on function opinion_wait_seconds to izi_app;
grant execute on function hold_of, heed_opinions to izi_worker;
-- Exposure of draws. What is kept at a seal is for functions to write.
grant execute on function hold_exposure, release_exposure, exposures_to_compute, store_exposure, remove_old_exposures,
  next_exposure_to_keep, keep_exposure, next_exposure_to_place, place_exposure to izi_worker;
grant execute on function exposure_uniformity to izi_app, izi_machine;
grant select on exposure, kept_exposure to izi_app;
grant select on draw_figure to izi_app;
-- The public columns of a stop and of a draw that was called off.
grant select (id, draw_id, bet_type, sentence, cap_id, stopped_at, ended_at) on sales_stop to izi_app;
-- The worker hands in the computed exposure. Functions decide about pauses, and operators set the caps.
grant execute on function claim_exposure_looks, keep_exposure_look, remove_old_exposure_looks to izi_worker;
grant select (draw_id, at, told_en, told_fr) on call_off to izi_app;
grant select on timetable_version to izi_app;
grant execute on function make_first_timetable, hold_timetable to izi_worker;

-- Webhooks that leave. What happened is for triggers to write.
grant execute on function due_webhook_endpoints, claim_webhooks, note_webhook_try, remove_old_webhooks to izi_worker;

-- Payments. One begins as `created`, whoever inserts it.
grant select, insert (
  id, client_id, direction, amount, from_win, from_dep, country, method, phone, first_name, last_name, email, provider,
  idempotency_key, request_hash, due_at, route_version
), update (
  provider_ref, redirect_url, notify_secret, status, failure, provider_failed, mismatch, sent_at, updated_at, due_at, asked, answer
) on payment to izi_app;
grant select, insert on payment_event, webhook to izi_app;
grant select on chargeback to izi_app;
grant select, update (due_at, paid_at) on payment_attempt to izi_app;
grant select, insert, update on provider_answer to izi_app;
-- It may hold a withdrawal. Only operators let it continue.
grant select, insert (payment_id, reasons, until) on withdrawal_review to izi_app;
grant select on withdrawal_review_end to izi_app;
grant select on adjustment to izi_app;
grant execute on function charge_back, refunded, repay_owed, store_webhook, reroute_payment to izi_app;
grant execute on function keep_webhooks to izi_worker;
-- Which accounts carry them is for operators to decide; the settings make the first routes.
grant select on payment_route_version to izi_app;
grant select (account, country, method, direction, told_en, told_fr, stopped_at, ended_at, id) on payment_stop to izi_app;
grant select on payment_line to izi_app;
grant execute on function hold_payment_accounts, payment_stops_in_force, payment_pauses, make_first_payment_routes to izi_app;
grant execute on function keep_payment_offers, keep_payment_floats, keep_payment_usual to izi_worker;
grant select, insert on party to izi_app;
grant select, insert (client_id, key_sealed) on party_key to izi_app;
grant execute on function seal_parties, reseal_party_key, forget_old_parties to izi_worker;
-- The app may stop withdrawals. Only an operator resumes them.
grant select, insert on operation_flag to izi_app;
grant usage on schema sandbox to izi_app;
grant select, insert, update on all tables in schema sandbox to izi_app;

-- Reconciliation
grant select on reconciliation_pass, unfinished_pass, mismatch to izi_app;
grant select on wanted_pass to izi_app;
grant execute on function record_pass, record_unfinished_pass, process_in_full_pass, oldest_transaction to izi_worker;
-- Work of one process at a time
grant execute on function take_turn, work_due to izi_worker;
-- Sessions that block others
grant execute on function end_harmful_sessions, logins_out_of_reach to izi_worker;
-- Sums for whoever looks at the books
grant select on account_hour, account_hours_until, account_day, account_last, account_days_until to izi_app;
grant execute on function keep_account_hours, keep_account_days to izi_worker;
-- Figures for everybody
grant select on figure_quarter, figure_due, draw_spread to izi_app;
grant execute on function figures_by_day, withdrawals_by_day, adjustments_by_day, public_events to izi_app, izi_machine;
grant execute on function keep_figures, keep_withdrawals to izi_worker;

-- Play limits
grant select on play_limit, play_break, stakes_counted to izi_app;
grant select, insert, update, delete on reality_check to izi_app;
grant execute on function operator_limit_of, operator_limit_ends_at, count_stakes, keep_stakes_counted, play_limits_at, break_ends_at, renew_stakes_left,
  limit_in_the_way, set_play_limit, take_break, lock_deposits, void_play_limits to izi_app;

-- Notices. What happened is for functions to note.
grant select, insert, update on notice_setting to izi_app;
grant select, insert, update, delete on notice_choice to izi_app;
grant select, insert, update (session_id, p256dh, auth, last_ok_at), delete on push_subscription to izi_app;
grant select, delete, update (due_at, waited, told_at) on notice to izi_app;
grant execute on function may_hear, note_draw_outcomes, note_limits, quiet_until to izi_worker;

-- Operators. A function that is called from outside is security definer. The console gets those that take the secret of an
-- operator's session first, and ask for its role; the worker those that take the id of a request first, and ask whether it is
-- approved; what serves programs those that take a key first, and ask for its scope.
grant usage on schema console to izi_app, izi_console, izi_machine;
do $$
declare
  v_grant text;
begin
  for v_grant in
    select format('grant execute on function %s to %I', oid::regprocedure,
      case proargnames[1] when 'p_session' then 'izi_console' when 'p_key' then 'izi_machine' else 'izi_worker' end)
    from pg_proc
    where pronamespace = 'console'::regnamespace and prosecdef and proargnames[1] in ('p_session', 'p_request', 'p_key')
  loop
    execute v_grant;
  end loop;
end
$$;
-- Before there is a session.
grant execute on function console.begin_sign_in, console.take_sign_in, console.sign_in_with_passkey, console.refuse_passkey,
  console.begin_password, console.sign_in_with_password, console.refuse_password, console.sign_in_to_demo, console.use_link,
  console.site, console.app_keys to izi_console;
-- Each process asks at its start whether the database is one of a demonstration.
grant execute on function console.site to izi_app, izi_machine;
-- A process records its own software.
grant execute on function console.note_software to izi_worker, izi_console;
-- A client sees in the security log that somebody looked or acted.
grant execute on function record_security_event to izi_console;
-- The worker keeps requests and the audit going.
grant execute on function console.approved_requests, console.expire_requests, console.digest_views, console.head_to_sign,
  console.keep_signed_head, console.check_audit, console.keep_audit_check, console.acts_without_two, console.done_requests,
  console.watch, console.open_alarms, console.remove_people_files, console.morning_report, count_sales to izi_worker;
-- It reads the statements of providers, and seals their keys anew.
grant execute on function console.claim_statement, console.read_statement_piece, console.store_statement_lines, console.refuse_statement,
  console.compare_statement, console.remove_broken_uploads, console.remove_old_statement_files, console.count_statement_differences
  to izi_worker;
grant select (id, key_sealed), update (key_sealed) on console.provider_statement to izi_worker;
-- It looks for signs of harm. Functions carry out what follows from a strong sign.
grant execute on function note_care_due, measure_care, act_on_care to izi_worker;

-- The second opinion reads what the site sealed, drew and paid, without anybody's name, and writes what it thinks of it.
grant usage on schema opinion to izi_opinion;
grant select on opinion.draw, opinion.ticket, opinion.leaf_chunk, opinion.due, opinion.payment, opinion.figure, opinion.note
  to izi_opinion;
grant execute on function opinion.note_before, opinion.note_drawn, opinion.note_after to izi_opinion;
