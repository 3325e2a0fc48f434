-- The database as it is: written by npm run schema, and held to by a test. Never applied to a database.
-- How it came to this is in migrations, and what the functions do is in functions.

create schema console;
grant usage on schema console to izi_app;
grant usage on schema console to izi_console;
grant usage on schema console to izi_machine;

create schema mutex;

create schema opinion;
grant usage on schema opinion to izi_opinion;

create schema public;
grant usage on schema public to public;

create schema sandbox;
grant usage on schema sandbox to izi_app;

create type account as enum ('client_dep', 'client_win', 'client_held', 'draw_stakes', 'house', 'clearing', 'adjustment', 'client_owed', 'capital');

create type break_kind as enum ('day', 'week', 'month', 'exclusion');

create type code_purpose as enum ('confirm_phone', 'reset_password', 'confirm_email', 'second_step', 'change_phone');

create type console.request_status as enum ('asked', 'approved', 'done', 'refused', 'withdrawn', 'expired', 'failed');

create type console.role as enum ('support', 'payments', 'draws', 'risk', 'compliance', 'auditor', 'admin');

create type console.session_stage as enum ('setup', 'full');

create type document_side as enum ('front', 'back');

create type document_type as enum ('national_id', 'passport', 'residence_permit', 'driving_licence');

create type draw_status as enum ('open', 'closed', 'drawn', 'settled', 'void');

create type exclusion_kind as enum ('name_part', 'document');

create type identity_check_status as enum ('draft', 'waiting', 'accepted', 'refused');

create type limit_kind as enum ('deposit', 'stake');

create type limit_period as enum ('day', 'week', 'month');

create type lock_kind as enum ('sign_in', 'play', 'withdrawals');

create type message_channel as enum ('sms', 'email', 'push');

create type party_look_kind as enum ('asked', 'approved', 'opened');

create type payment_direction as enum ('deposit', 'withdrawal');

create type payment_event_kind as enum ('created', 'accepted', 'rejected', 'unanswered', 'under_way', 'confirmed', 'declined', 'absent', 'expired', 'amount_mismatch', 'paid_after_return', 'refunded', 'refund_unclear', 'other_payment', 'released', 'refused', 'rerouted', 'paid_elsewhere', 'reversed');

create type payment_status as enum ('review', 'created', 'pending', 'processing', 'unknown', 'succeeded', 'paid', 'failed', 'expired');

create type posting_kind as enum ('deposit', 'bet', 'payout', 'refund', 'withdrawal', 'withdrawal_returned', 'withdrawal_paid', 'stakes_banked', 'adjustment', 'chargeback', 'chargeback_repaid', 'top_up');

create type reconciliation_scope as enum ('recent', 'full');

create type review_verdict as enum ('released', 'refused');

create sequence posting_id_seq;

create table account_day (
  client_id bigint not null,
  day date not null,
  deposited bigint not null,
  staked bigint not null,
  won bigint not null,
  returned bigint not null,
  adjusted bigint not null,
  withdrawn bigint not null,
  charged_back bigint not null,
  held bigint not null,
  owed bigint not null,
  balance bigint not null,
  settled bigint not null,
  through bigint not null,
  constraint account_day_pkey PRIMARY KEY (client_id, day)
);
grant select on account_day to izi_app;

create table account_days_until (
  only_one boolean not null default true,
  until timestamp with time zone not null,
  zone text not null,
  constraint account_days_until_is_one CHECK (only_one),
  constraint account_days_until_pkey PRIMARY KEY (only_one)
);
grant select on account_days_until to izi_app;

create table account_hour (
  hour timestamp with time zone not null,
  kind posting_kind not null,
  from_account account not null,
  to_account account not null,
  provider text not null,
  amount bigint not null,
  postings bigint not null,
  constraint account_hour_pkey PRIMARY KEY (hour, kind, from_account, to_account, provider)
);
grant select on account_hour to izi_app;

create table account_hours_until (
  only_one boolean not null default true,
  until timestamp with time zone not null,
  constraint account_hours_until_is_one CHECK (only_one),
  constraint account_hours_until_pkey PRIMARY KEY (only_one)
);
grant select on account_hours_until to izi_app;

create table account_last (
  client_id bigint not null,
  day date not null,
  balance bigint not null,
  constraint account_last_pkey PRIMARY KEY (client_id)
);
grant select on account_last to izi_app;

create table adjustment (
  reference uuid not null,
  from_account account not null,
  to_account account not null,
  client_id bigint not null,
  amount bigint not null,
  author text not null,
  reason text not null,
  told text,
  request_id uuid,
  at timestamp with time zone not null default clock_timestamp(),
  constraint adjustment_has_author CHECK ((TRIM(BOTH FROM author) <> ''::text)),
  constraint adjustment_has_reason CHECK ((TRIM(BOTH FROM reason) <> ''::text)),
  constraint adjustment_positive CHECK ((amount > 0)),
  constraint adjustment_tells_something CHECK ((TRIM(BOTH FROM told) <> ''::text)),
  constraint adjustment_client_id_fkey FOREIGN KEY (client_id) REFERENCES wallet(client_id),
  constraint adjustment_pkey PRIMARY KEY (reference, from_account, to_account),
  constraint adjustment_request_id_key UNIQUE (request_id)
);
CREATE INDEX adjustment_at ON public.adjustment USING btree (at, reference);
CREATE TRIGGER adjustment_is_history BEFORE DELETE OR UPDATE ON public.adjustment FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER adjustment_is_kept BEFORE TRUNCATE ON public.adjustment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on adjustment to izi_app;

create table beacon_chain (
  hash bytea not null,
  public_key bytea not null,
  genesis bigint not null,
  period integer not null,
  constraint beacon_chain_begins CHECK (((genesis >= 0) AND (genesis <= '9999999999'::bigint))),
  constraint beacon_chain_goes_on CHECK (((period >= 1) AND (period <= 3600))),
  constraint beacon_chain_hash_length CHECK ((octet_length(hash) = 32)),
  constraint beacon_chain_key_length CHECK ((octet_length(public_key) = 96)),
  constraint beacon_chain_pkey PRIMARY KEY (hash)
);
CREATE TRIGGER beacon_chain_is_history BEFORE DELETE OR UPDATE ON public.beacon_chain FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER beacon_chain_is_kept BEFORE TRUNCATE ON public.beacon_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on beacon_chain to izi_app;

create table beacon_round (
  chain bytea not null,
  round bigint not null,
  signature bytea not null,
  stored_at timestamp with time zone default clock_timestamp(),
  refused_at timestamp with time zone,
  constraint beacon_round_pkey PRIMARY KEY (chain, round, signature)
);
CREATE UNIQUE INDEX beacon_round_counts_once ON public.beacon_round USING btree (chain, round) WHERE (refused_at IS NULL);
CREATE INDEX beacon_round_refused ON public.beacon_round USING btree (refused_at) WHERE (refused_at IS NOT NULL);
CREATE TRIGGER beacon_round_is_due BEFORE INSERT ON public.beacon_round FOR EACH ROW EXECUTE FUNCTION refuse_early_round();
CREATE TRIGGER beacon_round_is_history BEFORE DELETE OR UPDATE ON public.beacon_round FOR EACH ROW EXECUTE FUNCTION keep_round();
CREATE TRIGGER beacon_round_is_kept BEFORE TRUNCATE ON public.beacon_round FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on beacon_round to izi_app;

create table call_off (
  draw_id uuid not null,
  at timestamp with time zone not null default clock_timestamp(),
  reason text not null,
  request_id uuid not null,
  told_en text not null,
  told_fr text not null,
  constraint call_off_has_a_reason CHECK ((reason <> ''::text)),
  constraint call_off_tells_in_english CHECK ((TRIM(BOTH FROM told_en) <> ''::text)),
  constraint call_off_tells_in_french CHECK ((TRIM(BOTH FROM told_fr) <> ''::text)),
  constraint call_off_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint call_off_pkey PRIMARY KEY (draw_id)
);
CREATE CONSTRAINT TRIGGER call_off_in_time AFTER INSERT ON public.call_off DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_late_call_off();
CREATE TRIGGER call_off_is_history BEFORE DELETE OR UPDATE ON public.call_off FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER call_off_is_kept BEFORE TRUNCATE ON public.call_off FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select (at, draw_id, told_en, told_fr) on call_off to izi_app;

create table care_threshold (
  number integer not null,
  kind text not null,
  notable bigint not null,
  strong bigint not null,
  times integer not null,
  begins_at timestamp with time zone not null,
  set_at timestamp with time zone not null default clock_timestamp(),
  request_id uuid,
  constraint care_threshold_notable_positive CHECK ((notable > 0)),
  constraint care_threshold_number_positive CHECK ((number > 0)),
  constraint care_threshold_of_a_sign CHECK ((kind = ANY (ARRAY['deposits'::text, 'deposited'::text, 'deposits_refused'::text, 'limits_raised'::text, 'staked'::text, 'chased'::text, 'draws_in_a_row'::text, 'night'::text, 'after_break'::text]))),
  constraint care_threshold_strong_above_notable CHECK ((strong >= notable)),
  constraint care_threshold_times_few CHECK (((times >= 0) AND (times <= 100))),
  constraint care_threshold_request_id_fkey FOREIGN KEY (request_id) REFERENCES console.request(id),
  constraint care_threshold_pkey PRIMARY KEY (number),
  constraint care_threshold_request_id_key UNIQUE (request_id)
);
CREATE INDEX care_threshold_newest ON public.care_threshold USING btree (kind, number);
CREATE TRIGGER care_threshold_is_history BEFORE DELETE OR UPDATE ON public.care_threshold FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER care_threshold_is_kept BEFORE TRUNCATE ON public.care_threshold FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table challenge (
  id uuid not null default gen_random_uuid(),
  client_id bigint not null,
  proven_by text[] not null,
  remember boolean not null,
  password_hash text,
  guesses smallint not null default 0,
  expires_at timestamp with time zone not null,
  passkey_nonce bytea,
  constraint challenge_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint challenge_pkey PRIMARY KEY (id)
);
CREATE INDEX challenge_client ON public.challenge USING btree (client_id);
CREATE INDEX challenge_expires_at ON public.challenge USING btree (expires_at);
grant delete, insert, select, update on challenge to izi_app;

create table chargeback (
  id uuid not null default gen_random_uuid(),
  payment_id uuid not null,
  client_id bigint not null,
  amount bigint not null,
  from_dep bigint not null,
  from_win bigint not null,
  from_owed bigint not null,
  at timestamp with time zone not null,
  constraint chargeback_from_dep_check CHECK ((from_dep >= 0)),
  constraint chargeback_from_owed_check CHECK ((from_owed >= 0)),
  constraint chargeback_from_win_check CHECK ((from_win >= 0)),
  constraint chargeback_positive CHECK ((amount > 0)),
  constraint chargeback_shares_add_up CHECK ((((from_dep + from_win) + from_owed) = amount)),
  constraint chargeback_client_id_fkey FOREIGN KEY (client_id) REFERENCES wallet(client_id),
  constraint chargeback_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint chargeback_pkey PRIMARY KEY (id)
);
CREATE INDEX chargeback_of_payment ON public.chargeback USING btree (payment_id);
CREATE TRIGGER chargeback_is_history BEFORE DELETE OR UPDATE ON public.chargeback FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chargeback_is_kept BEFORE TRUNCATE ON public.chargeback FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on chargeback to izi_app;

create table client (
  id bigint not null generated always as identity,
  phone text,
  email text,
  password_hash text,
  first_name text,
  last_name text,
  birth_date date not null,
  country text not null,
  city text,
  address text,
  role text not null default 'client'::text,
  confirmed_at timestamp with time zone,
  accepted_terms_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  last_sign_in_at timestamp with time zone,
  password_changed_at timestamp with time zone default now(),
  erased_at timestamp with time zone,
  handle bytea,
  cooling_off_until timestamp with time zone,
  cooling_off_reason text,
  phone_changed_at timestamp with time zone,
  password_is_weak boolean not null default false,
  locale text not null default 'en'::text,
  constraint client_cooling_off_has_a_reason CHECK ((num_nulls(cooling_off_until, cooling_off_reason) = ANY (ARRAY[0, 2]))),
  constraint client_handle CHECK ((length(handle) = 32)),
  constraint client_is_whole_or_erased CHECK (
CASE
    WHEN (erased_at IS NULL) THEN (num_nulls(phone, password_hash, first_name, last_name) = 0)
    ELSE (num_nonnulls(phone, email, password_hash, first_name, last_name, city, address, last_sign_in_at) = 0)
END),
  constraint client_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'fr'::text]))),
  constraint client_pkey PRIMARY KEY (id)
);
CREATE INDEX client_created ON public.client USING btree (created_at);
CREATE INDEX client_erased ON public.client USING btree (erased_at) WHERE (erased_at IS NOT NULL);
CREATE INDEX client_last_name ON public.client USING btree (lower(regexp_replace(NORMALIZE(((last_name || ' '::text) || first_name), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text)) text_pattern_ops) WHERE (erased_at IS NULL);
CREATE INDEX client_name ON public.client USING btree (lower(regexp_replace(NORMALIZE(((first_name || ' '::text) || last_name), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text)) text_pattern_ops) WHERE (erased_at IS NULL);
CREATE INDEX client_of_country ON public.client USING btree (country, id);
CREATE INDEX client_phone ON public.client USING btree (phone text_pattern_ops);
CREATE INDEX client_phone_end ON public.client USING btree ("right"(phone, 4));
CREATE UNIQUE INDEX client_phone_once ON public.client USING btree (phone) WHERE (confirmed_at IS NOT NULL);
CREATE INDEX client_unconfirmed ON public.client USING btree (created_at) WHERE (confirmed_at IS NULL);
CREATE TRIGGER client_changed AFTER UPDATE ON public.client FOR EACH ROW WHEN (((old.confirmed_at IS DISTINCT FROM new.confirmed_at) OR (old.phone <> new.phone) OR (old.role <> new.role))) EXECUTE FUNCTION tell_client_changed();
CREATE TRIGGER client_has_new_password BEFORE UPDATE OF password_hash ON public.client FOR EACH ROW WHEN ((new.password_hash IS DISTINCT FROM old.password_hash)) EXECUTE FUNCTION forget_weakness();
CREATE TRIGGER client_leaves_a_trace AFTER UPDATE OF phone, first_name, last_name ON public.client FOR EACH ROW EXECUTE FUNCTION trace_client(); -- enabled: A
grant insert (birth_date, country, first_name, last_name, last_sign_in_at, locale, password_hash, phone), select, update (address, city, country, handle, last_sign_in_at, locale, password_changed_at, password_hash, password_is_weak) on client to izi_app;

create table client_document_key (
  client_id bigint not null,
  key_sealed bytea not null,
  constraint client_document_key_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint client_document_key_pkey PRIMARY KEY (client_id)
);
grant insert, select, update (key_sealed) on client_document_key to izi_app;

create table client_email (
  client_id bigint not null,
  email text not null,
  asked_at timestamp with time zone not null,
  verified_at timestamp with time zone,
  constraint client_email_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id)
);
CREATE INDEX client_email_address ON public.client_email USING btree (lower(email));
CREATE UNIQUE INDEX client_email_asked ON public.client_email USING btree (client_id) WHERE (verified_at IS NULL);
CREATE UNIQUE INDEX client_email_once ON public.client_email USING btree (lower(email)) WHERE (verified_at IS NOT NULL);
CREATE UNIQUE INDEX client_email_proven ON public.client_email USING btree (client_id) WHERE (verified_at IS NOT NULL);
grant delete, insert, select, update on client_email to izi_app;

create table client_lock (
  id bigint not null generated always as identity,
  client_id bigint not null,
  kind lock_kind not null,
  begins_at timestamp with time zone not null default clock_timestamp(),
  ends_at timestamp with time zone not null default (clock_timestamp() + '72:00:00'::interval),
  locked_by text not null,
  reason text not null,
  lifted_at timestamp with time zone,
  lifted_by uuid,
  constraint client_lock_has_a_reason CHECK ((reason <> ''::text)),
  constraint client_lock_lasts CHECK ((ends_at > begins_at)),
  constraint client_lock_says_who_lifted CHECK ((num_nonnulls(lifted_at, lifted_by) = ANY (ARRAY[0, 2]))),
  constraint client_lock_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint client_lock_pkey PRIMARY KEY (id)
);
CREATE INDEX client_lock_ends ON public.client_lock USING btree (ends_at) WHERE (lifted_at IS NULL);
CREATE INDEX client_lock_running ON public.client_lock USING btree (client_id, kind, ends_at) WHERE (lifted_at IS NULL);
CREATE TRIGGER client_lock_is_kept BEFORE DELETE OR UPDATE ON public.client_lock FOR EACH ROW EXECUTE FUNCTION keep_lock();
CREATE TRIGGER client_lock_is_told AFTER INSERT OR UPDATE ON public.client_lock FOR EACH ROW EXECUTE FUNCTION tell_client('limits');
CREATE TRIGGER client_lock_stays BEFORE TRUNCATE ON public.client_lock FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select (begins_at, client_id, ends_at, kind, lifted_at) on client_lock to izi_app;

create table closing (
  client_id bigint not null,
  asked_at timestamp with time zone not null,
  erases_at timestamp with time zone not null,
  reason text,
  constraint closing_can_be_taken_back CHECK ((erases_at > asked_at)),
  constraint closing_reason_is_known CHECK ((reason = 'underage'::text)),
  constraint closing_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint closing_pkey PRIMARY KEY (client_id)
);
grant select on closing to izi_app;

create table code (
  client_id bigint not null,
  purpose code_purpose not null,
  destination text not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  guesses smallint not null default 0,
  used_at timestamp with time zone,
  nonce bytea not null,
  asked_by text,
  flow bytea not null default '\x'::bytea,
  open_guesses smallint not null default 0,
  constraint code_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint code_pkey PRIMARY KEY (client_id, purpose, destination, flow)
);
CREATE TRIGGER code_leaves_a_trace AFTER INSERT OR UPDATE OF nonce, flow ON public.code FOR EACH ROW WHEN ((new.flow = sha256('\x61207265736574207468617420616e206f70657261746f722073746172746564'::bytea))) EXECUTE FUNCTION trace_reset(); -- enabled: A
grant delete, insert, select, update on code to izi_app;

create table commitment (
  draw_id uuid not null,
  record bytea not null,
  commitment bytea not null,
  signature bytea not null,
  secrets bytea not null,
  beacon_chain bytea,
  beacon_round bigint,
  patience_hours integer not null default 24,
  operator_key bytea not null,
  committed_at timestamp with time zone not null default clock_timestamp(),
  constraint commitment_beacon_is_the_records CHECK ((SUBSTRING(record FROM 89 FOR 41) =
CASE
    WHEN (beacon_round IS NULL) THEN decode(repeat('00'::text, 41), 'hex'::text)
    ELSE (('\x01'::bytea || beacon_chain) || int8send(beacon_round))
END)),
  constraint commitment_length CHECK ((octet_length(commitment) = 32)),
  constraint commitment_names_a_round CHECK (((beacon_chain IS NULL) = (beacon_round IS NULL))),
  constraint commitment_operator_key_length CHECK ((octet_length(operator_key) = 32)),
  constraint commitment_patience CHECK (((patience_hours >= 1) AND (patience_hours <= 8760))),
  constraint commitment_record_length CHECK ((octet_length(record) = 137)),
  constraint commitment_signature_length CHECK ((octet_length(signature) = 64)),
  constraint commitment_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint commitment_pkey PRIMARY KEY (draw_id)
);
CREATE INDEX commitment_round ON public.commitment USING btree (beacon_chain, beacon_round) WHERE (beacon_round IS NOT NULL);
CREATE TRIGGER commitment_by_newest_key BEFORE INSERT ON public.commitment FOR EACH ROW EXECUTE FUNCTION refuse_former_key();
CREATE TRIGGER commitment_is_history BEFORE DELETE OR UPDATE ON public.commitment FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER commitment_is_kept BEFORE TRUNCATE ON public.commitment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert on commitment to izi_worker;
grant select on commitment to izi_app;

create table console.act_challenge (
  session_hash bytea not null,
  hash bytea not null,
  act bytea not null,
  request_id uuid not null,
  purpose text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint act_challenge_is_of_the_act CHECK ((hash = sha256(act))),
  constraint act_challenge_purpose_known CHECK ((purpose = ANY (ARRAY['ask'::text, 'approve'::text]))),
  constraint act_challenge_pkey PRIMARY KEY (session_hash, hash)
);
CREATE INDEX act_challenge_time ON console.act_challenge USING btree (expires_at);

create table console.alarm (
  id bigint not null generated always as identity,
  kind text not null,
  subject text not null,
  detail jsonb not null default '{}'::jsonb,
  opened_at timestamp with time zone not null default clock_timestamp(),
  told boolean not null default false,
  taken_by bigint,
  taken_at timestamp with time zone,
  closed_at timestamp with time zone,
  constraint alarm_closes_later CHECK ((closed_at >= opened_at)),
  constraint alarm_is_taken_by_somebody CHECK (((taken_by IS NULL) = (taken_at IS NULL))),
  constraint alarm_kind_is_a_name CHECK ((kind ~ '^[a-z]+(_[a-z]+)*$'::text)),
  constraint alarm_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES console.operator(id),
  constraint alarm_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX alarm_open ON console.alarm USING btree (kind, subject) WHERE (closed_at IS NULL);
CREATE INDEX alarm_untold ON console.alarm USING btree (id) WHERE (NOT told);
CREATE TRIGGER alarm_has_a_life BEFORE UPDATE ON console.alarm FOR EACH ROW EXECUTE FUNCTION keep_alarm();
CREATE TRIGGER alarm_is_kept BEFORE TRUNCATE ON console.alarm FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER alarm_is_sent_out AFTER INSERT OR UPDATE OF closed_at ON console.alarm FOR EACH ROW EXECUTE FUNCTION send_alarm_out();
CREATE TRIGGER alarm_stays BEFORE DELETE ON console.alarm FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table console.audit (
  number bigint not null,
  at timestamp with time zone not null,
  operator_id bigint,
  act text not null,
  subject text,
  request_id uuid,
  record bytea not null,
  hash bytea not null,
  constraint audit_act_is_a_name CHECK ((act ~ '^[a-z]+(_[a-z]+)*$'::text)),
  constraint audit_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES console.operator(id),
  constraint audit_request_id_fkey FOREIGN KEY (request_id) REFERENCES console.request(id),
  constraint audit_pkey PRIMARY KEY (number),
  constraint audit_hash_once UNIQUE (hash)
);
CREATE INDEX audit_about ON console.audit USING btree (split_part(subject, ' '::text, 1), number);
CREATE INDEX audit_act ON console.audit USING btree (act, number);
CREATE INDEX audit_act_by ON console.audit USING btree (act, operator_id, number);
CREATE INDEX audit_at ON console.audit USING btree (at, number);
CREATE INDEX audit_of_nobody_about_operators ON console.audit USING btree (number) WHERE ((operator_id IS NULL) AND (split_part(subject, ' '::text, 1) = 'operator'::text));
CREATE INDEX audit_of_two ON console.audit USING btree (number) WHERE (request_id IS NOT NULL);
CREATE INDEX audit_operator ON console.audit USING btree (operator_id, number);
CREATE INDEX audit_request ON console.audit USING btree (request_id, number) WHERE (request_id IS NOT NULL);
CREATE INDEX audit_subject ON console.audit USING btree (subject, number);
CREATE TRIGGER audit_continues BEFORE INSERT ON console.audit FOR EACH ROW EXECUTE FUNCTION continue_audit();
CREATE TRIGGER audit_is_history BEFORE DELETE OR UPDATE ON console.audit FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_is_kept BEFORE TRUNCATE ON console.audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table console.audit_check (
  is_last boolean not null default true,
  checked_at timestamp with time zone not null,
  lines bigint not null,
  took_ms integer not null,
  wrong_number bigint,
  wrong_because text,
  constraint audit_check_is_one CHECK (is_last),
  constraint audit_check_pkey PRIMARY KEY (is_last)
);

create table console.audit_head (
  is_head boolean not null default true,
  number bigint not null,
  hash bytea not null,
  constraint audit_has_one_head CHECK (is_head),
  constraint audit_head_pkey PRIMARY KEY (is_head)
);
CREATE TRIGGER audit_head_follows BEFORE UPDATE ON console.audit_head FOR EACH ROW EXECUTE FUNCTION keep_audit_head();
CREATE TRIGGER audit_head_is_kept BEFORE TRUNCATE ON console.audit_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_head_stays BEFORE DELETE ON console.audit_head FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table console.bank_figure (
  number bigint not null generated always as identity,
  day date not null,
  account text not null,
  amount bigint not null,
  note text,
  typed_by bigint not null,
  typed_at timestamp with time zone not null default clock_timestamp(),
  constraint bank_figure_account_named CHECK ((account ~ '^[[:alnum:]][[:alnum:] ._-]{0,39}$'::text)),
  constraint bank_figure_typed_by_fkey FOREIGN KEY (typed_by) REFERENCES console.operator(id),
  constraint bank_figure_pkey PRIMARY KEY (number)
);
CREATE INDEX bank_figure_of_day ON console.bank_figure USING btree (day, account, number);
CREATE TRIGGER bank_figure_is_history BEFORE DELETE OR UPDATE ON console.bank_figure FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_figure_is_kept BEFORE TRUNCATE ON console.bank_figure FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table console.care_act (
  id bigint not null generated always as identity,
  client_id bigint not null,
  at timestamp with time zone not null default clock_timestamp(),
  did text not null,
  ends_at timestamp with time zone not null,
  limits jsonb,
  indicators jsonb not null,
  constraint care_act_known CHECK ((did = ANY (ARRAY['limit'::text, 'break'::text]))),
  constraint care_act_limits CHECK (((did = 'limit'::text) = (limits IS NOT NULL))),
  constraint care_act_client_id_fkey FOREIGN KEY (client_id) REFERENCES wallet(client_id),
  constraint care_act_pkey PRIMARY KEY (id)
);
CREATE INDEX care_act_at ON console.care_act USING btree (at);
CREATE INDEX care_act_of_client ON console.care_act USING btree (client_id, at);

create table console.care_case (
  id bigint not null generated always as identity,
  client_id bigint not null,
  opened_at timestamp with time zone not null default clock_timestamp(),
  opened_by text not null,
  reason text,
  indicators jsonb not null,
  kinds text[] not null,
  assigned_to text,
  closed_at timestamp with time zone,
  closed_by text,
  outcome text,
  closing_reason text,
  constraint care_case_ends_whole CHECK ((num_nonnulls(closed_at, closed_by, outcome, closing_reason) = ANY (ARRAY[0, 4]))),
  constraint care_case_has_a_reason CHECK ((reason <> ''::text)),
  constraint care_case_outcome CHECK ((outcome = ANY (ARRAY['eased'::text, 'tools'::text, 'no_harm'::text, 'unreached'::text]))),
  constraint care_case_client_id_fkey FOREIGN KEY (client_id) REFERENCES wallet(client_id),
  constraint care_case_pkey PRIMARY KEY (id)
);
CREATE INDEX care_case_of_client ON console.care_case USING btree (client_id, id);
CREATE UNIQUE INDEX care_case_open ON console.care_case USING btree (client_id) WHERE (closed_at IS NULL);
CREATE INDEX care_case_opened ON console.care_case USING btree (opened_at);

create table console.care_contact (
  case_id bigint not null,
  number smallint not null,
  at timestamp with time zone not null default clock_timestamp(),
  by text not null,
  way text not null,
  reached boolean not null,
  text text not null,
  constraint care_contact_says_something CHECK ((text <> ''::text)),
  constraint care_contact_way CHECK ((way = ANY (ARRAY['call'::text, 'message'::text, 'e-mail'::text, 'visit'::text]))),
  constraint care_contact_case_id_fkey FOREIGN KEY (case_id) REFERENCES console.care_case(id) ON DELETE CASCADE,
  constraint care_contact_pkey PRIMARY KEY (case_id, number)
);
CREATE INDEX care_contact_at ON console.care_contact USING btree (at);

create table console.care_due (
  client_id bigint not null,
  constraint care_due_pkey PRIMARY KEY (client_id)
);

create table console.care_measure (
  client_id bigint not null,
  measured_at timestamp with time zone not null,
  strong smallint not null,
  notable smallint not null,
  score integer not null generated always as (((strong * 100) + notable)) stored,
  indicators jsonb not null,
  act_at timestamp with time zone,
  constraint care_measure_acts_on_strong CHECK (((strong > 0) = (act_at IS NOT NULL))),
  constraint care_measure_has_a_sign CHECK ((score > 0)),
  constraint care_measure_client_id_fkey FOREIGN KEY (client_id) REFERENCES wallet(client_id),
  constraint care_measure_pkey PRIMARY KEY (client_id)
);
CREATE INDEX care_measure_oldest ON console.care_measure USING btree (measured_at);
CREATE INDEX care_measure_strongest ON console.care_measure USING btree (score, client_id);
CREATE INDEX care_measure_to_act_on ON console.care_measure USING btree (act_at) WHERE (act_at IS NOT NULL);

create table console.care_noted (
  only_one boolean not null default true,
  through timestamp with time zone not null,
  constraint care_noted_is_one CHECK (only_one),
  constraint care_noted_pkey PRIMARY KEY (only_one)
);

create table console.ended_session (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default clock_timestamp(),
  login text not null,
  application text not null,
  because text not null,
  constraint ended_session_pkey PRIMARY KEY (id)
);
CREATE INDEX ended_session_at ON console.ended_session USING btree (at);

create table console.kind (
  kind text not null,
  ask_roles console.role[] not null,
  approve_roles console.role[] not null,
  lasts interval not null,
  constraint kind_is_a_name CHECK ((kind ~ '^[a-z]+(_[a-z]+)*$'::text)),
  constraint kind_lasts_a_while CHECK (((lasts >= '00:01:00'::interval) AND (lasts <= '7 days'::interval))),
  constraint kind_pkey PRIMARY KEY (kind)
);

create table console.link (
  hash bytea not null,
  operator_id bigint not null,
  direct boolean not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint link_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES console.operator(id),
  constraint link_pkey PRIMARY KEY (hash)
);
CREATE INDEX link_of_operator ON console.link USING btree (operator_id);

create table console.machine_key (
  id text not null,
  hash bytea not null,
  name text not null,
  scopes text[] not null,
  addresses inet[] not null,
  per_minute integer not null,
  made_at timestamp with time zone not null default clock_timestamp(),
  ends_at timestamp with time zone not null,
  request_id uuid,
  revoked_at timestamp with time zone,
  revoked_by bigint,
  constraint machine_key_calls CHECK ((per_minute > 0)),
  constraint machine_key_from_somewhere CHECK ((cardinality(addresses) > 0)),
  constraint machine_key_hash_whole CHECK ((length(hash) = 32)),
  constraint machine_key_id_form CHECK ((id ~ '^[a-z0-9]{12}$'::text)),
  constraint machine_key_lasts_a_year CHECK ((ends_at <= (made_at + '365 days'::interval))),
  constraint machine_key_may_something CHECK ((cardinality(scopes) > 0)),
  constraint machine_key_revoked_whole CHECK (((revoked_at IS NULL) = (revoked_by IS NULL))),
  constraint machine_key_request_id_fkey FOREIGN KEY (request_id) REFERENCES console.request(id),
  constraint machine_key_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES console.operator(id),
  constraint machine_key_pkey PRIMARY KEY (id),
  constraint machine_key_once UNIQUE (hash)
);
CREATE INDEX machine_key_of_request ON console.machine_key USING btree (request_id);
CREATE INDEX machine_key_revoked_by ON console.machine_key USING btree (revoked_by);
CREATE TRIGGER machine_key_is_kept BEFORE DELETE ON console.machine_key FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER machine_key_leaves_a_trace AFTER INSERT OR UPDATE ON console.machine_key FOR EACH ROW EXECUTE FUNCTION trace_machine_key(); -- enabled: A

create table console.machine_key_address (
  key_id text not null,
  address inet not null,
  allowed boolean not null,
  first_at timestamp with time zone not null default clock_timestamp(),
  constraint machine_key_address_key_id_fkey FOREIGN KEY (key_id) REFERENCES console.machine_key(id),
  constraint machine_key_address_pkey PRIMARY KEY (key_id, address, allowed)
);
CREATE INDEX machine_key_address_new ON console.machine_key_address USING btree (first_at);

create table console.machine_key_use (
  key_id text not null,
  day date not null,
  uses bigint not null default 0,
  refused bigint not null default 0,
  last_at timestamp with time zone not null,
  minute timestamp with time zone not null,
  in_minute integer not null default 0,
  constraint machine_key_use_key_id_fkey FOREIGN KEY (key_id) REFERENCES console.machine_key(id),
  constraint machine_key_use_pkey PRIMARY KEY (key_id, day)
);

create table console.may_not_play (
  id bigint not null generated always as identity,
  relation text not null,
  name text not null,
  phone text,
  client_id bigint,
  reason text not null,
  added_at timestamp with time zone not null default clock_timestamp(),
  added_by text not null,
  ended_at timestamp with time zone,
  ended_by uuid,
  constraint may_not_play_has_a_reason CHECK ((reason <> ''::text)),
  constraint may_not_play_is_somebody CHECK ((num_nonnulls(phone, client_id) = 1)),
  constraint may_not_play_named CHECK ((name <> ''::text)),
  constraint may_not_play_relation CHECK ((relation = ANY (ARRAY['staff'::text, 'household'::text, 'supplier'::text]))),
  constraint may_not_play_says_who_ended CHECK ((num_nonnulls(ended_at, ended_by) = ANY (ARRAY[0, 2]))),
  constraint may_not_play_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX may_not_play_client ON console.may_not_play USING btree (client_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX may_not_play_phone ON console.may_not_play USING btree (phone) WHERE (ended_at IS NULL);

create table console.morning_report (
  day date not null,
  sent_at timestamp with time zone not null default clock_timestamp(),
  constraint morning_report_pkey PRIMARY KEY (day)
);

create table console.note (
  id uuid not null default gen_random_uuid(),
  client_id bigint not null,
  at timestamp with time zone not null default clock_timestamp(),
  written_by text not null,
  text text not null,
  read_first boolean not null,
  constraint note_says_something CHECK ((text <> ''::text)),
  constraint note_pkey PRIMARY KEY (id)
);
CREATE INDEX note_of_client ON console.note USING btree (client_id, at, id);
CREATE INDEX note_read_first ON console.note USING btree (client_id) WHERE read_first;
CREATE TRIGGER note_stays BEFORE UPDATE ON console.note FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table console.note_opened (
  note_id uuid not null,
  operator text not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint note_opened_note_id_fkey FOREIGN KEY (note_id) REFERENCES console.note(id) ON DELETE CASCADE,
  constraint note_opened_pkey PRIMARY KEY (note_id, operator)
);
CREATE TRIGGER note_opened_stays BEFORE UPDATE ON console.note_opened FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table console.operator (
  id bigint not null generated always as identity,
  name text not null,
  roles console.role[] not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  approves_from timestamp with time zone not null default (clock_timestamp() + '24:00:00'::interval),
  disabled_at timestamp with time zone,
  demo boolean not null default false,
  handle bytea not null default (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  active_at timestamp with time zone,
  constraint operator_has_few_roles CHECK (((cardinality(roles) = 1) OR ((cardinality(roles) = 2) AND (NOT (roles && '{auditor,admin}'::console.role[])) AND (roles[1] <> roles[2])))),
  constraint operator_is_somebody CHECK ((name <> ALL (ARRAY['worker'::text, 'console'::text, 'owner'::text]))),
  constraint operator_name_is_plain CHECK ((name ~ '^[a-z][a-z0-9.-]{1,39}$'::text)),
  constraint operator_pkey PRIMARY KEY (id),
  constraint operator_handle_once UNIQUE (handle),
  constraint operator_name_once UNIQUE (name)
);
CREATE TRIGGER operator_leaves_a_trace AFTER INSERT OR UPDATE ON console.operator FOR EACH ROW EXECUTE FUNCTION trace_operator(); -- enabled: A

create table console.own_account (
  operator_id bigint not null,
  client_id bigint not null,
  noted_at timestamp with time zone not null default clock_timestamp(),
  constraint own_account_client_id_fkey FOREIGN KEY (client_id) REFERENCES wallet(client_id),
  constraint own_account_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES console.operator(id),
  constraint own_account_pkey PRIMARY KEY (operator_id, client_id)
);
CREATE TRIGGER own_account_is_history BEFORE DELETE OR UPDATE ON console.own_account FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER own_account_is_kept BEFORE TRUNCATE ON console.own_account FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table console.passkey (
  id uuid not null default gen_random_uuid(),
  operator_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  transports text[] not null,
  counter bigint not null,
  name text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  active_at timestamp with time zone,
  last_used_at timestamp with time zone,
  removed_at timestamp with time zone,
  constraint console_passkey_is_named CHECK ((name <> ''::text)),
  constraint passkey_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES console.operator(id),
  constraint passkey_pkey PRIMARY KEY (id),
  constraint console_passkey_key_once UNIQUE (public_key),
  constraint console_passkey_once UNIQUE (credential_id)
);
CREATE INDEX console_passkey_of_operator ON console.passkey USING btree (operator_id);
CREATE TRIGGER passkey_leaves_a_trace AFTER INSERT OR UPDATE ON console.passkey FOR EACH ROW EXECUTE FUNCTION trace_passkey(); -- enabled: A

create table console.password (
  operator_id bigint not null,
  hash text not null,
  totp_sealed bytea not null,
  last_step bigint,
  created_at timestamp with time zone not null default clock_timestamp(),
  active_at timestamp with time zone,
  constraint password_has_an_app CHECK (((active_at IS NULL) OR (last_step IS NOT NULL))),
  constraint password_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES console.operator(id),
  constraint password_pkey PRIMARY KEY (operator_id)
);
CREATE TRIGGER password_leaves_a_trace AFTER INSERT OR UPDATE ON console.password FOR EACH ROW EXECUTE FUNCTION trace_password(); -- enabled: A

create table console.password_try (
  subject text not null,
  began_at timestamp with time zone not null default clock_timestamp(),
  tries integer not null default 1,
  constraint password_try_tries_check CHECK ((tries >= 0)),
  constraint password_try_pkey PRIMARY KEY (subject)
);
CREATE INDEX password_try_at ON console.password_try USING btree (began_at);

create table console.people_file (
  request_id uuid not null,
  made_at timestamp with time zone not null default clock_timestamp(),
  people integer not null,
  parts integer not null,
  sha256 bytea not null,
  constraint people_file_request_id_fkey FOREIGN KEY (request_id) REFERENCES console.request(id),
  constraint people_file_pkey PRIMARY KEY (request_id)
);
CREATE TRIGGER people_file_is_history BEFORE DELETE OR UPDATE ON console.people_file FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER people_file_is_kept BEFORE TRUNCATE ON console.people_file FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table console.people_file_part (
  request_id uuid not null,
  number integer not null,
  content text not null,
  constraint people_file_part_request_id_fkey FOREIGN KEY (request_id) REFERENCES console.request(id),
  constraint people_file_part_pkey PRIMARY KEY (request_id, number)
);
CREATE TRIGGER people_file_part_stays BEFORE UPDATE ON console.people_file_part FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table console.provider_statement (
  id bigint not null generated always as identity,
  account text not null,
  file_name text not null,
  sha256 bytea not null,
  bytes bigint not null,
  layout jsonb not null,
  period tstzrange not null,
  key_sealed bytea not null,
  uploaded_by bigint not null,
  begun_at timestamp with time zone not null default clock_timestamp(),
  state text not null default 'uploading'::text,
  pieces integer not null default 0,
  received bigint not null default 0,
  read_bytes bigint not null default 0,
  read_lines integer not null default 0,
  lines integer not null default 0,
  compared_to integer not null default 0,
  ended_at timestamp with time zone,
  failure jsonb,
  result jsonb,
  constraint provider_statement_covers CHECK (((NOT isempty(period)) AND (NOT lower_inf(period)) AND (NOT upper_inf(period)))),
  constraint provider_statement_failure_said CHECK (((failure IS NOT NULL) = (state = 'refused'::text))),
  constraint provider_statement_hash_whole CHECK ((length(sha256) = 32)),
  constraint provider_statement_result_there CHECK (((result IS NOT NULL) = (state = 'compared'::text))),
  constraint provider_statement_size CHECK (((bytes >= 1) AND (bytes <= 50000000))),
  constraint provider_statement_state_known CHECK ((state = ANY (ARRAY['uploading'::text, 'reading'::text, 'comparing'::text, 'compared'::text, 'refused'::text]))),
  constraint provider_statement_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES console.operator(id),
  constraint provider_statement_pkey PRIMARY KEY (id)
);
CREATE INDEX provider_statement_of_account ON console.provider_statement USING btree (account, id);
CREATE UNIQUE INDEX provider_statement_once ON console.provider_statement USING btree (sha256) WHERE (state <> 'refused'::text);
CREATE INDEX provider_statement_work ON console.provider_statement USING btree (id) WHERE (state = ANY (ARRAY['reading'::text, 'comparing'::text]));
CREATE TRIGGER provider_statement_life BEFORE DELETE OR UPDATE ON console.provider_statement FOR EACH ROW EXECUTE FUNCTION keep_provider_statement();
grant select (id, key_sealed), update (key_sealed) on console.provider_statement to izi_worker;

create table console.provider_statement_piece (
  statement_id bigint not null,
  number integer not null,
  sealed bytea not null,
  constraint provider_statement_piece_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES console.provider_statement(id) ON DELETE CASCADE,
  constraint provider_statement_piece_pkey PRIMARY KEY (statement_id, number)
);
CREATE TRIGGER provider_statement_piece_stays BEFORE UPDATE ON console.provider_statement_piece FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table console.request (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  reason text not null,
  asked_by bigint not null,
  asked_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  number bigint not null generated always as identity,
  subject text not null,
  new_values jsonb not null default '{}'::jsonb,
  old_values jsonb not null default '{}'::jsonb,
  evidence text,
  act bytea,
  console_url text,
  asked_signature jsonb,
  status console.request_status not null default 'asked'::console.request_status,
  approved_by bigint,
  approved_at timestamp with time zone,
  approved_signature jsonb,
  approved_because text,
  ended_by bigint,
  ended_at timestamp with time zone,
  ended_because text,
  unsigned text,
  facts jsonb not null default '{}'::jsonb,
  constraint request_ends_once CHECK (((status = ANY (ARRAY['asked'::console.request_status, 'approved'::console.request_status])) = (ended_at IS NULL))),
  constraint request_from_before_has_ended CHECK (((unsigned <> 'token'::text) OR (ended_at IS NOT NULL))),
  constraint request_has_a_reason CHECK ((reason <> ''::text)),
  constraint request_has_an_act CHECK (((unsigned = 'token'::text) OR ((act IS NOT NULL) AND (console_url IS NOT NULL)))),
  constraint request_is_approved_first CHECK (((status <> ALL (ARRAY['approved'::console.request_status, 'done'::console.request_status])) OR (approved_by IS NOT NULL))),
  constraint request_is_approved_in_time CHECK ((approved_at < expires_at)),
  constraint request_is_done_in_time CHECK (((status <> 'done'::console.request_status) OR (ended_at < expires_at))),
  constraint request_is_signed CHECK (((unsigned IS NOT NULL) OR ((asked_signature IS NOT NULL) AND ((approved_by IS NULL) OR (approved_signature IS NOT NULL))))),
  constraint request_is_withdrawn_by_whoever_asked CHECK (((status <> 'withdrawn'::console.request_status) OR (ended_by = asked_by))),
  constraint request_names_its_approval CHECK (((approved_by IS NULL) = (approved_at IS NULL))),
  constraint request_names_who_ended_it CHECK (((status = ANY (ARRAY['refused'::console.request_status, 'withdrawn'::console.request_status])) = (ended_by IS NOT NULL))),
  constraint request_takes_two CHECK ((approved_by <> asked_by)),
  constraint request_unsigned_is_known CHECK ((unsigned = ANY (ARRAY['demo'::text, 'token'::text]))),
  constraint request_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES console.operator(id),
  constraint request_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES console.operator(id),
  constraint request_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES console.operator(id),
  constraint request_is_of_a_kind FOREIGN KEY (kind) REFERENCES console.kind(kind),
  constraint request_pkey PRIMARY KEY (id),
  constraint request_number_once UNIQUE (number)
);
CREATE INDEX request_asked_by ON console.request USING btree (asked_by, number);
CREATE INDEX request_of_subject ON console.request USING btree (subject, number);
CREATE INDEX request_open ON console.request USING btree (expires_at, number) WHERE (status = ANY (ARRAY['asked'::console.request_status, 'approved'::console.request_status]));
CREATE TRIGGER request_has_a_life BEFORE UPDATE ON console.request FOR EACH ROW EXECUTE FUNCTION keep_request_life();
CREATE TRIGGER request_is_kept BEFORE TRUNCATE ON console.request FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER request_stays BEFORE DELETE ON console.request FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table console.saved_view (
  id uuid not null default gen_random_uuid(),
  operator_id bigint not null,
  screen text not null,
  name text not null,
  search text not null,
  is_of_team boolean not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint saved_view_has_a_name CHECK (((name = btrim(name)) AND ((char_length(name) >= 1) AND (char_length(name) <= 40)))),
  constraint saved_view_has_a_screen CHECK ((screen ~ '^/[a-z-]{1,40}$'::text)),
  constraint saved_view_is_short CHECK ((char_length(search) <= 1000)),
  constraint saved_view_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES console.operator(id),
  constraint saved_view_pkey PRIMARY KEY (id),
  constraint saved_view_once UNIQUE (operator_id, screen, name)
);

create table console.session (
  id uuid not null default gen_random_uuid(),
  hash bytea not null,
  operator_id bigint not null,
  stage console.session_stage not null,
  direct boolean not null default false,
  signed_in_with text not null,
  address text not null,
  user_agent text,
  created_at timestamp with time zone not null default clock_timestamp(),
  last_used_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  nonce bytea,
  nonce_expires_at timestamp with time zone,
  constraint session_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES console.operator(id),
  constraint session_pkey PRIMARY KEY (id),
  constraint console_session_once UNIQUE (hash)
);
CREATE INDEX console_session_of_operator ON console.session USING btree (operator_id, created_at);
CREATE INDEX console_session_time ON console.session USING btree (expires_at);

create table console.shift_note (
  id uuid not null default gen_random_uuid(),
  at timestamp with time zone not null default clock_timestamp(),
  written_by bigint not null,
  text text not null,
  taken_by bigint,
  taken_at timestamp with time zone,
  constraint shift_note_is_for_somebody_else CHECK ((taken_by <> written_by)),
  constraint shift_note_says_something CHECK (((text = btrim(text)) AND ((char_length(text) >= 1) AND (char_length(text) <= 1000)))),
  constraint shift_note_taken_whole CHECK (((taken_by IS NULL) = (taken_at IS NULL))),
  constraint shift_note_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES console.operator(id),
  constraint shift_note_written_by_fkey FOREIGN KEY (written_by) REFERENCES console.operator(id),
  constraint shift_note_pkey PRIMARY KEY (id)
);
CREATE INDEX shift_note_at ON console.shift_note USING btree (at);
CREATE INDEX shift_note_open ON console.shift_note USING btree (at) WHERE (taken_at IS NULL);

create table console.sign_in (
  id uuid not null default gen_random_uuid(),
  nonce bytea not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_pkey PRIMARY KEY (id)
);
CREATE INDEX sign_in_time ON console.sign_in USING btree (expires_at);

create table console.signed_head (
  number bigint not null,
  hash bytea not null,
  at_ms bigint not null,
  operator_key bytea not null,
  signature bytea not null,
  constraint signed_head_is_signed CHECK ((octet_length(signature) = 64)),
  constraint signed_head_number_fkey FOREIGN KEY (number) REFERENCES console.audit(number),
  constraint signed_head_pkey PRIMARY KEY (number)
);
CREATE TRIGGER signed_head_is_history BEFORE DELETE OR UPDATE ON console.signed_head FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER signed_head_is_kept BEFORE TRUNCATE ON console.signed_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table console.statement_difference (
  id bigint not null generated always as identity,
  statement_id bigint not null,
  account text not null,
  kind text not null,
  number integer,
  payment_id uuid,
  key uuid not null,
  at timestamp with time zone not null,
  found_at timestamp with time zone not null default clock_timestamp(),
  agreed_at timestamp with time zone,
  closed_at timestamp with time zone,
  closed_by bigint,
  note text,
  constraint statement_difference_closed_whole CHECK ((num_nulls(closed_at, closed_by, note) = ANY (ARRAY[0, 3]))),
  constraint statement_difference_kind_known CHECK ((kind = ANY (ARRAY['only_there'::text, 'only_here'::text, 'amount'::text, 'status'::text, 'kind'::text, 'currency'::text, 'twice'::text, 'account'::text, 'fee'::text, 'given_back'::text, 'balance'::text]))),
  constraint statement_difference_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES console.operator(id),
  constraint statement_difference_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint statement_difference_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES console.provider_statement(id),
  constraint statement_difference_statement_id_number_fkey FOREIGN KEY (statement_id, number) REFERENCES console.statement_line(statement_id, number),
  constraint statement_difference_pkey PRIMARY KEY (id),
  constraint statement_difference_once UNIQUE (account, key)
);
CREATE INDEX statement_difference_of_payment ON console.statement_difference USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX statement_difference_of_statement ON console.statement_difference USING btree (statement_id, id);
CREATE INDEX statement_difference_open ON console.statement_difference USING btree (id) WHERE ((closed_at IS NULL) AND (agreed_at IS NULL));
CREATE TRIGGER statement_difference_is_kept BEFORE TRUNCATE ON console.statement_difference FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_difference_life BEFORE DELETE OR UPDATE ON console.statement_difference FOR EACH ROW EXECUTE FUNCTION keep_statement_difference();

create table console.statement_line (
  statement_id bigint not null,
  number integer not null,
  at timestamp with time zone not null,
  kind text not null,
  amount bigint not null,
  moved bigint not null,
  fee bigint,
  currency text not null,
  status text not null,
  balance bigint,
  our_ref uuid,
  their_ref text,
  phone_end text,
  identity uuid not null,
  payment_id uuid,
  matched_by text,
  constraint statement_line_amount CHECK ((amount >= 0)),
  constraint statement_line_kind_known CHECK ((kind = ANY (ARRAY['deposit'::text, 'payout'::text, 'refund'::text, 'reversal'::text, 'fee'::text, 'funding'::text, 'other'::text]))),
  constraint statement_line_match_known CHECK ((matched_by = ANY (ARRAY['our_ref'::text, 'their_ref'::text, 'operator'::text]))),
  constraint statement_line_match_whole CHECK (((payment_id IS NULL) = (matched_by IS NULL))),
  constraint statement_line_phone_short CHECK ((phone_end ~ '^\d{2}$'::text)),
  constraint statement_line_status_known CHECK ((status = ANY (ARRAY['succeeded'::text, 'pending'::text, 'failed'::text, 'other'::text]))),
  constraint statement_line_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint statement_line_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES console.provider_statement(id) ON DELETE CASCADE,
  constraint statement_line_pkey PRIMARY KEY (statement_id, number)
);
CREATE INDEX statement_line_identity ON console.statement_line USING btree (identity, statement_id, number);
CREATE INDEX statement_line_of_payment ON console.statement_line USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE TRIGGER statement_line_life BEFORE UPDATE ON console.statement_line FOR EACH ROW EXECUTE FUNCTION keep_statement_line();

create table console.statement_open (
  account text not null,
  differences bigint not null,
  since timestamp with time zone not null,
  constraint statement_open_pkey PRIMARY KEY (account)
);

create table console.taken (
  what text not null,
  subject uuid not null,
  taken_by bigint not null,
  taken_at timestamp with time zone not null default clock_timestamp(),
  constraint taken_what_known CHECK ((what = ANY (ARRAY['draw'::text, 'payment'::text, 'document'::text]))),
  constraint taken_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES console.operator(id),
  constraint taken_pkey PRIMARY KEY (what, subject)
);

create table console.test_account (
  client_id bigint not null,
  marked_at timestamp with time zone not null default clock_timestamp(),
  marked_by text not null,
  reason text not null,
  constraint test_account_has_a_reason CHECK ((reason <> ''::text)),
  constraint test_account_pkey PRIMARY KEY (client_id)
);

create table console.trace (
  number bigint not null generated always as identity,
  kind text not null,
  subject text not null,
  at timestamp with time zone not null default clock_timestamp(),
  value jsonb,
  request_id uuid,
  constraint trace_kind_fkey FOREIGN KEY (kind) REFERENCES console.kind(kind),
  constraint trace_pkey PRIMARY KEY (number)
);
CREATE INDEX trace_subject ON console.trace USING btree (subject, number);
CREATE INDEX trace_time ON console.trace USING btree (kind, at);
CREATE TRIGGER trace_is_history BEFORE DELETE OR UPDATE ON console.trace FOR EACH ROW EXECUTE FUNCTION refuse_change(); -- enabled: A
CREATE TRIGGER trace_is_kept BEFORE TRUNCATE ON console.trace FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table console.view_digest (
  day date not null,
  looks bigint not null,
  hash bytea not null,
  audit_number bigint not null,
  constraint view_digest_audit_number_fkey FOREIGN KEY (audit_number) REFERENCES console.audit(number),
  constraint view_digest_pkey PRIMARY KEY (day)
);
CREATE TRIGGER view_digest_is_history BEFORE DELETE OR UPDATE ON console.view_digest FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER view_digest_is_kept BEFORE TRUNCATE ON console.view_digest FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table console.view_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default clock_timestamp(),
  operator_id bigint not null,
  session text,
  address text,
  subject text not null,
  what text not null,
  why text,
  constraint view_log_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES console.operator(id),
  constraint view_log_pkey PRIMARY KEY (id)
);
CREATE INDEX view_log_at ON console.view_log USING btree (at, id);
CREATE INDEX view_log_operator ON console.view_log USING btree (operator_id, id);
CREATE INDEX view_log_subject ON console.view_log USING btree (subject, id);
CREATE TRIGGER view_log_is_history BEFORE DELETE OR UPDATE ON console.view_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER view_log_is_kept BEFORE TRUNCATE ON console.view_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table demo_month (
  is_one boolean not null default true,
  first_draw_at timestamp with time zone not null,
  last_draw_at timestamp with time zone not null,
  first_client bigint not null,
  last_client bigint not null,
  made_at timestamp with time zone not null default clock_timestamp(),
  constraint demo_month_is_one CHECK (is_one),
  constraint demo_month_pkey PRIMARY KEY (is_one)
);
CREATE TRIGGER demo_month_is_history BEFORE DELETE OR UPDATE ON public.demo_month FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER demo_month_is_kept BEFORE TRUNCATE ON public.demo_month FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table device (
  id uuid not null default gen_random_uuid(),
  client_id bigint not null,
  secret_hash bytea not null,
  name text not null,
  first_seen_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  trusted_until timestamp with time zone not null,
  browser uuid not null default gen_random_uuid(),
  constraint device_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint device_pkey PRIMARY KEY (id),
  constraint device_secret_once UNIQUE (secret_hash)
);
CREATE INDEX device_browser ON public.device USING btree (browser);
CREATE INDEX device_client ON public.device USING btree (client_id);
CREATE INDEX device_trusted_until ON public.device USING btree (trusted_until);
grant delete, insert, select, update on device to izi_app;

create table draw (
  id uuid not null,
  draws_at timestamp with time zone not null,
  opens_at timestamp with time zone not null,
  closes_at timestamp with time zone not null,
  rules text not null,
  status draw_status not null default 'open'::draw_status,
  result integer,
  closed_at timestamp with time zone,
  drawn_at timestamp with time zone,
  finished_at timestamp with time zone,
  dues_listed_at timestamp with time zone,
  sealed_at timestamp with time zone,
  was_late boolean,
  constraint draw_drawn_was_sealed CHECK (((status <> ALL (ARRAY['drawn'::draw_status, 'settled'::draw_status])) OR (sealed_at IS NOT NULL))),
  constraint draw_has_its_result CHECK (((result IS NOT NULL) = (status = ANY (ARRAY['drawn'::draw_status, 'settled'::draw_status])))),
  constraint draw_result_is_an_order CHECK (((length((result)::text) = 9) AND (translate('123456789'::text, (result)::text, ''::text) = ''::text))),
  constraint draw_settled_is_finished CHECK (((status <> 'settled'::draw_status) OR (finished_at IS NOT NULL))),
  constraint draw_times_in_order CHECK (((opens_at < closes_at) AND (closes_at < draws_at))),
  constraint draw_pkey PRIMARY KEY (id),
  constraint draw_once_a_moment UNIQUE (draws_at)
) with (fillfactor=50);
CREATE INDEX draw_finished ON public.draw USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX draw_late ON public.draw USING btree (draws_at) WHERE (was_late OR (finished_at IS NULL));
CREATE INDEX draw_longest_sale ON public.draw USING btree (((draws_at - opens_at)));
CREATE INDEX draw_under_way ON public.draw USING btree (closes_at) WHERE ((finished_at IS NULL) AND (status <> 'open'::draw_status));
CREATE INDEX draw_unfinished ON public.draw USING btree (closes_at) WHERE (finished_at IS NULL);
CREATE INDEX draw_void ON public.draw USING btree (finished_at) WHERE ((status = 'void'::draw_status) AND (finished_at IS NOT NULL));
CREATE TRIGGER draw_gets_figured AFTER UPDATE OF finished_at ON public.draw FOR EACH ROW WHEN (((old.finished_at IS NULL) AND (new.finished_at IS NOT NULL))) EXECUTE FUNCTION note_finished_draw();
CREATE TRIGGER draw_is_figured AFTER INSERT ON public.draw FOR EACH ROW WHEN ((new.finished_at IS NOT NULL)) EXECUTE FUNCTION note_finished_draw();
CREATE TRIGGER draw_is_kept BEFORE DELETE ON public.draw FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draw_is_sent_out AFTER UPDATE ON public.draw FOR EACH ROW WHEN (((old.status <> new.status) OR ((old.sealed_at IS NULL) AND (new.sealed_at IS NOT NULL)) OR ((old.finished_at IS NULL) AND (new.finished_at IS NOT NULL)))) EXECUTE FUNCTION send_draw_out();
CREATE TRIGGER draw_is_to_tell AFTER UPDATE ON public.draw FOR EACH ROW WHEN (((old.finished_at IS NULL) AND (new.finished_at IS NOT NULL))) EXECUTE FUNCTION note_draw_to_tell();
CREATE TRIGGER draw_life BEFORE UPDATE ON public.draw FOR EACH ROW EXECUTE FUNCTION keep_draw_life();
CREATE TRIGGER draw_listed_has_figures BEFORE UPDATE ON public.draw FOR EACH ROW WHEN (((new.dues_listed_at IS NOT NULL) AND (old.dues_listed_at IS NULL))) EXECUTE FUNCTION require_figures();
CREATE TRIGGER draw_seal BEFORE UPDATE ON public.draw FOR EACH ROW WHEN ((new.sealed_at IS DISTINCT FROM old.sealed_at)) EXECUTE FUNCTION keep_draw_seal();
CREATE CONSTRAINT TRIGGER draw_sealed_in_time AFTER UPDATE ON public.draw DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.sealed_at IS DISTINCT FROM old.sealed_at)) EXECUTE FUNCTION refuse_late_seal();
CREATE TRIGGER draw_waits_for_opinion AFTER UPDATE OF status ON public.draw FOR EACH ROW WHEN (((new.status <> old.status) AND (new.status = ANY (ARRAY['drawn'::draw_status, 'void'::draw_status])) AND (new.sealed_at IS NOT NULL))) EXECUTE FUNCTION wait_for_opinion();
grant insert (closes_at, draws_at, id, opens_at, rules) on draw to izi_worker;
grant select on draw to izi_app;

create table draw_figure (
  draw_id uuid not null,
  bet_type smallint not null,
  tickets integer not null,
  stakes bigint not null,
  won integer not null,
  payouts bigint not null,
  constraint draw_figure_has_stakes CHECK ((stakes > 0)),
  constraint draw_figure_has_tickets CHECK ((tickets > 0)),
  constraint draw_figure_payouts_not_negative CHECK ((payouts >= 0)),
  constraint draw_figure_won_some CHECK (((won >= 0) AND (won <= tickets))),
  constraint draw_figure_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint draw_figure_pkey PRIMARY KEY (draw_id, bet_type)
);
CREATE TRIGGER draw_figure_is_history BEFORE DELETE OR UPDATE ON public.draw_figure FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draw_figure_is_kept BEFORE TRUNCATE ON public.draw_figure FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on draw_figure to izi_app;

create table draw_minute (
  draw_id uuid not null,
  at timestamp with time zone not null,
  bet_type smallint not null,
  tickets integer not null,
  stakes bigint not null,
  constraint draw_minute_has_stakes CHECK ((stakes > 0)),
  constraint draw_minute_has_tickets CHECK ((tickets > 0)),
  constraint draw_minute_is_whole CHECK ((at = date_trunc('minute'::text, at))),
  constraint draw_minute_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint draw_minute_pkey PRIMARY KEY (draw_id, at, bet_type)
);

create table draw_salt (
  draw_id uuid not null,
  salt_key bytea not null,
  constraint draw_salt_length CHECK ((octet_length(salt_key) = 32)),
  constraint draw_salt_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint draw_salt_pkey PRIMARY KEY (draw_id)
);
CREATE TRIGGER draw_salt_is_history BEFORE DELETE OR UPDATE ON public.draw_salt FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draw_salt_is_kept BEFORE TRUNCATE ON public.draw_salt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert on draw_salt to izi_worker;
grant select on draw_salt to izi_app;

create table draw_sold (
  draw_id uuid not null,
  bet_type smallint not null,
  tickets bigint not null,
  stakes bigint not null,
  constraint draw_sold_something CHECK (((tickets > 0) AND (stakes > 0))),
  constraint draw_sold_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint draw_sold_pkey PRIMARY KEY (draw_id, bet_type)
);
CREATE TRIGGER draw_sold_is_history BEFORE DELETE OR UPDATE ON public.draw_sold FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draw_sold_is_kept BEFORE TRUNCATE ON public.draw_sold FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table draw_spread (
  draw_id uuid not null,
  bet_type smallint not null,
  expected numeric not null,
  variance numeric not null,
  most bigint not null,
  constraint draw_spread_bet_type_known CHECK (((bet_type >= 0) AND (bet_type <= 6))),
  constraint draw_spread_expected_not_negative CHECK ((expected >= (0)::numeric)),
  constraint draw_spread_most_not_negative CHECK ((most >= 0)),
  constraint draw_spread_variance_not_negative CHECK ((variance >= (0)::numeric)),
  constraint draw_spread_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint draw_spread_pkey PRIMARY KEY (draw_id, bet_type)
);
CREATE TRIGGER draw_spread_is_history BEFORE DELETE OR UPDATE ON public.draw_spread FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draw_spread_is_kept BEFORE TRUNCATE ON public.draw_spread FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on draw_spread to izi_app;

create table draw_to_tell (
  draw_id uuid not null,
  constraint draw_to_tell_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint draw_to_tell_pkey PRIMARY KEY (draw_id)
);

create table due (
  draw_id uuid not null,
  client_id bigint not null,
  ticket_id uuid not null,
  to_dep bigint not null,
  to_win bigint not null,
  constraint due_positive CHECK (((to_dep + to_win) > 0)),
  constraint due_to_dep_check CHECK ((to_dep >= 0)),
  constraint due_to_win_check CHECK ((to_win >= 0)),
  constraint due_pkey PRIMARY KEY (draw_id, client_id, ticket_id)
);
CREATE TRIGGER due_is_history BEFORE DELETE OR UPDATE ON public.due FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER due_is_kept BEFORE TRUNCATE ON public.due FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on due to izi_app;

create table due_lane (
  draw_id uuid not null,
  lane smallint not null,
  after_client bigint not null,
  last_client bigint not null,
  paid_through bigint not null,
  constraint due_lane_in_order CHECK (((after_client < last_client) AND ((paid_through >= after_client) AND (paid_through <= last_client)))),
  constraint due_lane_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint due_lane_pkey PRIMARY KEY (draw_id, lane)
) with (fillfactor=50);
CREATE TRIGGER due_lane_is_kept BEFORE TRUNCATE ON public.due_lane FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER due_lane_life BEFORE DELETE OR UPDATE ON public.due_lane FOR EACH ROW EXECUTE FUNCTION keep_due_lane();
grant select on due_lane to izi_app;

create table excluded (
  kind exclusion_kind not null,
  hmac bytea not null,
  ends_at timestamp with time zone not null,
  source text not null,
  constraint excluded_pkey PRIMARY KEY (source, kind, hmac)
);
CREATE INDEX excluded_hmac ON public.excluded USING btree (kind, hmac);

create table exposure (
  draw_id uuid not null,
  computed_at timestamp with time zone not null,
  ms integer not null,
  tickets bigint not null,
  stakes bigint not null,
  worst bigint not null,
  final boolean not null,
  figures jsonb not null,
  constraint exposure_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint exposure_pkey PRIMARY KEY (draw_id)
);
grant select on exposure to izi_app;

create table exposure_cap (
  id bigint not null generated always as identity,
  draw_id uuid,
  bet_type smallint,
  measure text not null,
  amount bigint,
  before bigint,
  reason text not null,
  set_at timestamp with time zone not null default clock_timestamp(),
  set_by bigint not null,
  request_id uuid,
  constraint exposure_cap_bet_type_known CHECK (((bet_type >= 1) AND (bet_type <= 6))),
  constraint exposure_cap_has_a_reason CHECK ((reason <> ''::text)),
  constraint exposure_cap_measure_known CHECK ((measure = ANY (ARRAY['worst'::text, 'p9999'::text]))),
  constraint exposure_cap_positive CHECK ((amount > 0)),
  constraint exposure_cap_raised_by_two CHECK (((request_id IS NOT NULL) OR ((amount IS NOT NULL) AND ((before IS NULL) OR (amount < before))))),
  constraint exposure_cap_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint exposure_cap_set_by_fkey FOREIGN KEY (set_by) REFERENCES console.operator(id),
  constraint exposure_cap_pkey PRIMARY KEY (id)
);
CREATE INDEX exposure_cap_newest ON public.exposure_cap USING btree (draw_id, bet_type, measure, id);
CREATE TRIGGER exposure_cap_is_history BEFORE DELETE OR UPDATE ON public.exposure_cap FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER exposure_cap_is_kept BEFORE TRUNCATE ON public.exposure_cap FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER exposure_cap_knows_what_was BEFORE INSERT ON public.exposure_cap FOR EACH ROW EXECUTE FUNCTION note_cap_before();

create table exposure_keeper (
  is_one boolean not null default true,
  holder uuid,
  until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  kept_after bigint not null,
  constraint exposure_keeper_is_one CHECK (is_one),
  constraint exposure_keeper_pkey PRIMARY KEY (is_one)
);

create table exposure_look (
  draw_id uuid not null,
  due_at timestamp with time zone not null,
  computed_at timestamp with time zone,
  figures jsonb,
  constraint exposure_look_is_whole CHECK (((computed_at IS NULL) = (figures IS NULL))),
  constraint exposure_look_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint exposure_look_pkey PRIMARY KEY (draw_id)
);

create table exposure_wanted (
  draw_id uuid not null,
  wanted_at timestamp with time zone not null,
  closely_at timestamp with time zone,
  constraint exposure_wanted_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint exposure_wanted_pkey PRIMARY KEY (draw_id)
);

create table favourite (
  client_id bigint not null,
  id uuid not null,
  label text not null,
  bet_type smallint not null,
  selection integer not null,
  stake integer not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint favourite_bet_type_known CHECK (((bet_type >= 1) AND (bet_type <= 6))),
  constraint favourite_selection_in_digits CHECK (((selection >= 1) AND (selection <= 987654321))),
  constraint favourite_stake_positive CHECK ((stake > 0)),
  constraint favourite_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint favourite_pkey PRIMARY KEY (client_id, id)
);
grant delete, insert, select, update on favourite to izi_app;

create table figure_due (
  draw_id uuid not null,
  constraint figure_due_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint figure_due_pkey PRIMARY KEY (draw_id)
);
grant select on figure_due to izi_app;

create table figure_quarter (
  begins_at timestamp with time zone not null,
  status draw_status not null,
  bet_type smallint not null,
  measured boolean not null,
  draws integer not null,
  tickets bigint not null,
  stakes bigint not null,
  won bigint not null,
  payouts bigint not null,
  own_tickets bigint not null,
  own_stakes bigint not null,
  own_payouts bigint not null,
  expected numeric not null,
  variance numeric not null,
  most numeric not null,
  above bigint not null,
  below bigint not null,
  constraint figure_quarter_bet_type_known CHECK (((bet_type >= 0) AND (bet_type <= 6))),
  constraint figure_quarter_is_of_finished_draws CHECK ((status = ANY (ARRAY['settled'::draw_status, 'void'::draw_status]))),
  constraint figure_quarter_is_whole CHECK ((begins_at = date_bin('00:15:00'::interval, begins_at, '2000-01-01 00:00:00+00'::timestamp with time zone))),
  constraint figure_quarter_pkey PRIMARY KEY (begins_at, status, bet_type, measured)
);
grant select on figure_quarter to izi_app;

create table function_set (
  id integer not null generated always as identity,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint function_set_pkey PRIMARY KEY (id)
);
grant select on function_set to izi_app;
grant select on function_set to izi_console;
grant select on function_set to izi_machine;

create table identity_check (
  id uuid not null default gen_random_uuid(),
  client_id bigint not null,
  type document_type not null,
  country text not null,
  last4 text not null,
  number_sealed bytea not null,
  document_key bytea not null,
  expires_on date not null,
  status identity_check_status not null default 'draft'::identity_check_status,
  created_at timestamp with time zone not null default clock_timestamp(),
  submitted_at timestamp with time zone,
  decided_at timestamp with time zone,
  decided_by text,
  reason text,
  constraint identity_check_country_is_a_code CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint identity_check_last4_is_short CHECK ((length(last4) <= 4)),
  constraint identity_check_says_when_submitted CHECK (((submitted_at IS NULL) = (status = 'draft'::identity_check_status))),
  constraint identity_check_says_who_decided CHECK (((num_nonnulls(decided_at, decided_by) =
CASE
    WHEN (status = ANY (ARRAY['accepted'::identity_check_status, 'refused'::identity_check_status])) THEN 2
    ELSE 0
END) AND ((status <> 'refused'::identity_check_status) OR (reason <> ''::text)))),
  constraint identity_check_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint identity_check_pkey PRIMARY KEY (id)
);
CREATE INDEX identity_check_client ON public.identity_check USING btree (client_id, created_at);
CREATE UNIQUE INDEX identity_check_document_once ON public.identity_check USING btree (document_key) WHERE (status = 'accepted'::identity_check_status);
CREATE UNIQUE INDEX identity_check_once_accepted ON public.identity_check USING btree (client_id) WHERE (status = 'accepted'::identity_check_status);
CREATE UNIQUE INDEX identity_check_one_at_a_time ON public.identity_check USING btree (client_id) WHERE (status = ANY (ARRAY['draft'::identity_check_status, 'waiting'::identity_check_status]));
CREATE INDEX identity_check_waiting ON public.identity_check USING btree (submitted_at, id) WHERE (status = 'waiting'::identity_check_status);
CREATE TRIGGER identity_check_is_told AFTER UPDATE ON public.identity_check FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION tell_client('identity');
CREATE TRIGGER identity_check_keeps_its_life BEFORE UPDATE ON public.identity_check FOR EACH ROW EXECUTE FUNCTION keep_identity_check();
grant select on identity_check to izi_app;

create table identity_image (
  check_id uuid not null,
  side document_side not null,
  sealed bytea storage external not null,
  uploaded_at timestamp with time zone not null default clock_timestamp(),
  constraint identity_image_check_id_fkey FOREIGN KEY (check_id) REFERENCES identity_check(id) ON DELETE CASCADE,
  constraint identity_image_pkey PRIMARY KEY (check_id, side)
);
grant select on identity_image to izi_app;

create table kept_exposure (
  draw_id uuid not null,
  seal_number bigint not null,
  draws_at timestamp with time zone not null,
  kept_at timestamp with time zone not null default clock_timestamp(),
  tickets bigint not null,
  stakes bigint not null,
  sealed_tickets bigint not null,
  sealed_stakes bigint not null,
  digest bytea not null,
  worst bigint not null,
  placed_at timestamp with time zone,
  payout bigint,
  expected bigint,
  placed_digest bytea,
  below integer,
  equal integer,
  place double precision,
  band smallint,
  constraint kept_exposure_band_is_of_ten CHECK (((band >= 1) AND (band <= 10))),
  constraint kept_exposure_below_counts CHECK (((below >= 0) AND (below <= 362880))),
  constraint kept_exposure_digest_is_a_hash CHECK ((octet_length(digest) = 32)),
  constraint kept_exposure_equal_counts CHECK (((equal >= 0) AND (equal <= (362880 - below)))),
  constraint kept_exposure_is_placed_whole CHECK (((num_nulls(placed_at, payout, expected, placed_digest, below, equal) = ANY (ARRAY[0, 6])) AND ((place IS NULL) = (band IS NULL)) AND ((placed_at IS NOT NULL) OR (place IS NULL)))),
  constraint kept_exposure_place_is_a_share CHECK (((place >= (0)::double precision) AND (place <= (1)::double precision))),
  constraint kept_exposure_second_digest_is_a_hash CHECK ((octet_length(placed_digest) = 32)),
  constraint kept_exposure_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES seal(draw_id),
  constraint kept_exposure_seal_number_fkey FOREIGN KEY (seal_number) REFERENCES seal(number),
  constraint kept_exposure_pkey PRIMARY KEY (draw_id),
  constraint kept_exposure_seal_once UNIQUE (seal_number)
);
CREATE INDEX kept_exposure_band ON public.kept_exposure USING btree (draws_at) INCLUDE (band) WHERE (band IS NOT NULL);
CREATE INDEX kept_exposure_unplaced ON public.kept_exposure USING btree (seal_number) WHERE (placed_at IS NULL);
CREATE INDEX kept_exposure_wrong ON public.kept_exposure USING btree (kept_at) WHERE ((tickets <> sealed_tickets) OR (stakes <> sealed_stakes) OR (placed_digest <> digest) OR (payout <> expected));
CREATE TRIGGER kept_exposure_has_a_life BEFORE UPDATE ON public.kept_exposure FOR EACH ROW EXECUTE FUNCTION keep_kept_exposure();
CREATE TRIGGER kept_exposure_is_kept BEFORE TRUNCATE ON public.kept_exposure FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_exposure_stays BEFORE DELETE ON public.kept_exposure FOR EACH ROW EXECUTE FUNCTION refuse_change();
grant select on kept_exposure to izi_app;

create table message (
  id bigint not null generated always as identity,
  recipient text not null,
  channel message_channel not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  sent_at timestamp with time zone,
  attempts smallint not null default 0,
  next_try_at timestamp with time zone default clock_timestamp(),
  template text not null,
  parameters jsonb not null default '{}'::jsonb,
  locale text not null default 'en'::text,
  constraint message_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'fr'::text]))),
  constraint message_pkey PRIMARY KEY (id)
);
CREATE INDEX message_due ON public.message USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX message_recipient ON public.message USING btree (lower(recipient), id);
grant delete, insert, select, update on message to izi_app;

create table migration (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (number)
);
grant select on migration to izi_app;
grant select on migration to izi_console;
grant select on migration to izi_machine;

create table mismatch (
  id bigint not null generated always as identity,
  check_name text not null,
  subject text not null,
  subject_id text not null,
  detail jsonb not null,
  found_at timestamp with time zone not null default clock_timestamp(),
  last_found_at timestamp with time zone not null default clock_timestamp(),
  closed_at timestamp with time zone,
  constraint mismatch_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX mismatch_open ON public.mismatch USING btree (check_name, subject, subject_id) WHERE (closed_at IS NULL);
grant select on mismatch to izi_app;

create table month (
  begins_on date not null,
  first_ticket_id uuid not null,
  first_posting_id bigint not null,
  begun_at timestamp with time zone,
  closed_at timestamp with time zone,
  tickets bigint,
  stakes bigint,
  ticket_hash bytea,
  postings bigint,
  posted bigint,
  posting_hash bytea,
  notes bigint,
  noted bigint,
  note_hash bytea,
  dues bigint,
  owed bigint,
  due_hash bytea,
  frozen_at timestamp with time zone,
  apart_at timestamp with time zone,
  filed_at timestamp with time zone,
  file_hash bytea,
  checked_at timestamp with time zone,
  differs text[],
  constraint month_closes_whole CHECK ((num_nulls(closed_at, tickets, stakes, ticket_hash, postings, posted, posting_hash, notes, noted, note_hash, dues, owed, due_hash) = ANY (ARRAY[0, 13]))),
  constraint month_differs_when_checked CHECK (((differs IS NULL) OR ((checked_at IS NOT NULL) AND (cardinality(differs) > 0)))),
  constraint month_hashes CHECK (((octet_length(ticket_hash) = 32) AND (octet_length(posting_hash) = 32) AND (octet_length(note_hash) = 32) AND (octet_length(due_hash) = 32))),
  constraint month_is_closed_before_it_is_checked CHECK (((checked_at IS NULL) OR (closed_at IS NOT NULL))),
  constraint month_is_closed_first CHECK (((frozen_at IS NULL) OR (closed_at IS NOT NULL))),
  constraint month_is_filed_whole CHECK ((((filed_at IS NULL) = (file_hash IS NULL)) AND (octet_length(file_hash) = 32))),
  constraint month_is_frozen_first CHECK ((((filed_at IS NULL) AND (apart_at IS NULL)) OR (frozen_at IS NOT NULL))),
  constraint month_is_whole CHECK (((begins_on = date_trunc('month'::text, (begins_on)::timestamp with time zone)) OR (begins_on = '-infinity'::date))),
  constraint month_pkey PRIMARY KEY (begins_on),
  constraint month_first_posting_id_key UNIQUE (first_posting_id),
  constraint month_first_ticket_id_key UNIQUE (first_ticket_id)
);
CREATE TRIGGER month_is_kept BEFORE DELETE OR UPDATE ON public.month FOR EACH ROW WHEN ((old.closed_at IS NOT NULL)) EXECUTE FUNCTION keep_closed_month();
grant select on month to izi_app;

create table month_balance (
  client_id bigint not null,
  month date not null,
  dep bigint not null,
  win bigint not null,
  held bigint not null,
  owed bigint not null,
  last_id bigint not null,
  constraint month_balance_of_a_client CHECK ((client_id > 0)),
  constraint month_balance_month_fkey FOREIGN KEY (month) REFERENCES month(begins_on),
  constraint month_balance_pkey PRIMARY KEY (client_id, month)
);
CREATE TRIGGER month_balance_is_history BEFORE DELETE OR UPDATE ON public.month_balance FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER month_balance_is_kept BEFORE TRUNCATE ON public.month_balance FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on month_balance to izi_worker;

create table month_stake (
  month date not null,
  draw_id uuid not null,
  amount bigint not null,
  constraint month_stake_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint month_stake_month_fkey FOREIGN KEY (month) REFERENCES month(begins_on),
  constraint month_stake_pkey PRIMARY KEY (month, draw_id)
);
CREATE TRIGGER month_stake_is_history BEFORE DELETE OR UPDATE ON public.month_stake FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER month_stake_is_kept BEFORE TRUNCATE ON public.month_stake FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on month_stake to izi_worker;

create table month_sum (
  month date not null,
  kind posting_kind not null,
  from_account account not null,
  to_account account not null,
  postings bigint not null,
  amount bigint not null,
  constraint month_sum_month_fkey FOREIGN KEY (month) REFERENCES month(begins_on),
  constraint month_sum_pkey PRIMARY KEY (month, kind, from_account, to_account)
);
CREATE TRIGGER month_sum_is_history BEFORE DELETE OR UPDATE ON public.month_sum FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER month_sum_is_kept BEFORE TRUNCATE ON public.month_sum FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on month_sum to izi_worker;

create table mutex.alarms (

);

create table mutex.backup (

);

create table mutex.caps (

);

create table mutex.demo_client (

);

create table mutex.demo_month (

);

create table mutex.demo_operators (

);

create table mutex.exclusions (

);

create table mutex.full_pass (

);

create table mutex.notices (

);

create table mutex.operator_keys (

);

create table mutex.operators (

);

create table mutex.opinions (

);

create table mutex.partitions (

);

create table mutex.payment_stops (

);

create table mutex.requests (

);

create table mutex.sales_stops (

);

create table mutex.saved_views (

);

create table mutex.seals (

);

create table notice (
  id bigint not null generated always as identity,
  client_id bigint not null,
  kind text not null,
  subject text not null,
  what text,
  amount bigint,
  happened_at timestamp with time zone not null,
  due_at timestamp with time zone default clock_timestamp(),
  waited boolean not null default false,
  told_at timestamp with time zone,
  constraint notice_kind CHECK ((kind = ANY (ARRAY['win'::text, 'void'::text, 'payment'::text, 'limit'::text]))),
  constraint notice_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint notice_pkey PRIMARY KEY (id),
  constraint notice_once UNIQUE (client_id, kind, subject)
);
CREATE INDEX notice_due ON public.notice USING btree (due_at) WHERE (due_at IS NOT NULL);
grant delete, select, update (due_at, told_at, waited) on notice to izi_app;

create table notice_choice (
  client_id bigint not null,
  kind text not null,
  channel text not null,
  wanted boolean not null,
  chosen_at timestamp with time zone not null default clock_timestamp(),
  constraint notice_choice_channel CHECK ((channel = ANY (ARRAY['push'::text, 'email'::text, 'sms'::text]))),
  constraint notice_choice_kind CHECK ((kind = ANY (ARRAY['win'::text, 'void'::text, 'payment'::text, 'limit'::text]))),
  constraint notice_choice_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint notice_choice_pkey PRIMARY KEY (client_id, kind, channel)
);
CREATE INDEX notice_choice_wanted ON public.notice_choice USING btree (kind, client_id) WHERE wanted;
grant delete, insert, select, update on notice_choice to izi_app;

create table notice_setting (
  client_id bigint not null,
  quiet_from time without time zone not null default '22:00:00'::time without time zone,
  quiet_to time without time zone not null default '07:00:00'::time without time zone,
  show_amounts boolean not null default false,
  sms_from bigint not null default 10000,
  constraint notice_setting_sms_from CHECK ((sms_from >= 1000)),
  constraint notice_setting_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint notice_setting_pkey PRIMARY KEY (client_id)
);
grant insert, select, update on notice_setting to izi_app;

create table operation_flag (
  name text not null,
  reason text not null,
  raised_at timestamp with time zone not null default clock_timestamp(),
  raised_by text,
  constraint operation_flag_pkey PRIMARY KEY (name)
);
CREATE TRIGGER operation_flag_is_kept BEFORE TRUNCATE ON public.operation_flag FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operation_flag_leaves_a_trace AFTER DELETE OR UPDATE OF name ON public.operation_flag FOR EACH ROW WHEN ((old.name = 'withdrawals_stopped'::text)) EXECUTE FUNCTION trace_withdrawals(); -- enabled: A
grant insert, select on operation_flag to izi_app;

create table operator_key (
  number smallint not null,
  public_key bytea not null,
  announcement bytea,
  former_signature bytea,
  signature bytea,
  constraint operator_key_is_announced CHECK (
CASE
    WHEN (number = 1) THEN ((announcement IS NULL) AND (former_signature IS NULL) AND (signature IS NULL))
    ELSE ((octet_length(announcement) = 120) AND (octet_length(former_signature) = 64) AND (octet_length(signature) = 64) AND (announcement IS NOT NULL) AND (former_signature IS NOT NULL) AND (signature IS NOT NULL))
END),
  constraint operator_key_length CHECK ((octet_length(public_key) = 32)),
  constraint operator_key_pkey PRIMARY KEY (number),
  constraint operator_key_once UNIQUE (public_key)
);
CREATE TRIGGER operator_key_is_history BEFORE DELETE OR UPDATE ON public.operator_key FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_key_is_kept BEFORE TRUNCATE ON public.operator_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on operator_key to izi_app;

create table operator_limit (
  id bigint not null generated always as identity,
  client_id bigint not null,
  kind limit_kind not null,
  period limit_period not null,
  amount bigint not null,
  set_at timestamp with time zone not null default clock_timestamp(),
  set_by text not null,
  reason text not null,
  ends_at timestamp with time zone,
  constraint operator_limit_amount CHECK ((amount >= 0)),
  constraint operator_limit_has_a_reason CHECK ((reason <> ''::text)),
  constraint operator_limit_lasts CHECK ((ends_at > set_at)),
  constraint operator_limit_client_id_fkey FOREIGN KEY (client_id) REFERENCES wallet(client_id),
  constraint operator_limit_pkey PRIMARY KEY (id)
);
CREATE INDEX operator_limit_lowest ON public.operator_limit USING btree (client_id, kind, period, amount);
CREATE TRIGGER operator_limit_is_history BEFORE DELETE OR UPDATE ON public.operator_limit FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_limit_is_kept BEFORE TRUNCATE ON public.operator_limit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_limit_is_told AFTER INSERT ON public.operator_limit FOR EACH ROW EXECUTE FUNCTION tell_client('limits');
grant select (amount, client_id, ends_at, kind, period, set_at) on operator_limit to izi_app;

create table opinion.heeded (
  note_id bigint not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint heeded_note_id_fkey FOREIGN KEY (note_id) REFERENCES opinion.note(id),
  constraint heeded_pkey PRIMARY KEY (note_id)
);
CREATE TRIGGER heeded_is_history BEFORE DELETE OR UPDATE ON opinion.heeded FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER heeded_is_kept BEFORE TRUNCATE ON opinion.heeded FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table opinion.note (
  id bigint not null generated always as identity,
  draw_id uuid not null,
  phase text not null,
  at timestamp with time zone not null default clock_timestamp(),
  late boolean not null,
  agrees boolean not null,
  tickets bigint not null,
  stakes bigint not null,
  root bytea,
  result integer,
  won bigint,
  due bigint,
  dues_digest bytea,
  differs text[] not null,
  program text not null,
  constraint note_after_is_whole CHECK (((phase = 'after'::text) = ((won IS NOT NULL) AND (due IS NOT NULL) AND (dues_digest IS NOT NULL)))),
  constraint note_counts_tickets CHECK (((tickets >= 0) AND (tickets <= '9007199254740991'::bigint))),
  constraint note_counts_won CHECK (((won >= 0) AND (won <= '9007199254740991'::bigint))),
  constraint note_differs_by_sentences CHECK (
CASE
    WHEN (array_ndims(differs) > 1) THEN false
    ELSE (array_position(differs, NULL::text) IS NULL)
END),
  constraint note_differs_where_it_disagrees CHECK ((agrees = (cardinality(differs) = 0))),
  constraint note_digest_length CHECK ((octet_length(dues_digest) = 32)),
  constraint note_has_a_phase CHECK ((phase = ANY (ARRAY['before'::text, 'drawn'::text, 'after'::text]))),
  constraint note_is_short CHECK (((cardinality(differs) <= 40) AND (length(array_to_string(differs, ''::text, ''::text)) <= 12000) AND (length(program) <= 100))),
  constraint note_root_length CHECK ((octet_length(root) = 32)),
  constraint note_sums_dues CHECK (((due >= 0) AND (due <= '9007199254740991'::bigint))),
  constraint note_sums_stakes CHECK (((stakes >= 0) AND (stakes <= '9007199254740991'::bigint))),
  constraint note_pkey PRIMARY KEY (id)
);
CREATE INDEX note_disagrees ON opinion.note USING btree (draw_id) WHERE (NOT agrees);
CREATE INDEX note_draw ON opinion.note USING btree (draw_id, phase, id);
CREATE TRIGGER note_is_history BEFORE DELETE OR UPDATE ON opinion.note FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER note_is_kept BEFORE TRUNCATE ON opinion.note FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on opinion.note to izi_opinion;

create table opinion.release (
  draw_id uuid not null,
  at timestamp with time zone not null default clock_timestamp(),
  reason text not null,
  request_id uuid not null,
  constraint release_has_a_reason CHECK ((reason <> ''::text)),
  constraint release_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint release_pkey PRIMARY KEY (draw_id)
);
CREATE INDEX release_at ON opinion.release USING btree (at);
CREATE TRIGGER release_is_history BEFORE DELETE OR UPDATE ON opinion.release FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER release_is_kept BEFORE TRUNCATE ON opinion.release FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table opinion.rule (
  number integer not null,
  wait_seconds integer,
  set_at timestamp with time zone not null default clock_timestamp(),
  constraint rule_number_positive CHECK ((number > 0)),
  constraint rule_waits_a_while CHECK (((wait_seconds >= 1) AND (wait_seconds <= 3600))),
  constraint rule_pkey PRIMARY KEY (number)
);
CREATE TRIGGER rule_is_history BEFORE DELETE OR UPDATE ON opinion.rule FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rule_is_kept BEFORE TRUNCATE ON opinion.rule FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table opinion.unjudged (
  draw_id uuid not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint unjudged_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint unjudged_pkey PRIMARY KEY (draw_id)
);
CREATE INDEX unjudged_at ON opinion.unjudged USING btree (at);
CREATE TRIGGER unjudged_is_history BEFORE DELETE OR UPDATE ON opinion.unjudged FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER unjudged_is_kept BEFORE TRUNCATE ON opinion.unjudged FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table opinion.wait (
  draw_id uuid not null,
  until timestamp with time zone not null,
  constraint wait_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint wait_pkey PRIMARY KEY (draw_id)
);
CREATE TRIGGER wait_is_history BEFORE DELETE OR UPDATE ON opinion.wait FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wait_is_kept BEFORE TRUNCATE ON opinion.wait FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table party (
  payment_id uuid not null,
  sealed bytea not null,
  constraint party_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint party_pkey PRIMARY KEY (payment_id)
);
CREATE TRIGGER party_is_kept BEFORE TRUNCATE ON public.party FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER party_life BEFORE DELETE OR UPDATE ON public.party FOR EACH ROW EXECUTE FUNCTION keep_party();
grant insert, select on party to izi_app;

create table party_key (
  client_id bigint not null,
  key_sealed bytea not null,
  key_id bytea not null generated always as (SUBSTRING(key_sealed FROM 1 FOR 8)) stored,
  constraint party_key_client_id_fkey FOREIGN KEY (client_id) REFERENCES wallet(client_id),
  constraint party_key_pkey PRIMARY KEY (client_id)
);
CREATE INDEX party_key_sealed_under ON public.party_key USING btree (key_id);
CREATE TRIGGER party_key_is_kept BEFORE TRUNCATE ON public.party_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER party_key_life BEFORE DELETE OR UPDATE ON public.party_key FOR EACH ROW EXECUTE FUNCTION keep_party_key();
grant insert (client_id, key_sealed), select on party_key to izi_app;

create table party_look (
  id bigint not null generated always as identity,
  client_id bigint not null,
  kind party_look_kind not null,
  asked_id bigint,
  operator text not null,
  reason text,
  at timestamp with time zone not null,
  constraint party_look_has_reason CHECK ((((kind = 'asked'::party_look_kind) = (asked_id IS NULL)) AND ((kind = 'asked'::party_look_kind) = (reason IS NOT NULL)))),
  constraint party_look_operator_named CHECK (((operator = TRIM(BOTH FROM operator)) AND (operator <> ''::text))),
  constraint party_look_reason_said CHECK ((TRIM(BOTH FROM reason) <> ''::text)),
  constraint party_look_asked_id_fkey FOREIGN KEY (asked_id) REFERENCES party_look(id),
  constraint party_look_client_id_fkey FOREIGN KEY (client_id) REFERENCES wallet(client_id),
  constraint party_look_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX party_look_approved_once ON public.party_look USING btree (asked_id) WHERE (kind = 'approved'::party_look_kind);
CREATE TRIGGER party_look_is_history BEFORE DELETE OR UPDATE ON public.party_look FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER party_look_is_kept BEFORE TRUNCATE ON public.party_look FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table passkey (
  id uuid not null default gen_random_uuid(),
  client_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  last_used_at timestamp with time zone,
  constraint passkey_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_credential_once UNIQUE (credential_id)
);
CREATE INDEX passkey_client ON public.passkey USING btree (client_id);
grant delete, insert, select, update on passkey to izi_app;

create table passkey_challenge (
  id uuid not null default gen_random_uuid(),
  purpose text not null,
  client_id bigint,
  flow uuid,
  nonce bytea not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_belongs_to_a_session CHECK (
CASE purpose
    WHEN 'sign_in'::text THEN (num_nulls(client_id, flow) = 2)
    ELSE (num_nulls(client_id, flow) = 0)
END),
  constraint passkey_challenge_purpose CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'add'::text, 'proof'::text]))),
  constraint passkey_challenge_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint passkey_challenge_pkey PRIMARY KEY (id),
  constraint passkey_challenge_once UNIQUE (flow, purpose)
);
CREATE INDEX passkey_challenge_client ON public.passkey_challenge USING btree (client_id);
CREATE INDEX passkey_challenge_expires_at ON public.passkey_challenge USING btree (expires_at);
grant delete, insert, select, update on passkey_challenge to izi_app;

create table payment (
  id uuid not null default gen_random_uuid(),
  client_id bigint not null,
  direction payment_direction not null,
  amount bigint not null,
  from_win bigint not null default 0,
  from_dep bigint not null default 0,
  country text not null,
  method text not null,
  phone text,
  first_name text,
  last_name text,
  email text,
  provider text not null,
  provider_ref text,
  redirect_url text,
  notify_secret text,
  status payment_status not null default 'created'::payment_status,
  failure text,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  due_at timestamp with time zone,
  asked integer not null default 0,
  idempotency_key text not null,
  request_hash bytea not null,
  answer json,
  sent_at timestamp with time zone,
  mismatch text,
  route_version integer,
  provider_failed boolean not null default false,
  constraint payment_amount_positive CHECK ((amount > 0)),
  constraint payment_from_dep_check CHECK ((from_dep >= 0)),
  constraint payment_from_win_check CHECK ((from_win >= 0)),
  constraint payment_mismatch_known CHECK ((mismatch = ANY (ARRAY['amount_mismatch'::text, 'paid_after_return'::text, 'refund_unclear'::text, 'other_payment'::text]))),
  constraint payment_party_is_whole_or_sealed CHECK (((num_nulls(phone, first_name, last_name) = 0) OR (num_nonnulls(phone, first_name, last_name, email) = 0))),
  constraint payment_shares_add_up CHECK (((from_win + from_dep) =
CASE direction
    WHEN 'withdrawal'::payment_direction THEN amount
    ELSE (0)::bigint
END)),
  constraint payment_status_of_its_direction CHECK (((status = ANY (ARRAY['created'::payment_status, 'failed'::payment_status])) OR ((direction = 'deposit'::payment_direction) AND (status = ANY (ARRAY['pending'::payment_status, 'succeeded'::payment_status, 'expired'::payment_status]))) OR ((direction = 'withdrawal'::payment_direction) AND (status <> ALL (ARRAY['pending'::payment_status, 'succeeded'::payment_status, 'expired'::payment_status]))))),
  constraint payment_client_id_fkey FOREIGN KEY (client_id) REFERENCES wallet(client_id),
  constraint payment_route_version_fkey FOREIGN KEY (route_version) REFERENCES payment_route_version(number),
  constraint payment_pkey PRIMARY KEY (id),
  constraint payment_once UNIQUE (client_id, idempotency_key)
);
CREATE INDEX payment_at ON public.payment USING btree (created_at, id);
CREATE UNIQUE INDEX payment_at_provider ON public.payment USING btree (provider, provider_ref);
CREATE INDEX payment_due ON public.payment USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX payment_large ON public.payment USING btree (created_at, id) WHERE (amount >= 1000000);
CREATE INDEX payment_mismatched ON public.payment USING btree (created_at, id) WHERE (mismatch IS NOT NULL);
CREATE INDEX payment_of_client ON public.payment USING btree (client_id, created_at, id);
CREATE INDEX payment_of_method ON public.payment USING btree (method, provider, status);
CREATE INDEX payment_of_provider ON public.payment USING btree (provider, created_at, id);
CREATE INDEX payment_of_provider_status ON public.payment USING btree (provider, status, created_at, id);
CREATE INDEX payment_of_status ON public.payment USING btree (status, created_at, id);
CREATE INDEX payment_other_phone ON public.payment USING btree (updated_at) WHERE (failure = 'other_phone'::text);
CREATE INDEX payment_provider_ref ON public.payment USING btree (provider_ref text_pattern_ops) WHERE (provider_ref IS NOT NULL);
CREATE INDEX payment_under_way ON public.payment USING btree (client_id, direction) WHERE (status <> ALL (ARRAY['succeeded'::payment_status, 'paid'::payment_status, 'failed'::payment_status, 'expired'::payment_status]));
CREATE INDEX payment_unfinished ON public.payment USING btree (created_at, id) WHERE (status <> ALL (ARRAY['succeeded'::payment_status, 'paid'::payment_status, 'failed'::payment_status, 'expired'::payment_status]));
CREATE INDEX payment_unsealed ON public.payment USING btree (id) WHERE (phone IS NOT NULL);
CREATE CONSTRAINT TRIGGER payment_has_party AFTER INSERT ON public.payment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.phone IS NULL)) EXECUTE FUNCTION require_party();
CREATE TRIGGER payment_is_kept BEFORE DELETE ON public.payment FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_is_sent_out AFTER UPDATE ON public.payment FOR EACH ROW WHEN (((old.status <> new.status) OR (old.mismatch IS DISTINCT FROM new.mismatch))) EXECUTE FUNCTION send_payment_out();
CREATE TRIGGER payment_is_told AFTER UPDATE ON public.payment FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION tell_payment();
CREATE TRIGGER payment_life BEFORE UPDATE ON public.payment FOR EACH ROW EXECUTE FUNCTION keep_payment_life();
CREATE TRIGGER withdrawal_is_figured AFTER UPDATE OF status ON public.payment FOR EACH ROW WHEN (((new.direction = 'withdrawal'::payment_direction) AND (new.status = 'paid'::payment_status) AND (old.status <> 'paid'::payment_status))) EXECUTE FUNCTION note_paid_withdrawal();
grant insert (amount, client_id, country, direction, due_at, email, first_name, from_dep, from_win, id, idempotency_key, last_name, method, phone, provider, request_hash, route_version), select, update (answer, asked, due_at, failure, mismatch, notify_secret, provider_failed, provider_ref, redirect_url, sent_at, status, updated_at) on payment to izi_app;

create table payment_attempt (
  payment_id uuid not null,
  account text not null,
  because text not null,
  at timestamp with time zone not null default clock_timestamp(),
  due_at timestamp with time zone default (clock_timestamp() + '00:15:00'::interval),
  paid_at timestamp with time zone,
  constraint payment_attempt_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint payment_attempt_pkey PRIMARY KEY (payment_id, account)
);
CREATE INDEX payment_attempt_at ON public.payment_attempt USING btree (at);
CREATE INDEX payment_attempt_due ON public.payment_attempt USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX payment_attempt_paid ON public.payment_attempt USING btree (paid_at) WHERE (paid_at IS NOT NULL);
CREATE TRIGGER payment_attempt_is_kept BEFORE TRUNCATE ON public.payment_attempt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_attempt_life BEFORE UPDATE ON public.payment_attempt FOR EACH ROW EXECUTE FUNCTION keep_payment_attempt();
CREATE TRIGGER payment_attempt_stays BEFORE DELETE ON public.payment_attempt FOR EACH ROW EXECUTE FUNCTION refuse_change();
grant select, update (due_at, paid_at) on payment_attempt to izi_app;

create table payment_event (
  id bigint not null generated always as identity,
  payment_id uuid not null,
  at timestamp with time zone not null default clock_timestamp(),
  kind payment_event_kind not null,
  from_status payment_status,
  to_status payment_status not null,
  detail jsonb not null default '{}'::jsonb,
  constraint payment_event_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint payment_event_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_event_by_hand ON public.payment_event USING btree (at) WHERE (detail ? 'request'::text);
CREATE INDEX payment_event_of_payment ON public.payment_event USING btree (payment_id, id);
CREATE TRIGGER payment_event_is_counted AFTER INSERT ON public.payment_event FOR EACH ROW WHEN (((new.kind)::text = ANY (ARRAY['accepted'::text, 'rejected'::text, 'unanswered'::text, 'under_way'::text, 'confirmed'::text, 'declined'::text, 'absent'::text, 'expired'::text, 'rerouted'::text]))) EXECUTE FUNCTION count_payment_outcome();
CREATE TRIGGER payment_event_is_history BEFORE DELETE OR UPDATE ON public.payment_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_event_is_kept BEFORE TRUNCATE ON public.payment_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on payment_event to izi_app;

create table payment_float (
  account text not null,
  country text not null,
  method text,
  amount bigint not null,
  "least" bigint,
  read_at timestamp with time zone not null,
  lasts_until timestamp with time zone
);
CREATE UNIQUE INDEX payment_float_of_wallet ON public.payment_float USING btree (account, country, method) NULLS NOT DISTINCT;

create table payment_line (
  account text not null,
  country text not null,
  method text not null,
  direction payment_direction not null,
  in_a_row integer not null default 0,
  because text,
  paused_at timestamp with time zone,
  until timestamp with time zone,
  counts_from timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint payment_line_because_known CHECK ((because = ANY (ARRAY['in_a_row'::text, 'rate'::text]))),
  constraint payment_line_paused_whole CHECK ((num_nulls(because, paused_at, until) = ANY (ARRAY[0, 3]))),
  constraint payment_line_pkey PRIMARY KEY (account, country, method, direction)
);
grant select on payment_line to izi_app;

create table payment_offer (
  account text not null,
  country text not null,
  method text not null,
  direction payment_direction not null,
  label text not null,
  seen_at timestamp with time zone not null,
  constraint payment_offer_pkey PRIMARY KEY (account, country, method, direction)
);

create table payment_route_version (
  number integer not null,
  begins_at timestamp with time zone not null,
  lines text[] not null,
  made_at timestamp with time zone not null default clock_timestamp(),
  request_id uuid,
  constraint payment_route_version_by_two CHECK (((number = 1) OR (request_id IS NOT NULL))),
  constraint payment_route_version_counts CHECK ((number > 0)),
  constraint payment_route_version_pkey PRIMARY KEY (number)
);
CREATE TRIGGER payment_route_version_is_history BEFORE DELETE OR UPDATE ON public.payment_route_version FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_route_version_is_kept BEFORE TRUNCATE ON public.payment_route_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on payment_route_version to izi_app;

create table payment_stop (
  id uuid not null default gen_random_uuid(),
  account text,
  country text,
  method text,
  direction payment_direction,
  told_en text not null,
  told_fr text not null,
  reason text not null,
  stopped_by bigint not null,
  stopped_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  request_id uuid,
  constraint payment_stop_ended_by_request CHECK (((request_id IS NULL) = (ended_at IS NULL))),
  constraint payment_stop_ends_after_it_began CHECK ((ended_at >= stopped_at)),
  constraint payment_stop_has_a_reason CHECK ((reason <> ''::text)),
  constraint payment_stop_network_whole CHECK ((num_nonnulls(country, method, direction) = ANY (ARRAY[0, 3]))),
  constraint payment_stop_of_something CHECK ((num_nonnulls(account, country) > 0)),
  constraint payment_stop_told_en CHECK ((told_en <> ''::text)),
  constraint payment_stop_told_fr CHECK ((told_fr <> ''::text)),
  constraint payment_stop_stopped_by_fkey FOREIGN KEY (stopped_by) REFERENCES console.operator(id),
  constraint payment_stop_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX payment_stop_once ON public.payment_stop USING btree (account, country, method, direction) NULLS NOT DISTINCT WHERE (ended_at IS NULL);
CREATE TRIGGER payment_stop_is_kept BEFORE TRUNCATE ON public.payment_stop FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_stop_life BEFORE UPDATE ON public.payment_stop FOR EACH ROW EXECUTE FUNCTION keep_payment_stop();
CREATE TRIGGER payment_stop_stays BEFORE DELETE ON public.payment_stop FOR EACH ROW EXECUTE FUNCTION refuse_change();
grant select (account, country, direction, ended_at, id, method, stopped_at, told_en, told_fr) on payment_stop to izi_app;

create table payment_trial (
  account text not null,
  country text not null,
  method text not null,
  direction payment_direction not null,
  payment_id uuid not null,
  at timestamp with time zone not null,
  constraint payment_trial_pkey PRIMARY KEY (account, country, method, direction)
);
CREATE INDEX payment_trial_of_payment ON public.payment_trial USING btree (payment_id);

create table payment_usual (
  account text not null,
  country text not null,
  method text not null,
  direction payment_direction not null,
  seconds double precision not null,
  payments bigint not null,
  worked_out_at timestamp with time zone not null,
  constraint payment_usual_pkey PRIMARY KEY (account, country, method, direction)
);

create table payout_stop (
  id bigint not null generated always as identity,
  client_id bigint not null,
  act text not null,
  stopped_at timestamp with time zone not null default clock_timestamp(),
  lifted_at timestamp with time zone,
  lifted_by text,
  reason text,
  request_id uuid,
  constraint payout_stop_says_who_lifted CHECK (((num_nonnulls(lifted_at, lifted_by, reason) = ANY (ARRAY[0, 3])) AND (lifted_by <> ''::text) AND (reason <> ''::text))),
  constraint payout_stop_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint payout_stop_request_id_fkey FOREIGN KEY (request_id) REFERENCES console.request(id),
  constraint payout_stop_pkey PRIMARY KEY (id)
);
CREATE INDEX payout_stop_client ON public.payout_stop USING btree (client_id);
grant select on payout_stop to izi_app;

create table person_key (
  client_id bigint not null,
  key_id bytea not null,
  hmacs bytea[] not null,
  constraint person_key_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint person_key_pkey PRIMARY KEY (client_id)
);
CREATE INDEX person_key_hmacs ON public.person_key USING gin (hmacs);
grant select (client_id, key_id) on person_key to izi_app;

create table person_match (
  client_id bigint not null,
  source text not null,
  ends_at timestamp with time zone not null,
  matched_at timestamp with time zone not null default clock_timestamp(),
  cleared_at timestamp with time zone,
  cleared_by text,
  reason text,
  request_id uuid,
  check_id uuid,
  constraint person_match_says_who_cleared CHECK (((num_nonnulls(cleared_at, cleared_by, reason) = ANY (ARRAY[0, 3])) AND (cleared_by <> ''::text) AND (reason <> ''::text))),
  constraint person_match_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint person_match_request_id_fkey FOREIGN KEY (request_id) REFERENCES console.request(id),
  constraint person_match_pkey PRIMARY KEY (client_id, source)
);

create table play_break (
  client_id bigint not null,
  kind break_kind not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint play_break_lasts CHECK ((ends_at > starts_at)),
  constraint play_break_client_id_fkey FOREIGN KEY (client_id) REFERENCES wallet(client_id),
  constraint play_break_pkey PRIMARY KEY (client_id, starts_at)
);
CREATE INDEX play_break_ends ON public.play_break USING btree (ends_at);
CREATE TRIGGER play_break_is_history BEFORE DELETE OR UPDATE ON public.play_break FOR EACH ROW EXECUTE FUNCTION keep_break();
CREATE TRIGGER play_break_is_kept BEFORE TRUNCATE ON public.play_break FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER play_break_is_sent_out AFTER INSERT ON public.play_break FOR EACH ROW WHEN ((new.kind = 'exclusion'::break_kind)) EXECUTE FUNCTION send_exclusion_out();
CREATE TRIGGER play_break_is_told AFTER INSERT ON public.play_break FOR EACH ROW EXECUTE FUNCTION tell_client('limits');
grant select on play_break to izi_app;

create table play_limit (
  client_id bigint not null,
  kind limit_kind not null,
  period limit_period not null,
  amount bigint,
  next_amount bigint,
  next_at timestamp with time zone,
  constraint play_limit_amount_check CHECK ((amount >= 0)),
  constraint play_limit_falls_at_once CHECK ((next_amount > amount)),
  constraint play_limit_waits_to_be_raised CHECK (((next_at IS NOT NULL) OR (next_amount IS NULL))),
  constraint play_limit_client_id_fkey FOREIGN KEY (client_id) REFERENCES wallet(client_id),
  constraint play_limit_pkey PRIMARY KEY (client_id, kind, period)
);
CREATE TRIGGER play_limit_is_told AFTER INSERT OR UPDATE ON public.play_limit FOR EACH ROW EXECUTE FUNCTION tell_client('limits');
grant select on play_limit to izi_app;

create table posted_once (
  kind posting_kind not null,
  reference uuid not null,
  from_account account not null,
  to_account account not null,
  client_id bigint not null,
  posting_id bigint not null,
  amount bigint not null,
  constraint posted_once_kind CHECK ((kind <> ALL (ARRAY['bet'::posting_kind, 'payout'::posting_kind]))),
  constraint posted_once_pkey PRIMARY KEY (kind, reference, from_account, to_account)
);
CREATE TRIGGER posted_once_is_history BEFORE DELETE OR UPDATE ON public.posted_once FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER posted_once_is_kept BEFORE TRUNCATE ON public.posted_once FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on posted_once to izi_app;

create table posting (
  client_id bigint not null,
  id bigint not null default nextval('posting_id_seq'::regclass),
  from_account account not null,
  to_account account not null,
  amount bigint not null,
  kind posting_kind not null,
  reference uuid not null,
  draw_id uuid,
  at timestamp with time zone not null,
  dep_after bigint,
  win_after bigint,
  constraint posting_amount_positive CHECK ((amount > 0)),
  constraint posting_between_two_accounts CHECK ((from_account <> to_account)),
  constraint posting_stakes_name_their_draw CHECK (((draw_id IS NOT NULL) OR ((from_account <> 'draw_stakes'::account) AND (to_account <> 'draw_stakes'::account)))),
  constraint posting_pkey PRIMARY KEY (client_id, id)
) partition by RANGE (id);
CREATE INDEX posting_at ON ONLY public.posting USING brin (at) WITH (autosummarize='on');
CREATE INDEX posting_large_win ON ONLY public.posting USING btree (client_id) WHERE ((kind = 'payout'::posting_kind) AND (amount > 1000000));
CREATE INDEX posting_other ON ONLY public.posting USING btree (client_id, id) WHERE (kind <> ALL (ARRAY['bet'::posting_kind, 'payout'::posting_kind]));
CREATE TRIGGER posting_is_history BEFORE DELETE OR UPDATE ON public.posting FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER posting_is_kept BEFORE TRUNCATE ON public.posting FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER posting_is_noted_once AFTER INSERT ON public.posting FOR EACH ROW WHEN ((new.kind <> ALL (ARRAY['bet'::posting_kind, 'payout'::posting_kind]))) EXECUTE FUNCTION note_posted_once(); -- enabled: A
CREATE TRIGGER posting_of_a_payment BEFORE INSERT ON public.posting FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['deposit'::posting_kind, 'withdrawal'::posting_kind, 'withdrawal_paid'::posting_kind, 'withdrawal_returned'::posting_kind]))) EXECUTE FUNCTION match_payment();
grant select on posting to izi_app;

create table provider_answer (
  payment_id uuid not null,
  asked_at timestamp with time zone not null,
  answered_at timestamp with time zone not null,
  said text not null,
  detail jsonb not null default '{}'::jsonb,
  constraint provider_answer_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint provider_answer_pkey PRIMARY KEY (payment_id)
) with (fillfactor=70);
grant insert, select, update on provider_answer to izi_app;

create table push_subscription (
  id uuid not null default gen_random_uuid(),
  client_id bigint not null,
  session_id uuid not null,
  endpoint text not null,
  endpoint_hash bytea not null,
  p256dh bytea not null,
  auth bytea not null,
  made_at timestamp with time zone not null default clock_timestamp(),
  last_ok_at timestamp with time zone,
  constraint push_subscription_auth CHECK ((length(auth) = 16)),
  constraint push_subscription_p256dh CHECK ((length(p256dh) = 65)),
  constraint push_subscription_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint push_subscription_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint push_subscription_pkey PRIMARY KEY (id),
  constraint push_subscription_once UNIQUE (endpoint_hash)
);
CREATE INDEX push_subscription_client ON public.push_subscription USING btree (client_id);
CREATE INDEX push_subscription_session ON public.push_subscription USING btree (session_id);
grant delete, insert, select, update (auth, last_ok_at, p256dh, session_id) on push_subscription to izi_app;

create unlogged table rate_limit (
  key text not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limit_pkey PRIMARY KEY (key)
);
grant delete, insert, select, update on rate_limit to izi_app;

create table reality_check (
  client_id bigint not null,
  every_minutes smallint not null,
  constraint reality_check_minutes CHECK (((every_minutes >= 5) AND (every_minutes <= 240))),
  constraint reality_check_client_id_fkey FOREIGN KEY (client_id) REFERENCES wallet(client_id),
  constraint reality_check_pkey PRIMARY KEY (client_id)
);
grant delete, insert, select, update on reality_check to izi_app;

create table reconciliation_pass (
  scope reconciliation_scope not null,
  next_since timestamp with time zone not null,
  horizon xid8 not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  mismatches integer not null,
  constraint reconciliation_pass_pkey PRIMARY KEY (scope)
);
grant select on reconciliation_pass to izi_app;

create table recovery_code (
  client_id bigint not null,
  place smallint not null,
  hash text not null,
  used_at timestamp with time zone,
  constraint recovery_code_place CHECK (((place >= 0) AND (place <= 9))),
  constraint recovery_code_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint recovery_code_pkey PRIMARY KEY (client_id, place)
);
grant delete, insert, select, update on recovery_code to izi_app;

create table register_question (
  client_id bigint not null,
  asked_at timestamp with time zone not null default clock_timestamp(),
  number bigint not null generated always as identity,
  constraint register_question_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint register_question_pkey PRIMARY KEY (client_id)
);
CREATE INDEX register_question_asked_at ON public.register_question USING btree (asked_at);

create table reserve (
  number integer not null,
  amount bigint not null,
  set_at timestamp with time zone not null default clock_timestamp(),
  request_id uuid not null,
  constraint reserve_is_positive CHECK ((amount > 0)),
  constraint reserve_number_positive CHECK ((number > 0)),
  constraint reserve_request_id_fkey FOREIGN KEY (request_id) REFERENCES console.request(id),
  constraint reserve_pkey PRIMARY KEY (number)
);
CREATE TRIGGER reserve_is_history BEFORE DELETE OR UPDATE ON public.reserve FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reserve_is_kept BEFORE TRUNCATE ON public.reserve FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table reveal (
  draw_id uuid not null,
  seed bytea not null,
  constraint reveal_seed_length CHECK ((octet_length(seed) = 32)),
  constraint reveal_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint reveal_pkey PRIMARY KEY (draw_id)
);
CREATE TRIGGER reveal_is_history BEFORE DELETE OR UPDATE ON public.reveal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reveal_is_kept BEFORE TRUNCATE ON public.reveal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on reveal to izi_app;

create table sale_minute (
  at timestamp with time zone not null,
  tickets integer not null,
  stakes bigint not null,
  first_players integer,
  constraint sale_minute_first_players_have_tickets CHECK (((first_players >= 0) AND (first_players <= tickets))),
  constraint sale_minute_has_stakes CHECK ((stakes > 0)),
  constraint sale_minute_has_tickets CHECK ((tickets > 0)),
  constraint sale_minute_is_whole CHECK ((at = date_trunc('minute'::text, at))),
  constraint sale_minute_pkey PRIMARY KEY (at)
);

create table sales_counted (
  is_one boolean not null default true,
  through timestamp with time zone not null,
  zone text,
  zone_since timestamp with time zone,
  constraint sales_counted_has_days_since CHECK (((zone IS NULL) = (zone_since IS NULL))),
  constraint sales_counted_is_one CHECK (is_one),
  constraint sales_counted_pkey PRIMARY KEY (is_one)
);

create table sales_stop (
  id uuid not null default gen_random_uuid(),
  draw_id uuid,
  bet_type smallint,
  sentence text not null,
  reason text not null,
  stopped_by bigint,
  stopped_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  request_id uuid,
  cap_id bigint,
  constraint sales_stop_bet_type_known CHECK (((bet_type >= 1) AND (bet_type <= 6))),
  constraint sales_stop_by_cap_of_a_draw CHECK (((cap_id IS NULL) OR (draw_id IS NOT NULL))),
  constraint sales_stop_ended_by_request CHECK (((request_id IS NULL) OR (ended_at IS NOT NULL))),
  constraint sales_stop_ends_after_it_began CHECK ((ended_at >= stopped_at)),
  constraint sales_stop_has_a_cause CHECK ((num_nonnulls(stopped_by, cap_id) = 1)),
  constraint sales_stop_has_a_reason CHECK ((reason <> ''::text)),
  constraint sales_stop_has_a_sentence CHECK ((sentence <> ''::text)),
  constraint sales_stop_cap_id_fkey FOREIGN KEY (cap_id) REFERENCES exposure_cap(id),
  constraint sales_stop_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint sales_stop_stopped_by_fkey FOREIGN KEY (stopped_by) REFERENCES console.operator(id),
  constraint sales_stop_pkey PRIMARY KEY (id)
);
CREATE INDEX sales_stop_by_cap ON public.sales_stop USING btree (stopped_at, id) WHERE (cap_id IS NOT NULL);
CREATE UNIQUE INDEX sales_stop_once ON public.sales_stop USING btree (draw_id, bet_type, ((cap_id IS NULL))) NULLS NOT DISTINCT WHERE (ended_at IS NULL);
CREATE INDEX sales_stop_time ON public.sales_stop USING btree (stopped_at, id);
CREATE TRIGGER sales_stop_is_kept BEFORE TRUNCATE ON public.sales_stop FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sales_stop_life BEFORE UPDATE ON public.sales_stop FOR EACH ROW EXECUTE FUNCTION keep_sales_stop();
CREATE TRIGGER sales_stop_stays BEFORE DELETE ON public.sales_stop FOR EACH ROW EXECUTE FUNCTION refuse_change();
grant select (bet_type, cap_id, draw_id, ended_at, id, sentence, stopped_at) on sales_stop to izi_app;

create table sandbox.collection (
  ref text not null,
  merchant_reference text not null,
  amount bigint not null,
  method text not null,
  phone text not null,
  payer text not null,
  return_url text not null,
  status text not null default 'pending'::text,
  created_at timestamp with time zone not null default clock_timestamp(),
  decided_at timestamp with time zone,
  refunded bigint not null default 0,
  constraint collection_amount_check CHECK ((amount > 0)),
  constraint collection_refunded_was_approved CHECK (((refunded = 0) OR (status = 'approved'::text))),
  constraint collection_refunded_within_amount CHECK (((refunded >= 0) AND (refunded <= amount))),
  constraint collection_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'declined'::text]))),
  constraint collection_pkey PRIMARY KEY (ref),
  constraint collection_once UNIQUE (merchant_reference)
);
grant insert, select, update on sandbox.collection to izi_app;

create table sandbox.notice (
  id bigint not null generated always as identity,
  body text not null,
  tries integer not null default 0,
  due_at timestamp with time zone default clock_timestamp(),
  constraint notice_pkey PRIMARY KEY (id)
);
CREATE INDEX notice_due ON sandbox.notice USING btree (due_at) WHERE (due_at IS NOT NULL);
grant insert, select, update on sandbox.notice to izi_app;

create table sandbox.payout (
  ref text not null,
  merchant_reference text not null,
  amount bigint not null,
  method text not null,
  phone text not null,
  status text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  decides_at timestamp with time zone,
  decided_at timestamp with time zone,
  constraint payout_amount_check CHECK ((amount > 0)),
  constraint payout_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'paid'::text, 'failed'::text, 'lost'::text]))),
  constraint payout_pkey PRIMARY KEY (ref),
  constraint payout_once UNIQUE (merchant_reference)
);
CREATE INDEX payout_undecided ON sandbox.payout USING btree (decides_at) WHERE (status = 'processing'::text);
grant insert, select, update on sandbox.payout to izi_app;

create table seal (
  number bigint not null,
  draw_id uuid not null,
  record bytea not null,
  signature bytea not null,
  hash bytea not null generated always as (sha256(record)) stored,
  previous bytea not null generated always as (SUBSTRING(record FROM 137 FOR 32)) stored,
  constraint seal_record_length CHECK ((octet_length(record) = 168)),
  constraint seal_signature_length CHECK ((octet_length(signature) = 64)),
  constraint seal_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draw(id),
  constraint seal_pkey PRIMARY KEY (number),
  constraint seal_follows_once UNIQUE (previous),
  constraint seal_hash_once UNIQUE (hash),
  constraint seal_once_a_draw UNIQUE (draw_id)
);
CREATE TRIGGER seal_is_history BEFORE DELETE OR UPDATE ON public.seal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER seal_is_kept BEFORE TRUNCATE ON public.seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on seal to izi_app;

create table security_event (
  id uuid not null default gen_random_uuid(),
  client_id bigint,
  at timestamp with time zone not null,
  kind text not null,
  factor text,
  device_id uuid,
  network cidr,
  detail jsonb not null default '{}'::jsonb,
  constraint security_event_factor_is_a_name CHECK ((factor ~ '^[a-z]+(_[a-z]+)*$'::text)),
  constraint security_event_kind_is_a_name CHECK ((kind ~ '^[a-z]+(_[a-z]+)*$'::text)),
  constraint security_event_network_is_no_address CHECK ((masklen((network)::inet) =
CASE family((network)::inet)
    WHEN 4 THEN 24
    ELSE 48
END)),
  constraint security_event_pkey PRIMARY KEY (at, id)
) partition by RANGE (at);
CREATE INDEX security_event_client ON ONLY public.security_event USING btree (client_id, at, id);
CREATE TRIGGER security_event_is_history BEFORE DELETE OR UPDATE ON public.security_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER security_event_is_kept BEFORE TRUNCATE ON public.security_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on security_event to izi_app;

create table sent (
  scope text not null,
  key text not null,
  "window" interval not null,
  since timestamp with time zone not null,
  last_at timestamp with time zone not null,
  count integer not null,
  cost bigint not null,
  entered integer not null default 0,
  constraint sent_pkey PRIMARY KEY (scope, key, "window")
) with (fillfactor=50);
CREATE INDEX sent_since ON public.sent USING btree (since);
grant delete, insert, select, update on sent to izi_app;

create table session (
  id uuid not null default gen_random_uuid(),
  client_id bigint not null,
  token_hash bytea not null,
  remember boolean not null,
  device text not null,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  device_id uuid,
  proven_at timestamp with time zone,
  proven_by text[] not null default '{}'::text[],
  constraint session_proven_by CHECK ((proven_by <@ ARRAY['password'::text, 'phone'::text, 'email'::text, 'totp'::text, 'recovery_code'::text, 'passkey'::text])),
  constraint session_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint session_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(id) ON DELETE SET NULL,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_token_once UNIQUE (token_hash)
);
CREATE INDEX session_client ON public.session USING btree (client_id);
CREATE INDEX session_device ON public.session USING btree (device_id) WHERE (device_id IS NOT NULL);
CREATE INDEX session_expires_at ON public.session USING btree (expires_at);
CREATE TRIGGER session_changed AFTER UPDATE ON public.session FOR EACH ROW WHEN ((old.token_hash <> new.token_hash)) EXECUTE FUNCTION tell_session_changed();
CREATE TRIGGER session_ended AFTER DELETE ON public.session REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION tell_sessions_ended();
CREATE TRIGGER session_waits_for_lock BEFORE INSERT ON public.session FOR EACH ROW EXECUTE FUNCTION refuse_locked_session();
grant delete, insert, select, update on session to izi_app;

create unlogged table sign_in_wait (
  key text not null,
  wrong integer not null,
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  constraint sign_in_wait_pkey PRIMARY KEY (key)
);
CREATE INDEX sign_in_wait_since ON public.sign_in_wait USING btree (since);
grant delete, insert, select, update on sign_in_wait to izi_app;

create table site_mode (
  only_one boolean not null default true,
  mode text not null,
  since timestamp with time zone not null default clock_timestamp(),
  constraint site_mode_is_one CHECK (only_one),
  constraint site_mode_known CHECK ((mode = ANY (ARRAY['demo'::text, 'production'::text]))),
  constraint site_mode_pkey PRIMARY KEY (only_one)
);
CREATE TRIGGER site_mode_is_history BEFORE DELETE OR UPDATE ON public.site_mode FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER site_mode_is_kept BEFORE TRUNCATE ON public.site_mode FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table stakes_counted (
  client_id bigint not null,
  period limit_period not null,
  starts_at timestamp with time zone not null,
  stakes bigint not null,
  through bigint not null,
  constraint stakes_counted_not_negative CHECK ((stakes >= 0)),
  constraint stakes_counted_pkey PRIMARY KEY (client_id, period)
) with (fillfactor=50);
grant select on stakes_counted to izi_app;

create table ticket (
  client_id bigint not null,
  id uuid not null,
  draw_id uuid not null,
  bet_type smallint not null,
  selection integer not null,
  stake integer not null,
  stake_win integer not null,
  accepted_at timestamp with time zone not null,
  constraint ticket_bet_type_known CHECK (((bet_type >= 1) AND (bet_type <= 6))),
  constraint ticket_selection_in_digits CHECK (((selection >= 1) AND (selection <= 987654321))),
  constraint ticket_stake_positive CHECK ((stake > 0)),
  constraint ticket_stake_win_within_stake CHECK (((stake_win >= 0) AND (stake_win <= stake))),
  constraint ticket_pkey PRIMARY KEY (client_id, id)
) partition by RANGE (id);
CREATE INDEX ticket_draw ON ONLY public.ticket USING brin (draw_id, accepted_at) WITH (pages_per_range='32', autosummarize='on');
CREATE UNIQUE INDEX ticket_id_once ON ONLY public.ticket USING btree (id);
CREATE TRIGGER ticket_is_history BEFORE DELETE OR UPDATE ON public.ticket FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ticket_is_kept BEFORE TRUNCATE ON public.ticket FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on ticket to izi_app;

create table timetable_version (
  number integer not null,
  begins_at timestamp with time zone not null,
  every_minutes smallint not null,
  close_seconds_before integer not null,
  time_zone text not null,
  made_at timestamp with time zone not null default clock_timestamp(),
  request_id uuid,
  constraint timetable_closes_between_draws CHECK (((close_seconds_before > 0) AND (close_seconds_before < (every_minutes * 60)))),
  constraint timetable_divides_an_hour CHECK ((every_minutes = ANY (ARRAY[1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60]))),
  constraint timetable_first_is_for_ever CHECK (((number = 1) = (begins_at = '-infinity'::timestamp with time zone))),
  constraint timetable_is_asked_for CHECK (((number = 1) = (request_id IS NULL))),
  constraint timetable_number_positive CHECK ((number > 0)),
  constraint timetable_version_pkey PRIMARY KEY (number)
);
CREATE TRIGGER timetable_version_is_history BEFORE DELETE OR UPDATE ON public.timetable_version FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER timetable_version_is_kept BEFORE TRUNCATE ON public.timetable_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on timetable_version to izi_app;

create table top_up (
  request_id uuid not null,
  account text not null,
  amount bigint not null,
  transfer_ref text not null,
  transferred_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  constraint top_up_has_a_reference CHECK ((TRIM(BOTH FROM transfer_ref) <> ''::text)),
  constraint top_up_moves_something CHECK ((amount <> 0)),
  constraint top_up_pkey PRIMARY KEY (request_id)
);
CREATE INDEX top_up_newest ON public.top_up USING btree (recorded_at);
CREATE UNIQUE INDEX top_up_once ON public.top_up USING btree (account, lower(transfer_ref));
CREATE TRIGGER top_up_is_history BEFORE DELETE OR UPDATE ON public.top_up FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER top_up_is_kept BEFORE TRUNCATE ON public.top_up FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on top_up to izi_app;

create table totp (
  client_id bigint not null,
  secret_sealed bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint,
  constraint totp_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint totp_pkey PRIMARY KEY (client_id)
);
grant delete, insert, select, update on totp to izi_app;

create table tree_chunk (
  draw_id uuid not null,
  tier smallint not null,
  chunk integer not null,
  hashes bytea storage external not null,
  first_hash bytea not null generated always as (SUBSTRING(hashes FROM 1 FOR 32)) stored,
  constraint tree_chunk_length CHECK (((octet_length(hashes) >= 32) AND (octet_length(hashes) <= 8192))),
  constraint tree_chunk_pkey PRIMARY KEY (draw_id, tier, chunk)
);
CREATE INDEX tree_chunk_leaf ON public.tree_chunk USING btree (draw_id, first_hash) WHERE (tier = 0);
CREATE TRIGGER tree_chunk_before_seal AFTER INSERT ON public.tree_chunk REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_chunk();
CREATE TRIGGER tree_chunk_is_history BEFORE DELETE OR UPDATE ON public.tree_chunk FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tree_chunk_is_kept BEFORE TRUNCATE ON public.tree_chunk FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert on tree_chunk to izi_worker;
grant select on tree_chunk to izi_app;

create table undo_link (
  id bigint not null generated always as identity,
  client_id bigint not null,
  token_hash bytea not null,
  act text not null,
  contact text,
  former text,
  made_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint undo_link_contact CHECK ((contact = ANY (ARRAY['email'::text, 'phone'::text]))),
  constraint undo_link_gives_back_a_contact CHECK (((former IS NULL) OR (contact IS NOT NULL))),
  constraint undo_link_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint undo_link_pkey PRIMARY KEY (id),
  constraint undo_link_token_once UNIQUE (token_hash)
);
CREATE INDEX undo_link_client ON public.undo_link USING btree (client_id, id);
CREATE INDEX undo_link_expires_at ON public.undo_link USING btree (expires_at);
grant delete, insert, select, update on undo_link to izi_app;

create table unfinished_pass (
  scope reconciliation_scope not null,
  tries integer not null,
  last_at timestamp with time zone not null,
  check_name text not null,
  constraint unfinished_pass_pkey PRIMARY KEY (scope)
);
grant select on unfinished_pass to izi_app;

create table wallet (
  client_id bigint not null,
  dep bigint not null default 0,
  win bigint not null default 0,
  held bigint not null default 0,
  stakes_left bigint,
  stakes_left_until timestamp with time zone,
  owed bigint not null default 0,
  constraint wallet_dep_not_negative CHECK ((dep >= 0)),
  constraint wallet_held_not_negative CHECK ((held >= 0)),
  constraint wallet_of_a_client CHECK ((client_id > 0)),
  constraint wallet_owed_not_negative CHECK ((owed >= 0)),
  constraint wallet_stakes_left_not_negative CHECK ((stakes_left >= 0)),
  constraint wallet_win_not_negative CHECK ((win >= 0)),
  constraint wallet_pkey PRIMARY KEY (client_id)
) with (fillfactor=50);
CREATE INDEX wallet_holding ON public.wallet USING btree (client_id) WHERE (held <> 0);
grant select on wallet to izi_app;

create table wanted_pass (
  only_one boolean not null default true,
  wanted_at timestamp with time zone not null,
  constraint wanted_pass_is_one CHECK (only_one),
  constraint wanted_pass_pkey PRIMARY KEY (only_one)
);
grant select on wanted_pass to izi_app;

create table webhook (
  id uuid not null default gen_random_uuid(),
  provider text not null,
  received_at timestamp with time zone not null default clock_timestamp(),
  headers jsonb not null,
  body bytea not null,
  payment_id uuid,
  constraint webhook_pkey PRIMARY KEY (received_at, id)
) partition by RANGE (received_at);
CREATE INDEX webhook_of_payment ON ONLY public.webhook USING btree (payment_id, received_at);
CREATE TRIGGER webhook_is_history BEFORE DELETE OR UPDATE ON public.webhook FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_is_kept BEFORE TRUNCATE ON public.webhook FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on webhook to izi_app;

create table webhook_delivery (
  number bigint not null generated always as identity,
  event_id uuid not null,
  endpoint_id uuid not null,
  tries integer not null default 0,
  next_try_at timestamp with time zone default clock_timestamp(),
  tried_at timestamp with time zone,
  status integer,
  failure text,
  delivered_at timestamp with time zone,
  constraint webhook_delivery_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id),
  constraint webhook_delivery_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_event(id) ON DELETE CASCADE,
  constraint webhook_delivery_pkey PRIMARY KEY (number),
  constraint webhook_delivery_once UNIQUE (event_id, endpoint_id)
);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX webhook_delivery_of_endpoint ON public.webhook_delivery USING btree (endpoint_id, number);

create table webhook_endpoint (
  id uuid not null,
  url text not null,
  types text[] not null,
  generation integer not null,
  public_key bytea not null,
  former_until timestamp with time zone,
  changed_at timestamp with time zone not null default clock_timestamp(),
  failing_since timestamp with time zone,
  stopped_at timestamp with time zone,
  stopped_because text,
  constraint webhook_endpoint_has_keys CHECK ((generation > 0)),
  constraint webhook_endpoint_key_whole CHECK ((length(public_key) = 32)),
  constraint webhook_endpoint_listens CHECK ((cardinality(types) > 0)),
  constraint webhook_endpoint_stop_known CHECK ((stopped_because = ANY (ARRAY['operator'::text, 'gone'::text, 'failing'::text]))),
  constraint webhook_endpoint_stopped_whole CHECK (((stopped_at IS NULL) = (stopped_because IS NULL))),
  constraint webhook_endpoint_pkey PRIMARY KEY (id)
);
CREATE TRIGGER webhook_endpoint_is_kept BEFORE DELETE ON public.webhook_endpoint FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_endpoint_leaves_a_trace AFTER INSERT OR UPDATE ON public.webhook_endpoint FOR EACH ROW EXECUTE FUNCTION trace_webhook_endpoint(); -- enabled: A

create table webhook_event (
  id uuid not null default gen_random_uuid(),
  type text not null,
  at timestamp with time zone not null default clock_timestamp(),
  data jsonb not null,
  constraint webhook_event_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_event_at ON public.webhook_event USING btree (at);
CREATE TRIGGER webhook_event_is_history BEFORE UPDATE ON public.webhook_event FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table withdrawal_due (
  payment_id uuid not null,
  asked_at timestamp with time zone not null,
  paid_at timestamp with time zone not null,
  constraint withdrawal_due_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint withdrawal_due_pkey PRIMARY KEY (payment_id)
);

create table withdrawal_quarter (
  begins_at timestamp with time zone not null,
  held boolean not null,
  minutes integer not null,
  payments bigint not null,
  constraint withdrawal_quarter_has_payments CHECK ((payments > 0)),
  constraint withdrawal_quarter_is_whole CHECK ((begins_at = date_bin('00:15:00'::interval, begins_at, '2000-01-01 00:00:00+00'::timestamp with time zone))),
  constraint withdrawal_quarter_minutes_not_negative CHECK ((minutes >= 0)),
  constraint withdrawal_quarter_pkey PRIMARY KEY (begins_at, held, minutes)
);

create table withdrawal_review (
  payment_id uuid not null,
  reasons text[] not null,
  until timestamp with time zone not null,
  held_at timestamp with time zone not null default clock_timestamp(),
  constraint withdrawal_review_has_known_reasons CHECK (((cardinality(reasons) > 0) AND (reasons <@ '{amount,day,new_phone,first,little_played}'::text[]))),
  constraint withdrawal_review_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint withdrawal_review_pkey PRIMARY KEY (payment_id)
);
CREATE TRIGGER withdrawal_review_is_history BEFORE DELETE OR UPDATE ON public.withdrawal_review FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_review_is_kept BEFORE TRUNCATE ON public.withdrawal_review FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert (payment_id, reasons, until), select on withdrawal_review to izi_app;

create table withdrawal_review_end (
  payment_id uuid not null,
  verdict review_verdict not null,
  decided_by bigint not null,
  decided_at timestamp with time zone not null default clock_timestamp(),
  reason text not null,
  told text,
  request_id uuid,
  constraint withdrawal_refused_says_why CHECK ((((told IS NOT NULL) = (verdict = 'refused'::review_verdict)) AND (TRIM(BOTH FROM told) <> ''::text))),
  constraint withdrawal_review_end_has_reason CHECK ((TRIM(BOTH FROM reason) <> ''::text)),
  constraint withdrawal_review_end_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES console.operator(id),
  constraint withdrawal_review_end_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES withdrawal_review(payment_id),
  constraint withdrawal_review_end_pkey PRIMARY KEY (payment_id)
);
CREATE INDEX withdrawal_review_end_at ON public.withdrawal_review_end USING btree (decided_at);
CREATE TRIGGER withdrawal_review_end_is_history BEFORE DELETE OR UPDATE ON public.withdrawal_review_end FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_review_end_is_kept BEFORE TRUNCATE ON public.withdrawal_review_end FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_review_end_is_sent_out AFTER INSERT ON public.withdrawal_review_end FOR EACH ROW EXECUTE FUNCTION send_review_out();
grant select on withdrawal_review_end to izi_app;

create view account_balance as
 SELECT account,
    client_id,
    draw_id,
    sum(amount)::bigint AS balance
   FROM ( SELECT posting.to_account AS account,
            posting.client_id,
            posting.draw_id,
            posting.amount
           FROM every_posting posting
        UNION ALL
         SELECT posting.from_account,
            posting.client_id,
            posting.draw_id,
            - posting.amount
           FROM every_posting posting) movement(account, client_id, draw_id, amount)
  GROUP BY account, client_id, draw_id;
grant select on account_balance to izi_app;

create view client_movement as
 SELECT p.client_id,
    p.id,
    p.at,
        CASE
            WHEN p.kind = 'deposit'::posting_kind AND p.from_account = 'clearing'::account THEN n.net
            ELSE 0::bigint
        END AS deposited,
        CASE
            WHEN p.kind = 'bet'::posting_kind AND p.to_account = 'draw_stakes'::account THEN - n.net
            ELSE 0::bigint
        END AS staked,
        CASE
            WHEN p.kind = 'payout'::posting_kind AND p.from_account = 'house'::account THEN n.net
            ELSE 0::bigint
        END AS won,
        CASE
            WHEN p.kind = 'refund'::posting_kind AND p.from_account = 'draw_stakes'::account THEN n.net
            ELSE 0::bigint
        END AS returned,
        CASE
            WHEN p.kind = 'adjustment'::posting_kind AND ('adjustment'::account = p.from_account OR 'adjustment'::account = p.to_account) THEN n.net
            ELSE 0::bigint
        END AS adjusted,
        CASE
            WHEN (p.kind = ANY (ARRAY['withdrawal'::posting_kind, 'withdrawal_paid'::posting_kind, 'withdrawal_returned'::posting_kind])) AND ('clearing'::account = p.from_account OR 'clearing'::account = p.to_account) THEN - n.net
            ELSE 0::bigint
        END AS withdrawn,
        CASE
            WHEN p.kind::text = 'chargeback'::text AND p.to_account = 'clearing'::account THEN - n.net
            ELSE 0::bigint
        END AS charged_back,
        CASE
            WHEN p.to_account::text = 'client_held'::text THEN p.amount
            WHEN p.from_account::text = 'client_held'::text THEN - p.amount
            ELSE 0::bigint
        END AS held,
        CASE
            WHEN p.from_account::text = 'client_owed'::text THEN p.amount
            WHEN p.to_account::text = 'client_owed'::text THEN - p.amount
            ELSE 0::bigint
        END AS owed,
    n.net AS balance
   FROM every_posting p
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN p.to_account::text = ANY (ARRAY['client_dep'::text, 'client_win'::text, 'client_held'::text, 'client_owed'::text]) THEN p.amount
                    ELSE 0::bigint
                END -
                CASE
                    WHEN p.from_account::text = ANY (ARRAY['client_dep'::text, 'client_win'::text, 'client_held'::text, 'client_owed'::text]) THEN p.amount
                    ELSE 0::bigint
                END AS net) n;

create view client_ticket as
 SELECT t.client_id,
    t.id,
    t.draw_id,
    t.bet_type,
    t.selection,
    t.stake,
    t.accepted_at,
    d.draws_at,
    d.status AS draw_status,
    d.result,
    u.due
   FROM every_ticket t
     CROSS JOIN LATERAL ( SELECT draw.id,
            draw.draws_at,
            draw.opens_at,
            draw.closes_at,
            draw.rules,
            draw.status,
            draw.result,
            draw.closed_at,
            draw.drawn_at,
            draw.finished_at,
            draw.dues_listed_at,
            draw.sealed_at,
            draw.was_late
           FROM draw
          WHERE draw.id = t.draw_id
         LIMIT 1) d
     LEFT JOIN LATERAL ( SELECT due.to_dep + due.to_win AS due
           FROM due
          WHERE due.draw_id = t.draw_id AND due.client_id = t.client_id AND due.ticket_id = t.id
         LIMIT 1) u ON true;
grant select on client_ticket to izi_app;

create view every_posting as
 SELECT client_id,
    id,
    from_account,
    to_account,
    amount,
    kind,
    reference,
    draw_id,
    at,
    dep_after,
    win_after
   FROM posting;
grant select on every_posting to izi_app;

create view every_ticket as
 SELECT client_id,
    id,
    draw_id,
    bet_type,
    selection,
    stake,
    stake_win,
    accepted_at
   FROM ticket;
grant select on every_ticket to izi_app;

create view known_round as
 SELECT chain,
    round,
    signature,
    stored_at
   FROM beacon_round
  WHERE refused_at IS NULL;
grant select on known_round to izi_app;

create view opinion.draw as
 SELECT d.id,
    d.draws_at,
    d.status::text AS status,
    d.result,
    d.closed_at,
    d.sealed_at,
    d.drawn_at,
    d.dues_listed_at,
    d.finished_at,
    c.record,
    c.commitment,
    s.record AS seal,
    r.seed,
    b.signature AS beacon_signature,
        CASE
            WHEN s.draw_id IS NOT NULL THEN k.salt_key
            ELSE NULL::bytea
        END AS salt_key,
    d.status <> 'open'::draw_status AS sales_ended
   FROM draw d
     JOIN commitment c ON c.draw_id = d.id
     LEFT JOIN seal s ON s.draw_id = d.id
     LEFT JOIN reveal r ON r.draw_id = d.id
     LEFT JOIN known_round b ON b.chain = c.beacon_chain AND b.round = c.beacon_round
     LEFT JOIN draw_salt k ON k.draw_id = d.id;
grant select on opinion.draw to izi_opinion;

create view opinion.due as
 SELECT u.draw_id,
    u.ticket_id,
    u.to_dep,
    u.to_win,
    t.id IS NOT NULL AS is_owners
   FROM due u
     LEFT JOIN every_ticket t ON t.draw_id = u.draw_id AND t.id = u.ticket_id AND t.client_id = u.client_id;
grant select on opinion.due to izi_opinion;

create view opinion.figure as
 SELECT draw_id,
    bet_type,
    tickets,
    stakes,
    won,
    payouts
   FROM draw_figure;
grant select on opinion.figure to izi_opinion;

create view opinion.leaf_chunk as
 SELECT draw_id,
    chunk,
    hashes
   FROM tree_chunk
  WHERE tier = 0;
grant select on opinion.leaf_chunk to izi_opinion;

create view opinion.payment as
 SELECT p.draw_id,
    p.reference AS ticket_id,
    p.at,
    p.kind::text AS kind,
    p.from_account::text AS from_account,
    p.to_account::text AS to_account,
    p.amount,
    t.id IS NOT NULL AS is_owners
   FROM every_posting p
     LEFT JOIN every_ticket t ON t.draw_id = p.draw_id AND t.id = p.reference AND t.client_id = p.client_id
  WHERE p.kind = ANY (ARRAY['payout'::posting_kind, 'refund'::posting_kind]);
grant select on opinion.payment to izi_opinion;

create view opinion.ticket as
 SELECT id,
    draw_id,
    accepted_at,
    bet_type,
    selection,
    stake,
    stake_win
   FROM every_ticket t
  WHERE (EXISTS ( SELECT
           FROM draw d
          WHERE d.id = t.draw_id AND (d.status = 'void'::draw_status OR (EXISTS ( SELECT
                   FROM seal s
                  WHERE s.draw_id = d.id)))));
grant select on opinion.ticket to izi_opinion;

create view payment_outcome as
 SELECT p.provider AS account,
    p.country,
    p.method,
    p.direction,
    p.created_at AS at,
    p.status <> ALL (ARRAY['succeeded'::payment_status, 'paid'::payment_status]) AS failed
   FROM payment p
  WHERE (p.status = ANY (ARRAY['succeeded'::payment_status, 'paid'::payment_status, 'unknown'::payment_status])) OR p.status = 'failed'::payment_status AND p.provider_failed
UNION ALL
 SELECT a.account,
    p.country,
    p.method,
    p.direction,
    a.at,
    true AS failed
   FROM payment_attempt a
     JOIN payment p ON p.id = a.payment_id
  WHERE a.because <> ALL (ARRAY['stopped'::text, 'paused'::text]);

function account_sums_at(bigint[],timestamp with time zone,text) returns TABLE(client_id bigint, deposited bigint, staked bigint, won bigint, returned bigint, adjusted bigint, withdrawn bigint, charged_back bigint, held bigint, owed bigint, balance bigint, settled bigint) language plpgsql stable set enable_seqscan=off set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;

function accounts_like(bigint) returns bigint[] language sql stable set search_path=public, pg_temp;

function act_on_care(text) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function act_on_care(text) to izi_worker;

function adjustments_by_day(timestamp with time zone,timestamp with time zone,text) returns TABLE(day timestamp with time zone, adjustments bigint, to_players bigint, from_players bigint) language sql stable security definer set search_path=public, pg_temp;
grant execute on function adjustments_by_day(timestamp with time zone,timestamp with time zone,text) to izi_app;
grant execute on function adjustments_by_day(timestamp with time zone,timestamp with time zone,text) to izi_machine;

function all_seen_until() returns timestamp with time zone language sql stable set search_path=public, pg_temp;

function announce_operator_key(bytea,bytea,bytea,bytea) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function announce_operator_key(bytea,bytea,bytea,bytea) to izi_worker;

function approve_party_look(bigint,text) returns void language plpgsql set search_path=public, pg_temp;

function ask_for_parties(bigint,text,text) returns bigint language sql set search_path=public, pg_temp;

function ask_register(bigint) returns bigint language plpgsql security definer set search_path=public, pg_temp;
grant execute on function ask_register(bigint) to izi_app;

function attach_month(text,date) returns void language plpgsql set lock_timeout=1s set search_path=public, pg_temp;

function attach_partition(text,text,text,text) returns void language plpgsql set search_path=public, pg_temp;

function balances_of_month(date) returns TABLE(client_id bigint, dep bigint, win bigint, held bigint, owed bigint, last_id bigint) language plpgsql stable set search_path=public, pg_temp;
grant execute on function balances_of_month(date) to izi_worker;

function begin_closing(bigint) returns record language plpgsql security definer set search_path=public, pg_temp;
grant execute on function begin_closing(bigint) to izi_app;

function begin_of_next_timetable() returns timestamp with time zone language sql set search_path=public, pg_temp;

function borders_of_month(date) returns record language sql stable set search_path=public, pg_temp;
grant execute on function borders_of_month(date) to izi_worker;

function bounds_of_month(text,date) returns text language sql stable set search_path=public, pg_temp;

function break_ends_at(bigint,timestamp with time zone) returns timestamp with time zone language sql stable set search_path=public, pg_temp;
grant execute on function break_ends_at(bigint,timestamp with time zone) to izi_app;

function bytes_to_bigint(bytea) returns bigint language sql immutable;

function call_off_draws(uuid[],text,text,text,uuid) returns void language plpgsql set search_path=public, pg_temp;

function cap_of(uuid,smallint,text) returns SETOF exposure_cap language sql stable set search_path=public, pg_temp;

function caps_of(uuid) returns SETOF exposure_cap language sql stable set search_path=public, pg_temp;

function care_changes(bigint,timestamp with time zone[]) returns TABLE(at timestamp with time zone, days double precision, staked_before bigint, staked_after bigint, deposited_before bigint, deposited_after bigint) language sql stable set search_path=public, pg_temp;

function care_indicators(bigint,text,timestamp with time zone) returns TABLE(kind text, days integer, value bigint, usual numeric, level integer, notable bigint, strong bigint, times integer) language sql stable set search_path=public, pg_temp;

function care_signs(bigint,text,timestamp with time zone,integer) returns jsonb language sql stable set search_path=public, pg_temp;

function care_thresholds(timestamp with time zone) returns TABLE(kind text, days integer, notable bigint, strong bigint, times integer, number integer) language sql stable set search_path=public, pg_temp;

function change_name(bigint,text,text) returns void language sql security definer set search_path=public, pg_temp;
grant execute on function change_name(bigint,text,text) to izi_app;

function change_phone(bigint,text,boolean) returns timestamp with time zone language plpgsql security definer set search_path=public, pg_temp;
grant execute on function change_phone(bigint,text,boolean) to izi_app;

function charge_back(uuid,bigint) returns bigint language plpgsql security definer set search_path=public, pg_temp;
grant execute on function charge_back(uuid,bigint) to izi_app;

function chi_square_9(double precision) returns double precision language sql immutable;

function claim_draw_to_draw(bytea[]) returns uuid language sql security definer set search_path=public, pg_temp;
grant execute on function claim_draw_to_draw(bytea[]) to izi_worker;

function claim_draw_to_seal() returns uuid language sql security definer set search_path=public, pg_temp;
grant execute on function claim_draw_to_seal() to izi_worker;

function claim_exposure_looks(integer) returns TABLE(draw_id uuid, closes_at timestamp with time zone) language plpgsql security definer set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function claim_exposure_looks(integer) to izi_worker;

function claim_payment_trial(uuid,text,text,text,payment_direction) returns boolean language plpgsql set search_path=public, pg_temp;

function claim_register_question(interval) returns TABLE(client_id bigint, number bigint) language sql security definer set search_path=public, pg_temp;
grant execute on function claim_register_question(interval) to izi_worker;

function claim_webhooks(uuid,integer) returns TABLE(number bigint, tries integer, url text, generation integer, former_too boolean, tried_at timestamp with time zone, event_id uuid, type text, at timestamp with time zone, data jsonb) language sql security definer set search_path=public, pg_temp;
grant execute on function claim_webhooks(uuid,integer) to izi_worker;

function clear_person_match(bigint,text,text,uuid) returns integer language plpgsql set search_path=public, pg_temp;

function client_tickets(bigint,text[],uuid,timestamp with time zone,timestamp with time zone,uuid,integer,uuid) returns TABLE(client_id bigint, id uuid, draw_id uuid, bet_type smallint, selection integer, stake integer, accepted_at timestamp with time zone, draws_at timestamp with time zone, draw_status draw_status, result integer, due bigint) language plpgsql stable set enable_bitmapscan=off set enable_seqscan=off set plan_cache_mode=force_generic_plan set search_path=public, pg_temp;
grant execute on function client_tickets(bigint,text[],uuid,timestamp with time zone,timestamp with time zone,uuid,integer,uuid) to izi_app;

function client_tickets_by_draw(bigint,text[],uuid,timestamp with time zone,timestamp with time zone,uuid,uuid,integer) returns TABLE(client_id bigint, id uuid, draw_id uuid, bet_type smallint, selection integer, stake integer, accepted_at timestamp with time zone, draws_at timestamp with time zone, draw_status draw_status, result integer, due bigint, draw_tickets bigint, draw_stakes bigint, draw_paid bigint) language plpgsql stable set enable_bitmapscan=off set enable_seqscan=off set plan_cache_mode=force_generic_plan set search_path=public, pg_temp;
grant execute on function client_tickets_by_draw(bigint,text[],uuid,timestamp with time zone,timestamp with time zone,uuid,uuid,integer) to izi_app;

function close_due_draw() returns uuid language sql security definer set search_path=public, pg_temp;
grant execute on function close_due_draw() to izi_worker;

function close_month(date,bigint,bigint,bytea,bigint,bigint,bytea,bigint,bigint,bytea,bigint,bigint,bytea) returns text language plpgsql security definer set search_path=public, pg_temp;
grant execute on function close_month(date,bigint,bigint,bytea,bigint,bigint,bytea,bigint,bigint,bytea,bigint,bigint,bytea) to izi_worker;

function close_underage(bigint) returns void language plpgsql set search_path=public, pg_temp;

function console.account_sums(timestamp with time zone,timestamp with time zone,text) returns TABLE(is_test boolean, opening bigint, deposited bigint, staked bigint, won bigint, returned bigint, adjusted bigint, withdrawn bigint, charged_back bigint, closing bigint, held bigint, owed bigint, open_stakes bigint) language sql stable set search_path=public, pg_temp;

function console.accounts_at(text,timestamp with time zone) returns jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.accounts_at(text,timestamp with time zone) to izi_console;

function console.act_bytes(console.request) returns bytea language sql stable set search_path=public, pg_temp;

function console.act_in(console.session) returns void language sql set search_path=public, pg_temp;

function console.act_on_case(text,bigint) returns record language plpgsql set search_path=public, pg_temp;

function console.act_on_player(text,bigint,text) returns console.operator language plpgsql set search_path=public, pg_temp;

function console.activate(bigint) returns void language sql set search_path=public, pg_temp;

function console.acts_without_two(timestamp with time zone) returns TABLE(subject text, id text, detail jsonb) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.acts_without_two(timestamp with time zone) to izi_worker;

function console.add_challenge(text,bytea,uuid,text) returns void language plpgsql set search_path=public, pg_temp;

function console.add_note(text,bigint,text,boolean) returns uuid language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.add_note(text,bigint,text,boolean) to izi_console;

function console.add_passkey(text,bytea,bytea,text[],bigint,text) returns text language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.add_passkey(text,bytea,bytea,text[],bigint,text) to izi_console;

function console.adjustments_between(timestamp with time zone,timestamp with time zone) returns TABLE(at timestamp with time zone, client_id bigint, reference uuid, wallet text, amount bigint, author text, reason text, told text, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.admins_are_in() returns boolean language sql stable set search_path=public, pg_temp;

function console.agrees_now(console.statement_difference) returns boolean language sql stable set search_path=public, pg_temp;

function console.alarm_item(console.alarm) returns jsonb language sql stable set search_path=public, pg_temp;

function console.app_keys(integer) returns TABLE(key_id bytea, apps bigint) language sql stable security definer set search_path=public, pg_temp;
grant execute on function console.app_keys(integer) to izi_console;

function console.approval_in_the_way(console.operator,console.request,console.kind) returns record language plpgsql set search_path=public, pg_temp;

function console.approve_request(text,uuid,text,jsonb) returns record language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.approve_request(text,uuid,text,jsonb) to izi_console;

function console.approved_requests() returns TABLE(id uuid) language sql stable security definer set search_path=public, pg_temp;
grant execute on function console.approved_requests() to izi_worker;

function console.approves(console.role[]) returns boolean language sql immutable set search_path=public, pg_temp;

function console.ask_provider(text,uuid) returns text language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.ask_provider(text,uuid) to izi_console;

function console.assign_care_case(text,bigint,text) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.assign_care_case(text,bigint,text) to izi_console;

function console.audit_item(console.audit) returns jsonb language sql stable set search_path=public, pg_temp;

function console.audit_time(timestamp with time zone) returns text language sql immutable;

function console.balances_against(bigint,bigint,bigint,bigint,timestamp with time zone) returns jsonb language sql stable set search_path=public, pg_temp;

function console.bands_between(timestamp with time zone,timestamp with time zone,text,text) returns TABLE(unit_from timestamp with time zone, bet_type smallint, stakes bigint, payouts bigint, low bigint, high bigint) language sql stable set search_path=public, pg_temp;

function console.begin_decision(uuid) returns record language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.begin_decision(uuid) to izi_worker;

function console.begin_passkey(text,bytea) returns TABLE(handle bytea, name text, existing bytea[]) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.begin_passkey(text,bytea) to izi_console;

function console.begin_password(text,text,text) returns TABLE(operator_id bigint, hash text, totp_sealed bytea, last_step bigint, step bigint) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.begin_password(text,text,text) to izi_console;

function console.begin_sign_in(bytea) returns uuid language sql security definer set search_path=public, pg_temp;
grant execute on function console.begin_sign_in(bytea) to izi_console;

function console.begin_statement(text,text,text,bytea,bigint,jsonb,timestamp with time zone,timestamp with time zone,bytea) returns jsonb language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.begin_statement(text,text,text,bytea,bigint,jsonb,timestamp with time zone,timestamp with time zone,bytea) to izi_console;

function console.bet_name(integer) returns text language sql immutable;

function console.books_between(timestamp with time zone,timestamp with time zone) returns record language sql stable set search_path=public, pg_temp;

function console.books_state(text) returns jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.books_state(text) to izi_console;

function console.business_between(timestamp with time zone,timestamp with time zone,text) returns jsonb language sql stable set search_path=public, pg_temp;

function console.can_be_decided(payment,text) returns boolean language sql immutable;

function console.cap_of_stop(sales_stop) returns jsonb language sql stable set search_path=public, pg_temp;

function console.care_acts_of(bigint) returns TABLE(at timestamp with time zone, item jsonb) language sql stable set search_path=public, pg_temp;

function console.care_figures(text) returns jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.care_figures(text) to izi_console;

function console.check_audit(bigint,bytea,integer) returns record language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.check_audit(bigint,bytea,integer) to izi_worker;

function console.checks(console.request) returns TABLE(code text, met boolean, params jsonb) language plpgsql stable set search_path=public, pg_temp;

function console.checks_about_player(console.request) returns TABLE(code text, met boolean) language sql stable set search_path=public, pg_temp;

function console.checks_of_adjust(console.request) returns TABLE(code text, met boolean, params jsonb) language sql stable set search_path=public, pg_temp;

function console.checks_of_call_off_draw(console.request) returns TABLE(code text, met boolean) language sql set search_path=public, pg_temp;

function console.checks_of_care_threshold(console.request) returns TABLE(code text, met boolean) language plpgsql stable set search_path=public, pg_temp;

function console.checks_of_change_name(console.request) returns TABLE(code text, met boolean) language sql stable set search_path=public, pg_temp;

function console.checks_of_change_phone(console.request) returns TABLE(code text, met boolean) language sql stable set search_path=public, pg_temp;

function console.checks_of_clear_match(console.request) returns TABLE(code text, met boolean) language sql stable set search_path=public, pg_temp;

function console.checks_of_decide_payment(console.request) returns TABLE(code text, met boolean, params jsonb) language sql stable set search_path=public, pg_temp;

function console.checks_of_export_people(console.request) returns TABLE(code text, met boolean) language sql stable set search_path=public, pg_temp;

function console.checks_of_let_play(console.request) returns TABLE(code text, met boolean) language sql stable set search_path=public, pg_temp;

function console.checks_of_let_withdrawals_go_on(console.request) returns TABLE(code text, met boolean) language sql stable set search_path=public, pg_temp;

function console.checks_of_lift_undo(console.request) returns TABLE(code text, met boolean) language sql stable set search_path=public, pg_temp;

function console.checks_of_machine_key(console.request) returns TABLE(code text, met boolean) language sql stable set search_path=public, pg_temp;

function console.checks_of_operator_add(console.request) returns TABLE(code text, met boolean) language plpgsql stable set search_path=public, pg_temp;

function console.checks_of_operator_passkey(console.request) returns TABLE(code text, met boolean) language plpgsql stable set search_path=public, pg_temp;

function console.checks_of_operator_roles(console.request) returns TABLE(code text, met boolean) language plpgsql stable set search_path=public, pg_temp;

function console.checks_of_pay_held_draw(console.request) returns TABLE(code text, met boolean) language sql set search_path=public, pg_temp;

function console.checks_of_payment_routes(console.request) returns TABLE(code text, met boolean, params jsonb) language plpgsql stable set search_path=public, pg_temp;

function console.checks_of_raise_cap(console.request) returns TABLE(code text, met boolean) language sql set search_path=public, pg_temp;

function console.checks_of_release_withdrawal(console.request) returns TABLE(code text, met boolean) language sql stable set search_path=public, pg_temp;

function console.checks_of_reserve(console.request) returns TABLE(code text, met boolean) language plpgsql stable set search_path=public, pg_temp;

function console.checks_of_resume_payments(console.request) returns TABLE(code text, met boolean) language sql stable set search_path=public, pg_temp;

function console.checks_of_start_reset(console.request) returns TABLE(code text, met boolean) language sql stable set search_path=public, pg_temp;

function console.checks_of_start_sales(console.request) returns TABLE(code text, met boolean) language sql stable set search_path=public, pg_temp;

function console.checks_of_timetable(console.request) returns TABLE(code text, met boolean) language plpgsql set search_path=public, pg_temp;

function console.checks_of_top_up(console.request) returns TABLE(code text, met boolean, params jsonb) language sql stable set search_path=public, pg_temp;

function console.checks_of_unlock(console.request) returns TABLE(code text, met boolean) language sql stable set search_path=public, pg_temp;

function console.checks_of_webhook_endpoint(console.request) returns TABLE(code text, met boolean) language plpgsql stable set search_path=public, pg_temp;

function console.claim_statement() returns TABLE(id bigint, state text, sha256 bytea, bytes bigint, pieces integer, read_bytes bigint, read_lines integer, lines integer, layout jsonb, from_at timestamp with time zone, until_at timestamp with time zone, key_sealed bytea) language sql security definer set search_path=public, pg_temp;
grant execute on function console.claim_statement() to izi_worker;

function console.client_is_there(bigint) returns boolean language sql stable set search_path=public, pg_temp;

function console.client_of(console.request) returns bigint language sql immutable;

function console.close_care_case(text,bigint,text,text) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.close_care_case(text,bigint,text,text) to izi_console;

function console.close_statement_difference(text,bigint,text) returns text language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.close_statement_difference(text,bigint,text) to izi_console;

function console.compare_statement(bigint,integer) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.compare_statement(bigint,integer) to izi_worker;

function console.complete(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_adjust(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_call_off_draw(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_care_threshold(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_change_name(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_change_phone(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_decide_payment(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_let_play(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_let_withdrawals_go_on(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_operator_add(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_operator_passkey(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_operator_roles(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_pay_held_draw(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_payment_routes(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_raise_cap(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_release_withdrawal(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_reserve(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_resume_payments(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_start_sales(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_timetable(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_top_up(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_unlock(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.complete_webhook_endpoint(console.request) returns console.request language plpgsql stable set search_path=public, pg_temp;

function console.confirm_password(text,bigint) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.confirm_password(text,bigint) to izi_console;

function console.count_payments(text) returns jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.count_payments(text) to izi_console;

function console.count_players(uuid,bigint) returns bigint language plpgsql stable set enable_seqscan=off set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;

function console.count_statement_differences() returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.count_statement_differences() to izi_worker;

function console.count_try(text) returns integer language sql set search_path=public, pg_temp;

function console.count_waiting(text) returns jsonb language plpgsql stable security definer set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function console.count_waiting(text) to izi_console;

function console.counts(bigint,console.role[]) returns boolean language sql set search_path=public, pg_temp;

function console.create_care_case(text,bigint,text,text) returns bigint language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.create_care_case(text,bigint,text,text) to izi_console;

function console.csv_field(text) returns text language sql immutable;

function console.daily_statements() returns TABLE(account text, zone interval, until timestamp with time zone) language sql stable set search_path=public, pg_temp;

function console.day_begins(date,text) returns timestamp with time zone language sql stable;

function console.decide_identity_check(text,uuid,boolean,text,date,boolean,text,text,bytea,bytea[]) returns record language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.decide_identity_check(text,uuid,boolean,text,date,boolean,text,text,bytea,bytea[]) to izi_console;

function console.difference_item(console.statement_difference,boolean) returns jsonb language sql stable set search_path=public, pg_temp;

function console.differences_of(console.provider_statement,console.statement_line) returns TABLE(kind text, about text) language plpgsql stable set search_path=public, pg_temp;

function console.digest_views() returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.digest_views() to izi_worker;

function console.disable(bigint) returns void language plpgsql set search_path=public, pg_temp;

function console.disable_as_owner(text) returns boolean language plpgsql set search_path=public, pg_temp;

function console.disable_operator(text,text,text) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.disable_operator(text,text,text) to izi_console;

function console.done_requests(timestamp with time zone,bigint,integer) returns TABLE(id uuid, number bigint, kind text, subject text, act bytea, asked_by text, approved_by text, asked_signature jsonb, approved_signature jsonb, unsigned text, asked_keys jsonb, approved_keys jsonb, in_demo boolean) language sql stable security definer set search_path=public, pg_temp;
grant execute on function console.done_requests(timestamp with time zone,bigint,integer) to izi_worker;

function console.dormant_at(timestamp with time zone,text) returns TABLE(client_id bigint, day date, balance bigint) language sql stable set search_path=public, pg_temp;

function console.draw_as_of(draw,timestamp with time zone) returns draw language plpgsql stable set search_path=public, pg_temp;

function console.draw_dues(uuid,timestamp with time zone) returns jsonb language plpgsql stable set enable_seqscan=off set search_path=public, pg_temp;

function console.draw_figures(text,timestamp with time zone,timestamp with time zone,text) returns SETOF jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.draw_figures(text,timestamp with time zone,timestamp with time zone,text) to izi_console;

function console.draw_leaves(text,uuid,integer,integer) returns SETOF bytea language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.draw_leaves(text,uuid,integer,integer) to izi_console;

function console.draw_of(text) returns uuid language sql immutable;

function console.draw_sales(uuid,timestamp with time zone) returns TABLE(bet_type smallint, tickets bigint, stakes bigint, won bigint, payouts bigint) language plpgsql stable set enable_seqscan=off set search_path=public, pg_temp;

function console.draw_sold_by(uuid,timestamp with time zone) returns TABLE(bet_type smallint, tickets bigint, stakes bigint) language plpgsql stable set enable_seqscan=off set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;

function console.draw_tickets(text,uuid,boolean,smallint,int8range,text[],bigint[],uuid[],bigint,uuid,integer) returns TABLE(item jsonb, cursor text) language plpgsql security definer set enable_seqscan=off set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function console.draw_tickets(text,uuid,boolean,smallint,int8range,text[],bigint[],uuid[],bigint,uuid,integer) to izi_console;

function console.draw_would_pay(text,uuid) returns TABLE(amount bigint) language plpgsql security definer set enable_seqscan=off set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function console.draw_would_pay(text,uuid) to izi_console;

function console.draws_of_figure(text,timestamp with time zone,timestamp with time zone,smallint,bigint,uuid,smallint,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.draws_of_figure(text,timestamp with time zone,timestamp with time zone,smallint,bigint,uuid,smallint,integer) to izi_console;

function console.end_all_sessions(bigint) returns integer language plpgsql set search_path=public, pg_temp;

function console.end_challenge(text,bytea,text) returns console.act_challenge language sql set search_path=public, pg_temp;

function console.end_own_session(text,uuid) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.end_own_session(text,uuid) to izi_console;

function console.end_request(text,uuid,text,text) returns text language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.end_request(text,uuid,text,text) to izi_console;

function console.end_review(payment,review_verdict,bigint,text,text,uuid) returns void language plpgsql set search_path=public, pg_temp;

function console.end_sessions(text,bigint,text) returns integer language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.end_sessions(text,bigint,text) to izi_console;

function console.execute_adjust(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_adjust(uuid) to izi_worker;

function console.execute_call_off_draw(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_call_off_draw(uuid) to izi_worker;

function console.execute_care_threshold(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_care_threshold(uuid) to izi_worker;

function console.execute_change_name(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_change_name(uuid) to izi_worker;

function console.execute_change_phone(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_change_phone(uuid) to izi_worker;

function console.execute_clear_match(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_clear_match(uuid) to izi_worker;

function console.execute_export_people(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_export_people(uuid) to izi_worker;

function console.execute_let_play(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_let_play(uuid) to izi_worker;

function console.execute_let_withdrawals_go_on(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_let_withdrawals_go_on(uuid) to izi_worker;

function console.execute_lift_undo(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_lift_undo(uuid) to izi_worker;

function console.execute_machine_key(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_machine_key(uuid) to izi_worker;

function console.execute_operator_add(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_operator_add(uuid) to izi_worker;

function console.execute_operator_passkey(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_operator_passkey(uuid) to izi_worker;

function console.execute_operator_roles(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_operator_roles(uuid) to izi_worker;

function console.execute_pay_held_draw(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_pay_held_draw(uuid) to izi_worker;

function console.execute_payment_routes(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_payment_routes(uuid) to izi_worker;

function console.execute_raise_cap(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_raise_cap(uuid) to izi_worker;

function console.execute_release_withdrawal(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_release_withdrawal(uuid) to izi_worker;

function console.execute_reserve(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_reserve(uuid) to izi_worker;

function console.execute_resume_payments(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_resume_payments(uuid) to izi_worker;

function console.execute_start_reset(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_start_reset(uuid) to izi_worker;

function console.execute_start_sales(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_start_sales(uuid) to izi_worker;

function console.execute_timetable(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_timetable(uuid) to izi_worker;

function console.execute_top_up(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_top_up(uuid) to izi_worker;

function console.execute_unlock(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_unlock(uuid) to izi_worker;

function console.execute_webhook_endpoint(uuid,bytea) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.execute_webhook_endpoint(uuid,bytea) to izi_worker;

function console.expire_requests() returns integer language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.expire_requests() to izi_worker;

function console.explain_player_wallet(text,bigint,text,timestamp with time zone,bigint,bigint,integer) returns TABLE(balance bigint, id bigint, part bigint, item jsonb) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.explain_player_wallet(text,bigint,text,timestamp with time zone,bigint,bigint,integer) to izi_console;

function console.exposure_uniformity(text,timestamp with time zone,timestamp with time zone) returns jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.exposure_uniformity(text,timestamp with time zone,timestamp with time zone) to izi_console;

function console.facts(console.request) returns jsonb language plpgsql stable set search_path=public, pg_temp;

function console.facts_of_adjust(console.request) returns jsonb language sql stable set search_path=public, pg_temp;

function console.facts_of_call_off_draw(console.request) returns jsonb language sql stable set search_path=public, pg_temp;

function console.facts_of_payment_routes(console.request) returns jsonb language sql stable set search_path=public, pg_temp;

function console.facts_of_raise_cap(console.request) returns jsonb language sql stable set search_path=public, pg_temp;

function console.facts_of_resume_payments(console.request) returns jsonb language sql stable set search_path=public, pg_temp;

function console.facts_of_start_sales(console.request) returns jsonb language sql stable set search_path=public, pg_temp;

function console.facts_of_timetable(console.request) returns jsonb language sql stable set search_path=public, pg_temp;

function console.facts_of_top_up(console.request) returns jsonb language sql stable set search_path=public, pg_temp;

function console.fail_request(uuid,text) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.fail_request(uuid,text) to izi_worker;

function console.failure_of(text) returns jsonb language sql immutable;

function console.find_draws(timestamp with time zone,timestamp with time zone,text[],integer[],text[],boolean,int8range,int8range,timestamp with time zone,boolean,integer) returns TABLE(item jsonb, cursor text) language plpgsql set search_path=public, pg_temp;

function console.find_payments(jsonb,uuid,integer) returns SETOF payment language plpgsql stable set search_path=public, pg_temp;

function console.find_report_rows(text,timestamp with time zone,timestamp with time zone,text,text,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable set search_path=public, pg_temp;

function console.find_report_sums(text,timestamp with time zone,timestamp with time zone,text) returns jsonb language plpgsql stable set search_path=public, pg_temp;

function console.find_statement_differences(text,bigint,text[],text,bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable set search_path=public, pg_temp;

function console.find_statements(text,bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable set search_path=public, pg_temp;

function console.fingerprint(bytea) returns text language sql immutable set search_path=public, pg_temp;

function console.finish_decision(uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.finish_decision(uuid) to izi_worker;

function console.finish_request(uuid) returns void language plpgsql set search_path=public, pg_temp;

function console.first_ticket_id_of_tests(timestamp with time zone) returns uuid language sql stable set search_path=public, pg_temp;

function console.forbid_play(text,text,text,text,bigint,text) returns bigint language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.forbid_play(text,text,text,text,bigint,text) to izi_console;

function console.from_micros(bigint) returns timestamp with time zone language sql immutable;

function console.given_back_there(text,uuid) returns bigint language sql stable set search_path=public, pg_temp;

function console.good_key(text) returns console.machine_key language sql stable set search_path=public, pg_temp;

function console.hash_views(date) returns record language sql stable set search_path=public, pg_temp;

function console.head_to_sign() returns TABLE(number bigint, hash bytea, at_ms bigint) language sql stable security definer set search_path=public, pg_temp;
grant execute on function console.head_to_sign() to izi_worker;

function console.health_figures(bigint,bigint,bigint,bigint,double precision[]) returns jsonb language sql immutable;

function console.held_against(text,numeric,numeric,numeric) returns jsonb language sql immutable;

function console.held_by_books() returns TABLE(account text, amount bigint) language sql stable set search_path=public, pg_temp;

function console.ids_of_export(console.request,bigint,integer) returns bigint[] language sql stable set search_path=public, pg_temp;

function console.ids_of_players(text,text[],bigint,integer,bigint[]) returns bigint[] language plpgsql stable set search_path=public, pg_temp;

function console.inbox(console.operator,integer) returns TABLE(what text, id text, place integer, kind text, subject text, detail jsonb, client_id bigint, amount bigint, since timestamp with time zone, until timestamp with time zone, owner text) language sql stable set search_path=public, pg_temp;

function console.instant(timestamp with time zone) returns text language sql immutable;

function console.invite(text,text,console.role[],bytea,text) returns timestamp with time zone language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.invite(text,text,console.role[],bytea,text) to izi_console;

function console.is_done(uuid) returns boolean language sql stable security definer set search_path=public, pg_temp;
grant execute on function console.is_done(uuid) to izi_worker;

function console.is_for_good(text) returns boolean language sql immutable;

function console.is_given_back(console.provider_statement,payment) returns boolean language sql stable set search_path=public, pg_temp;

function console.is_key_of(console.machine_key,console.request) returns boolean language sql stable set search_path=public, pg_temp;

function console.is_nobodys_name(text) returns boolean language sql immutable;

function console.is_of_others(console.request,bigint) returns boolean language sql stable set search_path=public, pg_temp;

function console.is_of_payment(text) returns boolean language sql immutable;

function console.is_own_account(bigint,bigint) returns boolean language sql stable set search_path=public, pg_temp;

function console.is_report_for_machines(text) returns boolean language sql immutable;

function console.is_routine(text) returns boolean language sql immutable;

function console.is_set_up(console.operator,boolean) returns boolean language sql stable set search_path=public, pg_temp;

function console.is_test(bigint) returns boolean language sql stable set search_path=public, pg_temp;

function console.is_under_way(payment_status) returns boolean language sql immutable;

function console.keep_audit_check(bigint,integer,bigint,text) returns void language sql security definer set search_path=public, pg_temp;
grant execute on function console.keep_audit_check(bigint,integer,bigint,text) to izi_worker;

function console.keep_request(console.operator,console.request) returns console.request language plpgsql set search_path=public, pg_temp;

function console.keep_signed_head(bigint,bytea,bigint,bytea,bytea) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.keep_signed_head(bigint,bytea,bigint,bytea,bytea) to izi_worker;

function console.key_of(timestamp with time zone,text) returns text language sql immutable;

function console.keys_of(bigint) returns jsonb language sql stable set search_path=public, pg_temp;

function console.keys_used_elsewhere() returns TABLE(kind text, subject text, detail jsonb) language sql stable set search_path=public, pg_temp;

function console.large_operations(timestamp with time zone,timestamp with time zone) returns TABLE(id uuid, created_at timestamp with time zone, client_id bigint, direction payment_direction, amount bigint, status payment_status, provider text, method text, country text, posted bigint) language sql stable set search_path=public, pg_temp;

function console.large_payouts(timestamp with time zone,timestamp with time zone) returns TABLE(id bigint, at timestamp with time zone, client_id bigint, draw_id uuid, ticket_id uuid, bet_type smallint, stake bigint, paid bigint, due bigint) language sql stable set search_path=public, pg_temp;

function console.late_draws() returns TABLE(id uuid, draws_at timestamp with time zone, closes_at timestamp with time zone, status draw_status, step text) language sql stable set search_path=public, pg_temp;

function console.late_step(draw,boolean,timestamp with time zone,boolean,timestamp with time zone) returns TABLE(step text, seconds double precision) language sql stable;

function console.let_in(console.session,console.operator) returns void language plpgsql set search_path=public, pg_temp;

function console.list_adjustments(text,bigint,timestamp with time zone,timestamp with time zone,bigint,uuid,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_adjustments(text,bigint,timestamp with time zone,timestamp with time zone,bigint,uuid,integer) to izi_console;

function console.list_alarms(text,boolean,text[],bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_alarms(text,boolean,text[],bigint,integer) to izi_console;

function console.list_audit(text,text,boolean,text[],boolean,text,date,text,timestamp with time zone,timestamp with time zone,boolean,bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_audit(text,text,boolean,text[],boolean,text,date,text,timestamp with time zone,timestamp with time zone,boolean,bigint,integer) to izi_console;

function console.list_bank_figures(text,date,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_bank_figures(text,date,integer) to izi_console;

function console.list_care_cases(text,boolean,text[],boolean,bigint,bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_care_cases(text,boolean,text[],boolean,bigint,bigint,integer) to izi_console;

function console.list_care_signs(text,text[],integer,bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_care_signs(text,text[],integer,bigint,integer) to izi_console;

function console.list_care_thresholds(text) returns SETOF jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_care_thresholds(text) to izi_console;

function console.list_checks(console.request) returns jsonb language sql stable set search_path=public, pg_temp;

function console.list_draws(text,timestamp with time zone,timestamp with time zone,text[],integer[],text[],boolean,int8range,int8range,timestamp with time zone,boolean,integer) returns TABLE(item jsonb, cursor text) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.list_draws(text,timestamp with time zone,timestamp with time zone,text[],integer[],text[],boolean,int8range,int8range,timestamp with time zone,boolean,integer) to izi_console;

function console.list_exposures(text,integer) returns SETOF jsonb language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.list_exposures(text,integer) to izi_console;

function console.list_identity_checks(text,uuid,integer) returns TABLE(item jsonb, cursor text) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.list_identity_checks(text,uuid,integer) to izi_console;

function console.list_inbox(text) returns SETOF jsonb language plpgsql stable security definer set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function console.list_inbox(text) to izi_console;

function console.list_machine_keys(text) returns SETOF jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_machine_keys(text) to izi_console;

function console.list_may_not_play(text,bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_may_not_play(text,bigint,integer) to izi_console;

function console.list_mismatches(text,boolean,bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_mismatches(text,boolean,bigint,integer) to izi_console;

function console.list_operators(text,text,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_operators(text,text,integer) to izi_console;

function console.list_payments(text,jsonb,uuid,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_payments(text,jsonb,uuid,integer) to izi_console;

function console.list_players(text,text,text[],bigint[],bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_players(text,text,text[],bigint[],bigint,integer) to izi_console;

function console.list_postings(text,timestamp with time zone,timestamp with time zone,text,text,text,bigint,bigint,bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set enable_seqscan=off set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function console.list_postings(text,timestamp with time zone,timestamp with time zone,text,text,text,bigint,bigint,bigint,integer) to izi_console;

function console.list_requests(text,text,text[],text[],text,bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_requests(text,text,text[],text[],text,bigint,integer) to izi_console;

function console.list_saved_views(text,text) returns SETOF jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_saved_views(text,text) to izi_console;

function console.list_sessions(text) returns SETOF jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_sessions(text) to izi_console;

function console.list_shift_notes(text) returns SETOF jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_shift_notes(text) to izi_console;

function console.list_statement_differences(text,text,bigint,text[],text,bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_statement_differences(text,text,bigint,text[],text,bigint,integer) to izi_console;

function console.list_statements(text,text,bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_statements(text,text,bigint,integer) to izi_console;

function console.list_stops(text,boolean,uuid,integer) returns TABLE(item jsonb, cursor text) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.list_stops(text,boolean,uuid,integer) to izi_console;

function console.list_views(text,text,boolean,text,date,text,bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_views(text,text,boolean,text,date,text,bigint,integer) to izi_console;

function console.list_webhook_deliveries(text,uuid,text,bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_webhook_deliveries(text,uuid,text,bigint,integer) to izi_console;

function console.list_webhook_endpoints(text) returns SETOF jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.list_webhook_endpoints(text) to izi_console;

function console.lock_player(text,bigint,lock_kind,text) returns timestamp with time zone language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.lock_player(text,bigint,lock_kind,text) to izi_console;

function console.look_as(text,console.role[]) returns console.operator language plpgsql stable set search_path=public, pg_temp;

function console.look_at_player(text,bigint,text,text) returns console.operator language plpgsql set search_path=public, pg_temp;

function console.lower_cap(text,uuid,smallint,text,bigint,text) returns record language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.lower_cap(text,uuid,smallint,text,bigint,text) to izi_console;

function console.machine_draws(text,timestamp with time zone,timestamp with time zone,text[],timestamp with time zone,integer) returns TABLE(item jsonb, cursor text) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.machine_draws(text,timestamp with time zone,timestamp with time zone,text[],timestamp with time zone,integer) to izi_machine;

function console.machine_key_of(console.request) returns text language sql immutable;

function console.machine_payments(text,jsonb,uuid,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.machine_payments(text,jsonb,uuid,integer) to izi_machine;

function console.machine_replay(text,uuid,uuid,timestamp with time zone,timestamp with time zone) returns integer language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.machine_replay(text,uuid,uuid,timestamp with time zone,timestamp with time zone) to izi_machine;

function console.machine_report_rows(text,text,timestamp with time zone,timestamp with time zone,text,text,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.machine_report_rows(text,text,timestamp with time zone,timestamp with time zone,text,text,integer) to izi_machine;

function console.machine_report_sums(text,text,timestamp with time zone,timestamp with time zone,text) returns jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.machine_report_sums(text,text,timestamp with time zone,timestamp with time zone,text) to izi_machine;

function console.machine_statement_differences(text,text,bigint,text[],text,bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.machine_statement_differences(text,text,bigint,text[],text,bigint,integer) to izi_machine;

function console.machine_statements(text,text,bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.machine_statements(text,text,bigint,integer) to izi_machine;

function console.make_link(bigint,bytea,boolean) returns timestamp with time zone language plpgsql set search_path=public, pg_temp;

function console.make_link_as_owner(text,console.role[],bytea,boolean) returns text language plpgsql set search_path=public, pg_temp;

function console.make_request(text,text,text,jsonb,jsonb,text,text,text,bytea,jsonb) returns record language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.make_request(text,text,text,jsonb,jsonb,text,text,text,bytea,jsonb) to izi_console;

function console.mark_test(text,bigint,boolean,text) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.mark_test(text,bigint,boolean,text) to izi_console;

function console.mask_email(text) returns text language sql immutable;

function console.mask_name(text) returns text language sql immutable;

function console.mask_phone(text) returns text language sql immutable;

function console.match_statement_line(text,bigint,uuid) returns text language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.match_statement_line(text,bigint,uuid) to izi_console;

function console.may(console.operator,text) returns boolean language sql immutable;

function console.may_sign_in(console.operator) returns boolean language sql stable set search_path=public, pg_temp;

function console.methods_of_network(text,text) returns text[] language sql stable set search_path=public, pg_temp;

function console.methods_used() returns TABLE(method text, provider text) language sql stable set search_path=public, pg_temp;

function console.micros(timestamp with time zone) returns bigint language sql immutable;

function console.moment_of_key(text,timestamp with time zone) returns timestamp with time zone language sql stable;

function console.morning_report(text) returns TABLE(day date, business jsonb, week_before jsonb) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.morning_report(text) to izi_worker;

function console.movements(text,timestamp with time zone,timestamp with time zone,text,text,text) returns jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.movements(text,timestamp with time zone,timestamp with time zone,text,text,text) to izi_console;

function console.name_of_check(text,uuid) returns TABLE(first_name text, last_name text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.name_of_check(text,uuid) to izi_console;

function console.name_passkeys(text) returns TABLE(credential_id bytea, transports text[]) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.name_passkeys(text) to izi_console;

function console.network_health(text) returns SETOF jsonb language plpgsql stable security definer set plan_cache_mode=force_custom_plan set search_path=public, pg_temp set work_mem=32MB;
grant execute on function console.network_health(text) to izi_console;

function console.network_of(text) returns text language sql immutable;

function console.newest_top_ups(integer) returns jsonb language sql stable set search_path=public, pg_temp;

function console.note_act(console.operator,bigint,text,text,jsonb,jsonb) returns bigint language plpgsql set search_path=public, pg_temp;

function console.note_care_contact(text,bigint,integer,text,boolean,text) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.note_care_contact(text,bigint,integer,text,boolean,text) to izi_console;

function console.note_export(text,text,text,jsonb) returns bigint language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.note_export(text,text,text,jsonb) to izi_console;

function console.note_line_differences(console.provider_statement,integer,integer) returns void language sql set search_path=public, pg_temp;

function console.note_month_file(date,bytea,bigint) returns boolean language plpgsql set search_path=public, pg_temp;

function console.note_only_here(console.provider_statement) returns void language sql set search_path=public, pg_temp;

function console.note_own_account(text,text,bigint,text) returns text language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.note_own_account(text,text,bigint,text) to izi_console;

function console.note_refusal(text,text,text) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.note_refusal(text,text,text) to izi_console;

function console.note_report(text,text,jsonb) returns bigint language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.note_report(text,text,jsonb) to izi_console;

function console.note_signature(text,bytea,bigint) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.note_signature(text,bytea,bigint) to izi_console;

function console.note_software(text,boolean,text,bytea,bytea) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.note_software(text,boolean,text,bytea,bytea) to izi_console;
grant execute on function console.note_software(text,boolean,text,bytea,bytea) to izi_worker;

function console.note_wrong_passkey(console.passkey,text,text) returns void language plpgsql set search_path=public, pg_temp;

function console.note_wrong_try(console.operator,text,text,jsonb) returns void language plpgsql set search_path=public, pg_temp;

function console.numbers(integer) returns text[] language sql immutable;

function console.open_alarms() returns TABLE(kind text, alarms bigint) language sql stable security definer set search_path=public, pg_temp;
grant execute on function console.open_alarms() to izi_worker;

function console.open_identity_check(text,uuid) returns TABLE(item jsonb, number_sealed bytea, key_sealed bytea) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.open_identity_check(text,uuid) to izi_console;

function console.open_identity_image(text,uuid,document_side) returns TABLE(client_id bigint, sealed bytea, key_sealed bytea) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.open_identity_image(text,uuid,document_side) to izi_console;

function console.open_note(text,uuid) returns jsonb language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.open_note(text,uuid) to izi_console;

function console.open_payment(text,uuid,timestamp with time zone) returns jsonb language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.open_payment(text,uuid,timestamp with time zone) to izi_console;

function console.open_player(text,bigint,text) returns jsonb language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.open_player(text,bigint,text) to izi_console;

function console.open_request(text,uuid) returns jsonb language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.open_request(text,uuid) to izi_console;

function console.open_session(console.operator,text,console.session_stage,boolean,text,text,text) returns uuid language plpgsql set search_path=public, pg_temp;

function console.operator_in(console.request) returns console.operator language sql stable set search_path=public, pg_temp;

function console.operators_untraced() returns TABLE(name text, kind text) language sql stable set search_path=public, pg_temp;

function console.pass_item(reconciliation_pass) returns jsonb language sql stable set search_path=public, pg_temp;

function console.passkeys_of(bigint) returns jsonb language sql stable set search_path=public, pg_temp;

function console.password_locked_until(console.operator) returns timestamp with time zone language sql stable set search_path=public, pg_temp;

function console.payment_as_of(payment,timestamp with time zone) returns payment language plpgsql stable set search_path=public, pg_temp;

function console.payment_item(payment,withdrawal_review,withdrawal_review_end,timestamp with time zone,boolean) returns jsonb language sql stable set search_path=public, pg_temp;

function console.payment_of(console.request) returns uuid language sql immutable;

function console.payment_postings(uuid,timestamp with time zone) returns jsonb language sql stable set search_path=public, pg_temp;

function console.payment_rank(payment) returns integer language sql immutable;

function console.payment_stop_subject(text,text,text,payment_direction) returns text language sql immutable;

function console.payment_story(uuid,timestamp with time zone) returns jsonb language sql stable set search_path=public, pg_temp;

function console.payment_terms(payment,timestamp with time zone) returns jsonb language sql stable set search_path=public, pg_temp;

function console.payments_where(jsonb) returns text language sql stable set search_path=public, pg_temp;

function console.pending_at(timestamp with time zone) returns TABLE(id uuid, created_at timestamp with time zone, client_id bigint, direction payment_direction, amount bigint, status payment_status, mismatch text, holds boolean) language sql stable set search_path=public, pg_temp;

function console.planned_steps(draw,boolean) returns TABLE(sealed timestamp with time zone, round timestamp with time zone, drawn timestamp with time zone, listed timestamp with time zone, paid timestamp with time zone) language sql immutable;

function console.played_between(timestamp with time zone,timestamp with time zone,text,text) returns TABLE(unit_from timestamp with time zone, bet_type smallint, is_void boolean, draws bigint, tickets bigint, stakes bigint, won bigint, payouts bigint, test_tickets bigint, test_stakes bigint, test_won bigint, test_payouts bigint) language plpgsql stable set search_path=public, pg_temp;

function console.player_balance(text,bigint,text) returns jsonb language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.player_balance(text,bigint,text) to izi_console;

function console.player_care(text,bigint,text) returns jsonb language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.player_care(text,bigint,text) to izi_console;

function console.player_day(text,bigint,timestamp with time zone,timestamp with time zone) returns jsonb language plpgsql security definer set enable_seqscan=off set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function console.player_day(text,bigint,timestamp with time zone,timestamp with time zone) to izi_console;

function console.player_identity(text,bigint) returns jsonb language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.player_identity(text,bigint) to izi_console;

function console.player_limits(text,bigint,text) returns jsonb language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.player_limits(text,bigint,text) to izi_console;

function console.player_looks(text,bigint,bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.player_looks(text,bigint,bigint,integer) to izi_console;

function console.player_notes(text,bigint,uuid,integer) returns TABLE(item jsonb, cursor text) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.player_notes(text,bigint,uuid,integer) to izi_console;

function console.player_payments(text,bigint,payment_direction[],uuid,integer) returns TABLE(item jsonb, cursor text) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.player_payments(text,bigint,payment_direction[],uuid,integer) to izi_console;

function console.player_sessions(text,bigint) returns jsonb language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.player_sessions(text,bigint) to izi_console;

function console.player_statement(text,bigint,posting_kind[],timestamp with time zone,timestamp with time zone,bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.player_statement(text,bigint,posting_kind[],timestamp with time zone,timestamp with time zone,bigint,integer) to izi_console;

function console.player_tickets(text,bigint,uuid,timestamp with time zone,timestamp with time zone,uuid,integer) returns TABLE(item jsonb, cursor text) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.player_tickets(text,bigint,uuid,timestamp with time zone,timestamp with time zone,uuid,integer) to izi_console;

function console.player_wallets(text,bigint,timestamp with time zone) returns jsonb language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.player_wallets(text,bigint,timestamp with time zone) to izi_console;

function console.players_between(timestamp with time zone,timestamp with time zone,text) returns bigint language plpgsql stable set enable_indexscan=off set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;

function console.posted_before(timestamp with time zone) returns record language sql stable set enable_seqscan=off set search_path=public, pg_temp;

function console.posted_for_draws(timestamp with time zone,timestamp with time zone) returns record language sql stable set search_path=public, pg_temp;

function console.prepare_approval(text,uuid) returns record language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.prepare_approval(text,uuid) to izi_console;

function console.proof_of_draw(text,uuid) returns jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.proof_of_draw(text,uuid) to izi_console;

function console.put_statement_piece(text,bigint,integer,integer,integer,bytea) returns jsonb language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.put_statement_piece(text,bigint,integer,integer,integer,bytea) to izi_console;

function console.read_audit_head(text,bytea) returns jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.read_audit_head(text,bytea) to izi_console;

function console.read_audit_line(text,bigint) returns jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.read_audit_line(text,bigint) to izi_console;

function console.read_business(text,text) returns jsonb language plpgsql stable security definer set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function console.read_business(text,text) to izi_console;

function console.read_caps(text,uuid) returns jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.read_caps(text,uuid) to izi_console;

function console.read_care_case(text,bigint) returns jsonb language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.read_care_case(text,bigint) to izi_console;

function console.read_draw(text,uuid,timestamp with time zone) returns jsonb language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.read_draw(text,uuid,timestamp with time zone) to izi_console;

function console.read_draw_curve(text,uuid) returns jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.read_draw_curve(text,uuid) to izi_console;

function console.read_exposure(text,uuid) returns TABLE(status text, rules text, draws_at timestamp with time zone, closes_at timestamp with time zone, now timestamp with time zone, computed_at timestamp with time zone, ms integer, final boolean, figures text) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.read_exposure(text,uuid) to izi_console;

function console.read_house_results(text,text,text) returns jsonb language plpgsql stable security definer set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function console.read_house_results(text,text,text) to izi_console;

function console.read_kept_exposure(text,uuid) returns SETOF jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.read_kept_exposure(text,uuid) to izi_console;

function console.read_overview(text) returns jsonb language plpgsql security definer set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function console.read_overview(text) to izi_console;

function console.read_people_file(text,uuid,integer) returns text language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.read_people_file(text,uuid,integer) to izi_console;

function console.read_request(console.operator,text,text,jsonb,jsonb,text,text,text) returns console.request language plpgsql set search_path=public, pg_temp;

function console.read_reserve(text) returns SETOF jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.read_reserve(text) to izi_console;

function console.read_routes(text) returns jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.read_routes(text) to izi_console;

function console.read_rules(text) returns jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.read_rules(text) to izi_console;

function console.read_statement_piece(bigint,integer) returns bytea language sql stable security definer set search_path=public, pg_temp;
grant execute on function console.read_statement_piece(bigint,integer) to izi_worker;

function console.read_timetable(text) returns jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.read_timetable(text) to izi_console;

function console.refuse_passkey(uuid,text) returns void language sql security definer set search_path=public, pg_temp;
grant execute on function console.refuse_passkey(uuid,text) to izi_console;

function console.refuse_password(bigint,text) returns void language sql security definer set search_path=public, pg_temp;
grant execute on function console.refuse_password(bigint,text) to izi_console;

function console.refuse_statement(bigint,integer,text) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.refuse_statement(bigint,integer,text) to izi_worker;

function console.refuse_withdrawal(text,uuid,text,text) returns text language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.refuse_withdrawal(text,uuid,text,text) to izi_console;

function console.release_in_the_way(payment,bigint) returns text language sql stable set search_path=public, pg_temp;

function console.release_withdrawal(text,uuid,text) returns text language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.release_withdrawal(text,uuid,text) to izi_console;

function console.released_by_one() returns bigint language sql immutable;

function console.remove_broken_uploads() returns void language sql security definer set search_path=public, pg_temp;
grant execute on function console.remove_broken_uploads() to izi_worker;

function console.remove_old_statement_files() returns void language sql security definer set search_path=public, pg_temp;
grant execute on function console.remove_old_statement_files() to izi_worker;

function console.remove_passkey(text,text,uuid,text) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.remove_passkey(text,text,uuid,text) to izi_console;

function console.remove_people_files() returns bigint language sql security definer set search_path=public, pg_temp;
grant execute on function console.remove_people_files() to izi_worker;

function console.remove_view(text,uuid) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.remove_view(text,uuid) to izi_console;

function console.renew_link(text,text,bytea,text) returns timestamp with time zone language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.renew_link(text,text,bytea,text) to izi_console;

function console.replay_draw(text,uuid,boolean,bigint,integer,text,bigint,bigint,integer) returns TABLE(item jsonb, cursor text) language plpgsql security definer set enable_seqscan=off set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function console.replay_draw(text,uuid,boolean,bigint,integer,text,bigint,bigint,integer) to izi_console;

function console.replay_player(text,bigint,timestamp with time zone,timestamp with time zone,bigint,integer,text,integer) returns TABLE(item jsonb, cursor text) language plpgsql security definer set enable_seqscan=off set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function console.replay_player(text,bigint,timestamp with time zone,timestamp with time zone,bigint,integer,text,integer) to izi_console;

function console.replay_webhooks(text,uuid,uuid,timestamp with time zone,timestamp with time zone,text) returns integer language sql security definer set search_path=public, pg_temp;
grant execute on function console.replay_webhooks(text,uuid,uuid,timestamp with time zone,timestamp with time zone,text) to izi_console;

function console.report_rows(text,text,timestamp with time zone,timestamp with time zone,text,text,integer) returns TABLE(item jsonb, cursor text) language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.report_rows(text,text,timestamp with time zone,timestamp with time zone,text,text,integer) to izi_console;

function console.report_sums(text,text,timestamp with time zone,timestamp with time zone,text) returns jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.report_sums(text,text,timestamp with time zone,timestamp with time zone,text) to izi_console;

function console.request_item(console.request,console.operator) returns jsonb language sql stable set search_path=public, pg_temp;

function console.request_now(console.request,console.kind,console.operator) returns jsonb language plpgsql set search_path=public, pg_temp;

function console.requests_of_draw(console.operator,uuid) returns jsonb language sql stable set search_path=public, pg_temp;

function console.require(text,text) returns console.operator language sql set search_path=public, pg_temp;

function console.require_any_stage(text) returns record language plpgsql set search_path=public, pg_temp;

function console.require_approved(uuid,text) returns console.request language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.require_approved(uuid,text) to izi_worker;

function console.require_approved_for_operator(uuid,text) returns console.request language plpgsql set search_path=public, pg_temp;

function console.require_checks(console.request) returns void language plpgsql set search_path=public, pg_temp;

function console.require_day(bigint,timestamp with time zone,timestamp with time zone) returns void language plpgsql stable set search_path=public, pg_temp;

function console.require_good(console.session,console.operator,console.role[]) returns void language plpgsql stable set search_path=public, pg_temp;

function console.require_key(text,text) returns console.machine_key language plpgsql stable set search_path=public, pg_temp;

function console.require_moment(timestamp with time zone,timestamp with time zone) returns void language plpgsql stable set search_path=public, pg_temp;

function console.require_read(console.operator,bigint) returns void language plpgsql set search_path=public, pg_temp;

function console.require_report(text,text) returns void language plpgsql stable set search_path=public, pg_temp;

function console.require_role(text,console.role[]) returns console.operator language plpgsql set search_path=public, pg_temp;

function console.require_to_read(text,text) returns console.operator language sql stable set search_path=public, pg_temp;

function console.resend_webhooks(console.operator,uuid,uuid,timestamp with time zone,timestamp with time zone,text,jsonb) returns integer language plpgsql set search_path=public, pg_temp;

function console.revoke_machine_key(text,text,text) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.revoke_machine_key(text,text,text) to izi_console;

function console.right_to_report(text) returns text language sql immutable;

function console.roles_of(text) returns console.role[] language sql immutable;

function console.route_accounts(text[]) returns TABLE(country text, method text, direction text, account text) language sql immutable;

function console.route_standing() returns TABLE(country text, method text, direction text, account text, is_usable boolean) language sql stable set search_path=public, pg_temp;

function console.rows_of_accounts(timestamp with time zone,timestamp with time zone,text,text,integer) returns TABLE(key text, cells jsonb) language plpgsql stable set search_path=public, pg_temp;

function console.rows_of_accounts_made(timestamp with time zone,timestamp with time zone,text,text,integer) returns TABLE(key text, cells jsonb) language sql stable set search_path=public, pg_temp;

function console.rows_of_adjustments(timestamp with time zone,timestamp with time zone,text,text,integer) returns TABLE(key text, cells jsonb) language sql stable set search_path=public, pg_temp;

function console.rows_of_dormant(timestamp with time zone,timestamp with time zone,text,text,integer) returns TABLE(key text, cells jsonb) language sql stable set search_path=public, pg_temp;

function console.rows_of_events(timestamp with time zone,timestamp with time zone,text,text,integer) returns TABLE(key text, cells jsonb) language sql stable set search_path=public, pg_temp;

function console.rows_of_games(timestamp with time zone,timestamp with time zone,text,text,integer) returns TABLE(key text, cells jsonb) language sql stable set search_path=public, pg_temp;

function console.rows_of_large_operations(timestamp with time zone,timestamp with time zone,text,text,integer) returns TABLE(key text, cells jsonb) language sql stable set search_path=public, pg_temp;

function console.rows_of_large_payouts(timestamp with time zone,timestamp with time zone,text,text,integer) returns TABLE(key text, cells jsonb) language sql stable set search_path=public, pg_temp;

function console.rows_of_liability(timestamp with time zone,timestamp with time zone,text,text,integer) returns TABLE(key text, cells jsonb) language plpgsql stable set search_path=public, pg_temp;

function console.rows_of_pending(timestamp with time zone,timestamp with time zone,text,text,integer) returns TABLE(key text, cells jsonb) language sql stable set search_path=public, pg_temp;

function console.rows_of_returns(timestamp with time zone,timestamp with time zone,text,text,integer) returns TABLE(key text, cells jsonb) language sql stable set search_path=public, pg_temp;

function console.rows_of_site_changes(timestamp with time zone,timestamp with time zone,text,text,integer) returns TABLE(key text, cells jsonb) language sql stable set search_path=public, pg_temp;

function console.rows_of_variance(timestamp with time zone,timestamp with time zone,text,text,integer) returns TABLE(key text, cells jsonb) language sql stable set search_path=public, pg_temp;

function console.rows_of_voids(timestamp with time zone,timestamp with time zone,text,text,integer) returns TABLE(key text, cells jsonb) language sql stable set search_path=public, pg_temp;

function console.same_lines_before(console.statement_line) returns bigint language sql stable set search_path=public, pg_temp;

function console.sameness(console.request) returns jsonb language sql immutable;

function console.save_view(text,text,text,text,boolean) returns uuid language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.save_view(text,text,text,text,boolean) to izi_console;

function console.search(text,text,text,text,integer) returns SETOF jsonb language plpgsql stable security definer set enable_seqscan=off set search_path=public, pg_temp;
grant execute on function console.search(text,text,text,text,integer) to izi_console;

function console.sees_case(console.operator,console.care_case) returns boolean language sql immutable;

function console.sees_masked(console.operator) returns boolean language sql immutable;

function console.sees_requests(console.operator,console.kind) returns boolean language sql immutable;

function console.session_lasts() returns interval language sql immutable;

function console.session_over(console.session,console.operator) returns text language sql stable set search_path=public, pg_temp;

function console.session_rests() returns interval language sql immutable;

function console.set_password(text,text,bytea) returns text language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.set_password(text,text,bytea) to izi_console;

function console.shown_name(client,boolean) returns text language sql immutable;

function console.sign_in_to_demo(console.role[],text,text,text) returns text language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.sign_in_to_demo(console.role[],text,text,text) to izi_console;

function console.sign_in_with_passkey(uuid,bigint,text,text,text) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.sign_in_with_passkey(uuid,bigint,text,text,text) to izi_console;

function console.sign_in_with_password(bigint,bigint,bytea,text,text,text,text) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.sign_in_with_password(bigint,bigint,bytea,text,text,text,text) to izi_console;

function console.sign_of(console.request) returns text language sql immutable;

function console.sign_out(text) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.sign_out(text) to izi_console;

function console.site() returns TABLE(mode text, has_demo_operators boolean) language sql stable security definer set search_path=public, pg_temp;
grant execute on function console.site() to izi_app;
grant execute on function console.site() to izi_console;
grant execute on function console.site() to izi_machine;

function console.start_break(text,bigint,break_kind,text,text) returns timestamp with time zone language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.start_break(text,bigint,break_kind,text,text) to izi_console;

function console.statement_accounts(text) returns SETOF jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.statement_accounts(text) to izi_console;

function console.statement_balances(console.provider_statement) returns jsonb language plpgsql set search_path=public, pg_temp;

function console.statement_days(console.provider_statement) returns jsonb language sql stable set search_path=public, pg_temp;

function console.statement_difference(text,bigint) returns jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.statement_difference(text,bigint) to izi_console;

function console.statement_key(text,bigint) returns bytea language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.statement_key(text,bigint) to izi_console;

function console.states_of(client,timestamp with time zone) returns text[] language sql stable set search_path=public, pg_temp;

function console.status_for_statement(payment) returns text language sql immutable;

function console.status_now(console.request) returns console.request_status language sql stable set search_path=public, pg_temp;

function console.statuses_of(payment_direction,payment_status[]) returns payment_status[] language sql immutable;

function console.stop_payments(text,text,text,text,payment_direction,text,text,text) returns uuid language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.stop_payments(text,text,text,text,payment_direction,text,text,text) to izi_console;

function console.stop_sales(text,uuid,smallint,text,text) returns uuid language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.stop_sales(text,uuid,smallint,text,text) to izi_console;

function console.stop_webhook_endpoint(text,uuid,text) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.stop_webhook_endpoint(text,uuid,text) to izi_console;

function console.stop_withdrawals(text,text) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.stop_withdrawals(text,text) to izi_console;

function console.store_statement_lines(bigint,bigint,bigint,integer,jsonb) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.store_statement_lines(bigint,bigint,bigint,integer,jsonb) to izi_worker;

function console.subject_of_cap(uuid) returns text language sql immutable;

function console.sum_payments(text,jsonb) returns jsonb language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function console.sum_payments(text,jsonb) to izi_console;

function console.sums_of_accounts(timestamp with time zone,timestamp with time zone,text) returns jsonb language sql stable set search_path=public, pg_temp;

function console.sums_of_accounts_made(timestamp with time zone,timestamp with time zone,text) returns jsonb language sql stable set search_path=public, pg_temp;

function console.sums_of_adjustments(timestamp with time zone,timestamp with time zone,text) returns jsonb language sql stable set search_path=public, pg_temp;

function console.sums_of_dormant(timestamp with time zone,timestamp with time zone,text) returns jsonb language sql stable set search_path=public, pg_temp;

function console.sums_of_events(timestamp with time zone,timestamp with time zone,text) returns jsonb language sql stable set search_path=public, pg_temp;

function console.sums_of_games(timestamp with time zone,timestamp with time zone,text) returns jsonb language sql stable set search_path=public, pg_temp;

function console.sums_of_large_operations(timestamp with time zone,timestamp with time zone,text) returns jsonb language sql stable set search_path=public, pg_temp;

function console.sums_of_large_payouts(timestamp with time zone,timestamp with time zone,text) returns jsonb language sql stable set search_path=public, pg_temp;

function console.sums_of_liability(timestamp with time zone,timestamp with time zone,text) returns jsonb language sql stable set search_path=public, pg_temp;

function console.sums_of_pending(timestamp with time zone,timestamp with time zone,text) returns jsonb language sql stable set search_path=public, pg_temp;

function console.sums_of_returns(timestamp with time zone,timestamp with time zone,text) returns jsonb language sql stable set search_path=public, pg_temp;

function console.sums_of_site_changes(timestamp with time zone,timestamp with time zone,text) returns jsonb language sql stable set search_path=public, pg_temp;

function console.sums_of_variance(timestamp with time zone,timestamp with time zone,text) returns jsonb language sql stable set search_path=public, pg_temp;

function console.sums_of_voids(timestamp with time zone,timestamp with time zone,text) returns jsonb language sql stable set search_path=public, pg_temp;

function console.take_approved(uuid) returns TABLE(id uuid, number bigint, kind text, subject text, new_values jsonb, old_values jsonb, reason text, evidence text, act bytea, console_url text, asked_by text, approved_by text, asked_signature jsonb, approved_signature jsonb, unsigned text, asked_keys jsonb, approved_keys jsonb) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.take_approved(uuid) to izi_worker;

function console.take_item(text,text,text) returns text language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.take_item(text,text,text) to izi_console;

function console.take_passkey_nonce(text) returns bytea language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.take_passkey_nonce(text) to izi_console;

function console.take_people_file(text,uuid) returns integer language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.take_people_file(text,uuid) to izi_console;

function console.take_shift_note(text,uuid) returns text language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.take_shift_note(text,uuid) to izi_console;

function console.take_sign_in(uuid,bytea) returns TABLE(nonce bytea, passkey_id uuid, public_key bytea, handle bytea) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.take_sign_in(uuid,bytea) to izi_console;

function console.tell(bigint,text) returns void language sql set search_path=public, pg_temp;

function console.test_clients() returns bigint[] language sql stable set search_path=public, pg_temp;

function console.texts_of(jsonb) returns text[] language sql immutable;

function console.ticket_serial(uuid) returns text language sql immutable;

function console.tighten_limit(text,bigint,limit_kind,limit_period,bigint,text) returns bigint language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.tighten_limit(text,bigint,limit_kind,limit_period,bigint,text) to izi_console;

function console.times_of_kinds(integer[]) returns tstzmultirange language sql stable set search_path=public, pg_temp;

function console.traces_of_adjust(timestamp with time zone) returns TABLE(id text, subject text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_call_off_draw(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_care_threshold(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_change_name(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_change_phone(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_clear_match(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_decide_payment(timestamp with time zone) returns TABLE(id text, subject text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_export_people(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_let_play(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_let_withdrawals_go_on(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_lift_undo(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_machine_key(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_operator_add(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_operator_passkey(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_operator_roles(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_pay_held_draw(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_payment_routes(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_raise_cap(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_release_withdrawal(timestamp with time zone) returns TABLE(id text, subject text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_reserve(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_resume_payments(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_start_reset(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_start_sales(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_timetable(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_top_up(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_unlock(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.traces_of_webhook_endpoint(timestamp with time zone) returns TABLE(subject text, id text, at timestamp with time zone, request_id uuid) language sql stable set search_path=public, pg_temp;

function console.tries_last() returns interval language sql immutable;

function console.try_request(text,text,text,jsonb,jsonb,text) returns jsonb language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.try_request(text,text,text,jsonb,jsonb,text) to izi_console;

function console.try_timetable(text,timestamp with time zone,integer) returns jsonb language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.try_timetable(text,timestamp with time zone,integer) to izi_console;

function console.type_bank_figure(text,date,text,bigint,text) returns bigint language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.type_bank_figure(text,date,text,bigint,text) to izi_console;

function console.u64_at(bytea,integer) returns bigint language sql immutable;

function console.unmask(text,bigint,text,text) returns text language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.unmask(text,bigint,text,text) to izi_console;

function console.unmet_check(console.request) returns jsonb language sql stable set search_path=public, pg_temp;

function console.unread_notes(console.operator,bigint) returns SETOF console.note language sql stable set search_path=public, pg_temp;

function console.use_challenge(text,bytea,text,bytea) returns TABLE(public_key bytea, console_url text) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.use_challenge(text,bytea,text,bytea) to izi_console;

function console.use_key(text,text,inet) returns record language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.use_key(text,text,inet) to izi_machine;

function console.use_link(text,text,text,text) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.use_link(text,text,text,text) to izi_console;

function console.use_session(text,boolean) returns TABLE(operator_id bigint, name text, roles text[], demo boolean, session_id uuid, stage console.session_stage, over text, ends_at timestamp with time zone, idle_at timestamp with time zone) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.use_session(text,boolean) to izi_console;

function console.void_since(draw) returns timestamp with time zone language sql stable set search_path=public, pg_temp;

function console.voids_between(timestamp with time zone,timestamp with time zone) returns TABLE(id uuid, draws_at timestamp with time zone, finished_at timestamp with time zone, reason text, request_id uuid, tickets bigint, stakes bigint, returned bigint, test_tickets bigint, test_stakes bigint) language plpgsql stable set search_path=public, pg_temp;

function console.waiting_app(text) returns TABLE(operator_id bigint, totp_sealed bytea, step bigint) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.waiting_app(text) to izi_console;

function console.waiting_of(console.operator) returns jsonb language sql stable set search_path=public, pg_temp;

function console.waiting_passkeys(bigint) returns jsonb language sql stable set search_path=public, pg_temp;

function console.waiting_password(bigint) returns boolean language sql stable set search_path=public, pg_temp;

function console.waiting_request(text,text,text) returns TABLE(id uuid) language sql stable;

function console.want_full_pass(text) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.want_full_pass(text) to izi_console;

function console.was_late(draw) returns boolean language sql stable security definer set search_path=public, pg_temp;

function console.watch() returns TABLE(id bigint, kind text, subject text, detail jsonb, opened_at timestamp with time zone) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.watch() to izi_worker;

function console.ways_in(text) returns TABLE(passkeys jsonb, password boolean, complete boolean, active boolean) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.ways_in(text) to izi_console;

function console.webhook_of(console.request) returns uuid language sql immutable;

function console.webhook_values(uuid) returns jsonb language sql stable set search_path=public, pg_temp;

function console.what_is_wrong() returns TABLE(kind text, subject text, detail jsonb) language sql stable set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;

function console.withdrawn_in_a_day(bigint,uuid) returns bigint language sql stable set search_path=public, pg_temp;

function console.write_audit(console.operator,text,text,text,uuid,jsonb,jsonb) returns bigint language plpgsql set search_path=public, pg_temp;

function console.write_shift_note(text,text) returns uuid language plpgsql security definer set search_path=public, pg_temp;
grant execute on function console.write_shift_note(text,text) to izi_console;

function console.write_view(console.operator,text,text,text) returns void language sql set search_path=public, pg_temp;

function continue_audit() returns trigger language plpgsql;

function copy_exclusion(bigint) returns void language plpgsql set search_path=public, pg_temp;

function count_payment_outcome() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function count_sales(integer,text) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function count_sales(integer,text) to izi_worker;

function count_sending(jsonb,integer) returns TABLE(scope text, key text, retry_after double precision) language plpgsql;
grant execute on function count_sending(jsonb,integer) to izi_app;

function count_stakes(bigint,limit_period,timestamp with time zone) returns record language plpgsql stable set search_path=public, pg_temp;
grant execute on function count_stakes(bigint,limit_period,timestamp with time zone) to izi_app;

function credits_covering(bigint,text,bigint,bigint,integer) returns TABLE(id bigint, at timestamp with time zone, kind posting_kind, reference uuid, draw_id uuid, credited bigint, part bigint) language plpgsql stable set enable_seqscan=off set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function credits_covering(bigint,text,bigint,bigint,integer) to izi_app;

function draw_result(uuid,bytea,integer) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function draw_result(uuid,bytea,integer) to izi_worker;

function draws_without_place(timestamp with time zone,integer) returns SETOF draw language sql stable set search_path=public, pg_temp;

function due_webhook_endpoints() returns TABLE(endpoint_id uuid) language sql stable security definer set search_path=public, pg_temp;
grant execute on function due_webhook_endpoints() to izi_worker;

function end_harmful_sessions() returns SETOF console.ended_session language plpgsql security definer set search_path=public, pg_temp;
grant execute on function end_harmful_sessions() to izi_worker;

function end_of_all_ticket_ids() returns uuid language sql stable;
grant execute on function end_of_all_ticket_ids() to izi_app;

function end_of_ticket_ids(timestamp with time zone) returns uuid language sql stable;
grant execute on function end_of_ticket_ids(timestamp with time zone) to izi_app;

function end_payment_trial(uuid) returns void language sql security definer set search_path=public, pg_temp;

function end_sales_stop(uuid,uuid) returns boolean language plpgsql set search_path=public, pg_temp;

function erase_client(bigint) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function erase_client(bigint) to izi_worker;

function erase_documents(bigint) returns void language sql set search_path=public, pg_temp;

function excluded_by_document(bigint,bytea) returns TABLE(source text, ends_at timestamp with time zone) language sql stable set search_path=public, pg_temp;

function exclusion_ends_at(bigint,timestamp with time zone) returns timestamp with time zone language sql stable set search_path=public, pg_temp;

function explained_wallet(bigint,text,timestamp with time zone,bigint,bigint,integer) returns TABLE(balance bigint, id bigint, at timestamp with time zone, kind posting_kind, reference uuid, credited bigint, part bigint, draw_id uuid, draws_at timestamp with time zone, bet_type smallint, selection integer, stake integer, provider text, method text, paid_at timestamp with time zone, told text, author text, reason text, request_id uuid) language sql stable set search_path=public, pg_temp;
grant execute on function explained_wallet(bigint,text,timestamp with time zone,bigint,bigint,integer) to izi_app;

function exposure_figure(jsonb,smallint,text) returns bigint language sql immutable;

function exposure_look_after(interval) returns interval language sql immutable;

function exposure_uniformity(timestamp with time zone,timestamp with time zone) returns TABLE(draws bigint, bands bigint[], statistic double precision, p_value double precision, verdict text) language sql stable security definer set search_path=public, pg_temp;
grant execute on function exposure_uniformity(timestamp with time zone,timestamp with time zone) to izi_app;
grant execute on function exposure_uniformity(timestamp with time zone,timestamp with time zone) to izi_machine;

function exposures_to_compute() returns SETOF uuid language sql stable security definer set search_path=public, pg_temp;
grant execute on function exposures_to_compute() to izi_worker;

function fair_band(numeric,numeric,numeric,numeric,numeric) returns TABLE(low bigint, high bigint) language sql immutable;

function fair_result(bytea,bytea,bytea,bytea) returns integer language plpgsql immutable set search_path=public, pg_temp;

function fair_tag(text) returns bytea language sql immutable;

function figures_by_day(timestamp with time zone,timestamp with time zone,text) returns TABLE(day timestamp with time zone, status draw_status, bet_type smallint, draws bigint, tickets bigint, stakes bigint, won bigint, payouts bigint, own_tickets bigint, own_stakes bigint, own_payouts bigint, fair_draws bigint, fair_stakes bigint, fair_payouts bigint, fair_expected bigint, fair_low bigint, fair_high bigint) language sql stable security definer set plan_cache_mode=force_custom_plan set search_path=public, pg_temp set work_mem=32MB;
grant execute on function figures_by_day(timestamp with time zone,timestamp with time zone,text) to izi_app;
grant execute on function figures_by_day(timestamp with time zone,timestamp with time zone,text) to izi_machine;

function find_wins(uuid,smallint[],integer[],integer[]) returns TABLE(client_id bigint, id uuid, amount bigint, place bigint) language plpgsql stable set enable_mergejoin=off set enable_nestloop=off set min_parallel_table_scan_size=0 set parallel_setup_cost=0 set parallel_tuple_cost=0 set plan_cache_mode=force_custom_plan set search_path=public, pg_temp set work_mem=64MB;

function first_id_at(timestamp with time zone) returns uuid language sql stable;
grant execute on function first_id_at(timestamp with time zone) to izi_app;

function first_ids_of_client(bigint) returns record language sql stable set search_path=public, pg_temp;
grant execute on function first_ids_of_client(bigint) to izi_app;

function first_open_moment() returns timestamp with time zone language sql stable set search_path=public, pg_temp;
grant execute on function first_open_moment() to izi_worker;

function first_open_posting_id() returns bigint language sql stable set search_path=public, pg_temp;
grant execute on function first_open_posting_id() to izi_worker;

function first_open_ticket_id() returns uuid language sql stable set search_path=public, pg_temp;
grant execute on function first_open_ticket_id() to izi_app;

function first_posting_id(date) returns bigint language sql immutable;

function first_posting_id_of_finished(timestamp with time zone) returns bigint language sql stable set search_path=public, pg_temp;
grant execute on function first_posting_id_of_finished(timestamp with time zone) to izi_worker;

function first_ticket_id(timestamp with time zone) returns uuid language sql stable;
grant execute on function first_ticket_id(timestamp with time zone) to izi_app;

function first_ticket_id_of_draws(timestamp with time zone) returns uuid language sql stable set search_path=public, pg_temp;
grant execute on function first_ticket_id_of_draws(timestamp with time zone) to izi_app;

function first_ticket_id_of_finished(timestamp with time zone) returns uuid language sql stable set search_path=public, pg_temp;
grant execute on function first_ticket_id_of_finished(timestamp with time zone) to izi_worker;

function fold_name(text) returns text language sql immutable;

function forget_account_days() returns void language sql set search_path=public, pg_temp;

function forget_figures() returns void language sql set search_path=public, pg_temp;

function forget_kept_sums() returns void language sql set search_path=public, pg_temp;

function forget_old_parties(integer) returns bigint language sql security definer set search_path=public, pg_temp;
grant execute on function forget_old_parties(integer) to izi_worker;

function forget_parties(integer,timestamp with time zone) returns bigint language plpgsql set search_path=public, pg_temp;

function forget_weakness() returns trigger language plpgsql;

function give_phone_back(bigint,text) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function give_phone_back(bigint,text) to izi_app;

function has_draw_at(timestamp with time zone,integer,text) returns boolean language sql stable;

function have_tickets(uuid[]) returns boolean language plpgsql stable set enable_indexscan=off set enable_seqscan=off set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;

function hearers(text) returns TABLE(client_id bigint) language sql stable set search_path=public, pg_temp;

function heed_opinions() returns integer language plpgsql security definer set search_path=public, pg_temp;
grant execute on function heed_opinions() to izi_worker;

function hmac_sha256(bytea,bytea) returns bytea language plpgsql immutable;

function hold_caps() returns void language plpgsql;

function hold_exposure(uuid) returns boolean language sql security definer set search_path=public, pg_temp;
grant execute on function hold_exposure(uuid) to izi_worker;

function hold_of(uuid) returns text language sql security definer set search_path=public, pg_temp;
grant execute on function hold_of(uuid) to izi_worker;

function hold_payment_accounts(uuid,text[],text,text,payment_direction) returns record language plpgsql security definer set search_path=public, pg_temp;
grant execute on function hold_payment_accounts(uuid,text[],text,text,payment_direction) to izi_app;

function hold_timetable() returns integer language plpgsql security definer set search_path=public, pg_temp;
grant execute on function hold_timetable() to izi_worker;

function ids_of_draw(uuid) returns record language sql stable set search_path=public, pg_temp;
grant execute on function ids_of_draw(uuid) to izi_app;

function ids_of_draws(uuid[]) returns record language sql stable set search_path=public, pg_temp;
grant execute on function ids_of_draws(uuid[]) to izi_app;

function ids_of_postings(timestamp with time zone,timestamp with time zone) returns record language sql stable set search_path=public, pg_temp;
grant execute on function ids_of_postings(timestamp with time zone,timestamp with time zone) to izi_app;

function is_closed_for_good(bigint) returns boolean language sql stable security definer set search_path=public, pg_temp;
grant execute on function is_closed_for_good(bigint) to izi_app;

function is_counted_already(text,text) returns boolean language sql stable;
grant execute on function is_counted_already(text,text) to izi_app;

function is_demo_operator(boolean) returns boolean language sql stable set search_path=public, pg_temp;

function is_draw_called_off(draw) returns boolean language sql set search_path=public, pg_temp;

function is_draw_lost(draw) returns boolean language sql set search_path=public, pg_temp;

function is_lane_paid(uuid,bigint) returns boolean language sql stable;
grant execute on function is_lane_paid(uuid,bigint) to izi_app;

function is_stopped_by(payment_stop,text,text,text,payment_direction) returns boolean language sql immutable;

function izi_1_multiple(smallint,integer,integer) returns integer language sql immutable;

function judge_tickets(bigint[],uuid[],uuid[],smallint[],integer[],integer[],timestamp with time zone,text[],uuid,uuid) returns TABLE(client_id bigint, id uuid, draw_id uuid, bet_type smallint, selection integer, stake integer, "position" bigint, in_the_way text) language sql stable;
grant execute on function judge_tickets(bigint[],uuid[],uuid[],smallint[],integer[],integer[],timestamp with time zone,text[],uuid,uuid) to izi_app;

function keep_account_days(text) returns boolean language plpgsql security definer set enable_seqscan=off set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function keep_account_days(text) to izi_worker;

function keep_account_hours() returns boolean language plpgsql security definer set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function keep_account_hours() to izi_worker;

function keep_alarm() returns trigger language plpgsql;

function keep_audit_head() returns trigger language plpgsql;

function keep_break() returns trigger language plpgsql;

function keep_closed_month() returns trigger language plpgsql set search_path=public, pg_temp;

function keep_draw_life() returns trigger language plpgsql;

function keep_draw_seal() returns trigger language plpgsql;

function keep_due_lane() returns trigger language plpgsql;

function keep_exposure(uuid,bigint,bigint,bytea,bigint) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function keep_exposure(uuid,bigint,bigint,bytea,bigint) to izi_worker;

function keep_exposure_look(uuid,timestamp with time zone,jsonb,text) returns record language plpgsql security definer set search_path=public, pg_temp;
grant execute on function keep_exposure_look(uuid,timestamp with time zone,jsonb,text) to izi_worker;

function keep_figures(uuid,smallint[],numeric[],numeric[],bigint[]) returns boolean language plpgsql security definer set enable_seqscan=off set search_path=public, pg_temp;
grant execute on function keep_figures(uuid,smallint[],numeric[],numeric[],bigint[]) to izi_worker;

function keep_identity_check() returns trigger language plpgsql;

function keep_identity_image(bigint,uuid,document_side,bytea) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function keep_identity_image(bigint,uuid,document_side,bytea) to izi_app;

function keep_kept_exposure() returns trigger language plpgsql;

function keep_lock() returns trigger language plpgsql;

function keep_months() returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function keep_months() to izi_worker;

function keep_party() returns trigger language plpgsql set search_path=public, pg_temp;

function keep_party_key() returns trigger language plpgsql set search_path=public, pg_temp;

function keep_payment_attempt() returns trigger language plpgsql set search_path=public, pg_temp;

function keep_payment_floats(text,jsonb,bigint) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function keep_payment_floats(text,jsonb,bigint) to izi_worker;

function keep_payment_life() returns trigger language plpgsql set search_path=public, pg_temp;

function keep_payment_offers(text[],jsonb) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function keep_payment_offers(text[],jsonb) to izi_worker;

function keep_payment_stop() returns trigger language plpgsql;

function keep_payment_usual() returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function keep_payment_usual() to izi_worker;

function keep_provider_statement() returns trigger language plpgsql set search_path=public, pg_temp;

function keep_request_life() returns trigger language plpgsql;

function keep_round() returns trigger language plpgsql;

function keep_sales_stop() returns trigger language plpgsql;

function keep_security_events() returns void language sql security definer set search_path=public, pg_temp;
grant execute on function keep_security_events() to izi_worker;

function keep_stakes_counted(bigint,text) returns void language sql security definer set search_path=public, pg_temp;
grant execute on function keep_stakes_counted(bigint,text) to izi_app;

function keep_statement_difference() returns trigger language plpgsql set search_path=public, pg_temp;

function keep_statement_line() returns trigger language plpgsql set search_path=public, pg_temp;

function keep_webhooks() returns void language sql security definer set search_path=public, pg_temp;
grant execute on function keep_webhooks() to izi_worker;

function keep_withdrawals(integer) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function keep_withdrawals(integer) to izi_worker;

function keeps_month(date) returns text language sql stable set search_path=public, pg_temp;

function key_person(bigint,bytea,bytea[]) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function key_person(bigint,bytea,bytea[]) to izi_app;

function large_win(bigint) returns bigint language sql stable security definer set search_path=public, pg_temp;
grant execute on function large_win(bigint) to izi_app;

function last_posting_by(bigint,timestamp with time zone) returns bigint language plpgsql stable set enable_seqscan=off set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function last_posting_by(bigint,timestamp with time zone) to izi_app;

function leave_trace(text,text,jsonb,uuid) returns void language sql set search_path=public, pg_temp;

function lift_undo(bigint,text,text,uuid) returns integer language plpgsql set search_path=public, pg_temp;

function likely_band(numeric,numeric,numeric,numeric) returns TABLE(low bigint, high bigint) language sql immutable;

function limit_in_the_way(bigint,limit_kind,bigint,text) returns TABLE(paused_until timestamp with time zone, waits_for text, period limit_period, amount bigint, resets_at timestamp with time zone) language sql stable set search_path=public, pg_temp;
grant execute on function limit_in_the_way(bigint,limit_kind,bigint,text) to izi_app;

function list_refunds(uuid) returns boolean language plpgsql security definer set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function list_refunds(uuid) to izi_worker;

function list_wins(uuid,smallint[],integer[],integer[]) returns boolean language plpgsql security definer set search_path=public, pg_temp set work_mem=64MB;
grant execute on function list_wins(uuid,smallint[],integer[],integer[]) to izi_worker;

function listens_out(text) returns boolean language sql stable set search_path=public, pg_temp;

function lock_deposits(bigint) returns void language sql security definer set search_path=public, pg_temp;
grant execute on function lock_deposits(bigint) to izi_app;

function lock_ends_at(bigint,lock_kind,timestamp with time zone) returns timestamp with time zone language sql stable set search_path=public, pg_temp;
grant execute on function lock_ends_at(bigint,lock_kind,timestamp with time zone) to izi_app;

function lock_exclusions(boolean) returns void language plpgsql set search_path=public, pg_temp;

function lock_wallets_of_person(bigint) returns void language sql set search_path=public, pg_temp;

function logins_out_of_reach() returns SETOF name language sql stable security definer set search_path=public, pg_temp;
grant execute on function logins_out_of_reach() to izi_worker;

function look_at_exposures_now(uuid) returns void language sql set search_path=public, pg_temp;

function make_first_payment_routes(text[]) returns void language sql security definer set search_path=public, pg_temp;
grant execute on function make_first_payment_routes(text[]) to izi_app;

function make_first_timetable(integer,integer,text) returns void language sql security definer set search_path=public, pg_temp;
grant execute on function make_first_timetable(integer,integer,text) to izi_worker;

function make_lanes(uuid,bigint) returns void language sql set enable_seqscan=off set search_path=public, pg_temp;

function make_month(date) returns void language plpgsql set lock_timeout=1s set search_path=public, pg_temp;

function make_partition(text,text,timestamp with time zone) returns void language plpgsql set lock_timeout=1s set search_path=public, pg_temp;

function make_views_of_months() returns void language plpgsql set search_path=public, pg_temp;

function match_client(bigint) returns void language plpgsql set search_path=public, pg_temp;

function match_payment() returns trigger language plpgsql set search_path=public, pg_temp;

function may_hear(bigint,text) returns boolean language sql stable set search_path=public, pg_temp;
grant execute on function may_hear(bigint,text) to izi_worker;

function may_not_play(bigint) returns boolean language sql stable set search_path=public, pg_temp;

function may_resume_withdrawals() returns boolean language sql stable set search_path=public, pg_temp;

function measure_care(text,integer) returns integer language plpgsql security definer set search_path=public, pg_temp;
grant execute on function measure_care(text,integer) to izi_worker;

function money_waits_for(bigint,timestamp with time zone) returns text language sql stable security definer set search_path=public, pg_temp;
grant execute on function money_waits_for(bigint,timestamp with time zone) to izi_app;

function month_to_close() returns record language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function month_to_close() to izi_worker;

function months_ahead() returns bigint language sql stable set search_path=public, pg_temp;

function months_to_read(uuid,bigint) returns SETOF month language sql stable set search_path=public, pg_temp;
grant execute on function months_to_read(uuid,bigint) to izi_app;

function move_month(text,date,text) returns void language plpgsql set search_path=public, pg_temp;

function moved_between(timestamp with time zone,timestamp with time zone) returns TABLE(kind posting_kind, from_account account, to_account account, amount bigint) language plpgsql stable set enable_seqscan=off set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;

function name_of_month(date) returns text language sql stable;

function next_exposure_to_keep() returns uuid language sql stable security definer set search_path=public, pg_temp;
grant execute on function next_exposure_to_keep() to izi_worker;

function next_exposure_to_place() returns TABLE(draw_id uuid, result integer, payout bigint) language sql stable security definer set search_path=public, pg_temp;
grant execute on function next_exposure_to_place() to izi_worker;

function note_cap_before() returns trigger language plpgsql set search_path=public, pg_temp;

function note_care_due() returns boolean language plpgsql security definer set enable_seqscan=off set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function note_care_due() to izi_worker;

function note_draw_outcomes() returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function note_draw_outcomes() to izi_worker;

function note_draw_to_tell() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function note_finished_draw() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function note_limits() returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function note_limits() to izi_worker;

function note_match(bigint,text,timestamp with time zone) returns void language plpgsql set search_path=public, pg_temp;

function note_month_apart(date,boolean) returns void language plpgsql set lock_timeout=1s set search_path=public, pg_temp;

function note_paid_withdrawal() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function note_posted_once() returns trigger language plpgsql set search_path=public, pg_temp;

function note_register_answer(bigint,bigint,text[],timestamp with time zone[]) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function note_register_answer(bigint,bigint,text[],timestamp with time zone[]) to izi_app;

function note_unjudged(uuid) returns void language sql set search_path=public, pg_temp;

function note_webhook_try(bigint,integer,integer,text,integer) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function note_webhook_try(bigint,integer,integer,text,integer) to izi_worker;

function oldest_transaction(interval) returns timestamp with time zone language sql stable security definer set search_path=public, pg_temp;
grant execute on function oldest_transaction(interval) to izi_worker;

function open_in_account(bigint) returns text language sql stable set search_path=public, pg_temp;

function open_parties(bigint,text) returns TABLE(key_sealed bytea, payment_id uuid, sealed bytea, client_id bigint, direction payment_direction, amount bigint, status payment_status, created_at timestamp with time zone) language plpgsql set search_path=public, pg_temp;

function open_wallet(bigint) returns void language sql security definer set search_path=public, pg_temp;
grant execute on function open_wallet(bigint) to izi_app;

function opens_commitment(bytea,commitment) returns boolean language sql immutable;

function operator_limit_ends_at(bigint,limit_kind,limit_period,timestamp with time zone) returns timestamp with time zone language sql stable set search_path=public, pg_temp;
grant execute on function operator_limit_ends_at(bigint,limit_kind,limit_period,timestamp with time zone) to izi_app;

function operator_limit_of(bigint,limit_kind,limit_period,timestamp with time zone) returns bigint language sql stable set search_path=public, pg_temp;
grant execute on function operator_limit_of(bigint,limit_kind,limit_period,timestamp with time zone) to izi_app;

function opinion.add_note(opinion.note) returns opinion.note language plpgsql set search_path=public, pg_temp;

function opinion.note_after(uuid,bigint,bigint,bytea,integer,bigint,bigint,bytea,text[],text) returns TABLE(id bigint, at timestamp with time zone, late boolean) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function opinion.note_after(uuid,bigint,bigint,bytea,integer,bigint,bigint,bytea,text[],text) to izi_opinion;

function opinion.note_before(uuid,bigint,bigint,bytea,text[],text) returns TABLE(id bigint, at timestamp with time zone, late boolean) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function opinion.note_before(uuid,bigint,bigint,bytea,text[],text) to izi_opinion;

function opinion.note_drawn(uuid,bigint,bigint,bytea,integer,text[],text) returns TABLE(id bigint, at timestamp with time zone, late boolean) language plpgsql security definer set search_path=public, pg_temp;
grant execute on function opinion.note_drawn(uuid,bigint,bigint,bytea,integer,text[],text) to izi_opinion;

function opinion_wait_seconds() returns integer language sql stable security definer set search_path=public, pg_temp;
grant execute on function opinion_wait_seconds() to izi_app;

function own_change(bigint) returns void language sql;

function parts_to_agree(date) returns integer language sql immutable;

function pauses_wanted(uuid,jsonb) returns TABLE(bet_type smallint, cap_id bigint, figure bigint) language sql stable set search_path=public, pg_temp;

function pay_dues(uuid,integer) returns integer language plpgsql security definer set enable_seqscan=off set plan_cache_mode=force_generic_plan set search_path=public, pg_temp;
grant execute on function pay_dues(uuid,integer) to izi_worker;

function payment_pauses() returns TABLE(account text, country text, method text, direction payment_direction, until timestamp with time zone) language sql stable set search_path=public, pg_temp;
grant execute on function payment_pauses() to izi_app;

function payment_stops_in_force() returns TABLE(account text, country text, method text, direction payment_direction, told json) language sql stable set search_path=public, pg_temp;
grant execute on function payment_stops_in_force() to izi_app;

function payouts_wait(bigint) returns TABLE(reason text, until timestamp with time zone) language sql stable security definer set search_path=public, pg_temp;
grant execute on function payouts_wait(bigint) to izi_app;

function place_checkouts(bigint[],uuid[],bigint[],uuid[],uuid[],smallint[],integer[],integer[]) returns TABLE(client_id bigint, answer text, in_the_way jsonb, dep bigint, win bigint, accepted_at timestamp with time zone) language plpgsql security definer set enable_seqscan=off set plan_cache_mode=force_generic_plan set search_path=public, pg_temp;
grant execute on function place_checkouts(bigint[],uuid[],bigint[],uuid[],uuid[],smallint[],integer[],integer[]) to izi_app;

function place_exposure(uuid,bigint,bigint,bytea,integer,integer) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function place_exposure(uuid,bigint,bigint,bytea,integer,integer) to izi_worker;

function place_of_month(text,date) returns text language sql stable set search_path=public, pg_temp;

function place_patiently(bigint[],uuid[],bigint[],uuid[],uuid[],smallint[],integer[],integer[]) returns TABLE(client_id bigint, answer text, in_the_way jsonb, dep bigint, win bigint, accepted_at timestamp with time zone) language plpgsql security definer set lock_timeout=3s set search_path=public, pg_temp;
grant execute on function place_patiently(bigint[],uuid[],bigint[],uuid[],uuid[],smallint[],integer[],integer[]) to izi_app;

function play_limits_at(bigint,text,timestamp with time zone,limit_kind) returns TABLE(kind limit_kind, period limit_period, amount bigint, next_amount bigint, next_at timestamp with time zone, used bigint, resets_at timestamp with time zone) language sql stable set search_path=public, pg_temp;
grant execute on function play_limits_at(bigint,text,timestamp with time zone,limit_kind) to izi_app;

function post(bigint,posting_kind,uuid,account,account,bigint) returns text language plpgsql set search_path=public, pg_temp;

function post_adjustment(bigint,uuid,account,account,bigint,text,text,text,uuid) returns text language plpgsql security definer set search_path=public, pg_temp;

function post_or_fail(bigint,posting_kind,uuid,account,account,bigint) returns void language plpgsql set search_path=public, pg_temp;

function post_transfer(bigint,posting_kind,uuid,account,account,bigint) returns text language plpgsql security definer set search_path=public, pg_temp;
grant execute on function post_transfer(bigint,posting_kind,uuid,account,account,bigint) to izi_app;

function posted(bigint,posting_kind,uuid,account,account) returns bigint language sql stable set search_path=public, pg_temp;

function posting_before(timestamp with time zone) returns bigint language sql stable security definer set search_path=public, pg_temp;
grant execute on function posting_before(timestamp with time zone) to izi_app;

function posting_from(timestamp with time zone) returns bigint language sql stable set search_path=public, pg_temp;
grant execute on function posting_from(timestamp with time zone) to izi_app;

function prepare_operator_key() returns record language plpgsql security definer set search_path=public, pg_temp;
grant execute on function prepare_operator_key() to izi_worker;

function prepare_seal(uuid) returns record language plpgsql security definer set search_path=public, pg_temp;
grant execute on function prepare_seal(uuid) to izi_worker;

function process_in_full_pass() returns SETOF integer language sql stable security definer set search_path=public, pg_temp;
grant execute on function process_in_full_pass() to izi_worker;

function prove_phone(bigint) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function prove_phone(bigint) to izi_app;

function public_events(timestamp with time zone,timestamp with time zone) returns jsonb language sql stable security definer set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function public_events(timestamp with time zone,timestamp with time zone) to izi_app;
grant execute on function public_events(timestamp with time zone,timestamp with time zone) to izi_machine;

function quarter_of(timestamp with time zone) returns timestamp with time zone language sql immutable;

function quiet_until(time without time zone,time without time zone,text,timestamp with time zone) returns timestamp with time zone language sql stable set search_path=public, pg_temp;
grant execute on function quiet_until(time without time zone,time without time zone,text,timestamp with time zone) to izi_worker;

function record_pass(reconciliation_scope,timestamp with time zone,timestamp with time zone,xid8,jsonb) returns SETOF mismatch language plpgsql security definer set search_path=public, pg_temp;
grant execute on function record_pass(reconciliation_scope,timestamp with time zone,timestamp with time zone,xid8,jsonb) to izi_worker;

function record_security_event(bigint,text,text,uuid,cidr,jsonb) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function record_security_event(bigint,text,text,uuid,cidr,jsonb) to izi_app;
grant execute on function record_security_event(bigint,text,text,uuid,cidr,jsonb) to izi_console;

function record_unfinished_pass(reconciliation_scope,text) returns void language sql security definer set search_path=public, pg_temp;
grant execute on function record_unfinished_pass(reconciliation_scope,text) to izi_worker;

function refunded(payment,timestamp with time zone) returns bigint language sql stable;
grant execute on function refunded(payment,timestamp with time zone) to izi_app;

function refuse_change() returns trigger language plpgsql;

function refuse_early_round() returns trigger language plpgsql set search_path=public, pg_temp;

function refuse_former_key() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function refuse_held(uuid) returns void language plpgsql set search_path=public, pg_temp;

function refuse_late_call_off() returns trigger language plpgsql set search_path=public, pg_temp;

function refuse_late_chunk() returns trigger language plpgsql;

function refuse_late_seal() returns trigger language plpgsql;

function refuse_locked_session() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function refuse_round(bytea,bigint,bytea) returns void language sql security definer set search_path=public, pg_temp;
grant execute on function refuse_round(bytea,bigint,bytea) to izi_worker;

function refused_sending(jsonb,integer) returns TABLE(scope text, key text, retry_after double precision) language sql stable;
grant execute on function refused_sending(jsonb,integer) to izi_app;

function release_exposure(uuid) returns void language sql security definer set search_path=public, pg_temp;
grant execute on function release_exposure(uuid) to izi_worker;

function remove_ended_exclusions() returns bigint language plpgsql security definer set search_path=public, pg_temp;
grant execute on function remove_ended_exclusions() to izi_worker;

function remove_old_documents() returns bigint language plpgsql security definer set search_path=public, pg_temp;
grant execute on function remove_old_documents() to izi_worker;

function remove_old_exposure_looks() returns bigint language sql security definer set search_path=public, pg_temp;
grant execute on function remove_old_exposure_looks() to izi_worker;

function remove_old_exposures() returns void language sql security definer set search_path=public, pg_temp;
grant execute on function remove_old_exposures() to izi_worker;

function remove_old_webhooks() returns void language sql security definer set search_path=public, pg_temp;
grant execute on function remove_old_webhooks() to izi_worker;

function remove_unproven_clients(integer) returns bigint language plpgsql security definer set search_path=public, pg_temp;
grant execute on function remove_unproven_clients(integer) to izi_worker;

function renew_stakes_left(bigint,text) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function renew_stakes_left(bigint,text) to izi_app;

function repay_owed(bigint) returns bigint language plpgsql security definer set search_path=public, pg_temp;
grant execute on function repay_owed(bigint) to izi_app;

function replace_name(bigint,text,text) returns void language sql set search_path=public, pg_temp;

function replace_phone(bigint,text,text) returns void language plpgsql set search_path=public, pg_temp;

function request_of_now() returns uuid language sql stable;

function require_figures() returns trigger language plpgsql set enable_indexscan=off set enable_seqscan=off set search_path=public, pg_temp;

function require_party() returns trigger language plpgsql set search_path=public, pg_temp;

function reroute_payment(uuid,text,text,text,integer) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function reroute_payment(uuid,text,text,text,integer) to izi_app;

function reseal_party_key(bigint,bytea,bytea) returns void language sql security definer set search_path=public, pg_temp;
grant execute on function reseal_party_key(bigint,bytea,bytea) to izi_worker;

function resume_withdrawals(uuid) returns boolean language plpgsql set search_path=public, pg_temp;

function rotate_partitions(text,text,integer,interval,timestamp with time zone) returns void language plpgsql set lock_timeout=1s set search_path=public, pg_temp;

function rotate_security_events(timestamp with time zone) returns void language sql set search_path=public, pg_temp;

function rotate_webhooks(timestamp with time zone) returns void language sql set search_path=public, pg_temp;

function seal_draw(uuid,bytea,bytea,bytea) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function seal_draw(uuid,bytea,bytea,bytea) to izi_worker;

function seal_month(date) returns void language plpgsql set lock_timeout=1s set search_path=public, pg_temp;

function seal_parties(uuid[],bytea[],bytea[]) returns bigint language plpgsql security definer set search_path=public, pg_temp;
grant execute on function seal_parties(uuid[],bytea[],bytea[]) to izi_worker;

function seal_time(draw,commitment) returns bytea language sql stable;

function send_alarm_out() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function send_draw_out() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function send_exclusion_out() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function send_out(text,jsonb) returns void language plpgsql set search_path=public, pg_temp;

function send_paid_out(draw,bigint,bigint) returns void language plpgsql set enable_seqscan=off set search_path=public, pg_temp;

function send_payment_out() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function send_review_out() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function session_limits() returns TABLE(login text, idle interval, waited_for interval, writing interval, reading interval) language sql immutable;

function sessions_of_logins() returns TABLE(pid integer, user_id oid, user_name name, login text, idle interval, waited_for interval, writing interval, reading interval) language sql stable set search_path=public, pg_temp;

function set_play_limit(bigint,limit_kind,limit_period,bigint,text) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function set_play_limit(bigint,limit_kind,limit_period,bigint,text) to izi_app;

function sold_of(uuid) returns TABLE(bet_type smallint, tickets bigint, stakes bigint) language plpgsql stable security definer set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function sold_of(uuid) to izi_worker;

function source_of_client(bigint) returns text language sql immutable;

function stakes_at_end_of_month(date) returns TABLE(draw_id uuid, amount bigint) language plpgsql stable set search_path=public, pg_temp;
grant execute on function stakes_at_end_of_month(date) to izi_worker;

function stakes_settled(timestamp with time zone,timestamp with time zone,bigint[]) returns TABLE(client_id bigint, settled numeric) language plpgsql stable set enable_seqscan=off set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;

function start_cooling_off(bigint,integer,text) returns timestamp with time zone language plpgsql security definer set search_path=public, pg_temp;
grant execute on function start_cooling_off(bigint,integer,text) to izi_app;

function start_identity_check(bigint,uuid,document_type,text,text,bytea,bytea,date) returns identity_check_status language plpgsql security definer set search_path=public, pg_temp;
grant execute on function start_identity_check(bigint,uuid,document_type,text,text,bytea,bytea,date) to izi_app;

function statement_lines(bigint,posting_kind[],timestamp with time zone,timestamp with time zone,bigint,integer) returns TABLE(id bigint, at timestamp with time zone, kind posting_kind, wallet text, amount bigint, dep_after bigint, win_after bigint, reference uuid, draw_id uuid, bet_type smallint, selection integer, stake integer) language plpgsql stable set enable_bitmapscan=off set enable_seqscan=off set plan_cache_mode=force_generic_plan set search_path=public, pg_temp;
grant execute on function statement_lines(bigint,posting_kind[],timestamp with time zone,timestamp with time zone,bigint,integer) to izi_app;

function stop_payouts(bigint,text) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function stop_payouts(bigint,text) to izi_app;

function stop_sales(uuid,smallint,text,text,bigint,bigint) returns uuid language plpgsql set search_path=public, pg_temp;

function stop_stakes(bigint) returns void language sql set search_path=public, pg_temp;

function stop_webhooks(uuid,text) returns boolean language plpgsql set search_path=public, pg_temp;

function stopped_sales() returns text[] language sql stable;
grant execute on function stopped_sales() to izi_app;

function store_exposure(uuid,timestamp with time zone,integer,bigint,bigint,bigint,boolean,jsonb) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function store_exposure(uuid,timestamp with time zone,integer,bigint,bigint,bigint,boolean,jsonb) to izi_worker;

function store_round(bytea,bigint,bytea) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function store_round(bytea,bigint,bytea) to izi_worker;

function store_webhook(text,jsonb,bytea,uuid) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function store_webhook(text,jsonb,bytea,uuid) to izi_app;

function submit_identity_check(bigint,uuid,document_side[]) returns text language plpgsql security definer set search_path=public, pg_temp;
grant execute on function submit_identity_check(bigint,uuid,document_side[]) to izi_app;

function sums_of_finished(timestamp with time zone,timestamp with time zone) returns TABLE(at timestamp with time zone, status draw_status, bet_type smallint, draws bigint, tickets bigint, stakes bigint, won bigint, payouts bigint) language sql stable security definer set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;

function sums_of_month(date) returns TABLE(kind posting_kind, from_account account, to_account account, postings bigint, amount bigint) language plpgsql stable set search_path=public, pg_temp;
grant execute on function sums_of_month(date) to izi_worker;

function table_of_month(text,date) returns text language sql stable;

function take_back_closing(bigint) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function take_back_closing(bigint) to izi_app;

function take_break(bigint,break_kind,text) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function take_break(bigint,break_kind,text) to izi_app;

function take_turn(text) returns boolean language plpgsql security definer set search_path=public, pg_temp;
grant execute on function take_turn(text) to izi_worker;

function tell_client() returns trigger language plpgsql;

function tell_client_changed() returns trigger language plpgsql;

function tell_payment() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function tell_session_changed() returns trigger language plpgsql;

function tell_sessions_ended() returns trigger language plpgsql;

function ticket_status(draw_status,bigint) returns text language sql immutable;
grant execute on function ticket_status(draw_status,bigint) to izi_app;

function tier_in_the_way(uuid) returns TABLE(tier smallint, most bigint, used bigint, days integer) language sql stable security definer set search_path=public, pg_temp;
grant execute on function tier_in_the_way(uuid) to izi_app;

function tier_limits(smallint) returns record language sql immutable;
grant execute on function tier_limits(smallint) to izi_app;

function tier_of(bigint) returns smallint language sql stable security definer set search_path=public, pg_temp;
grant execute on function tier_of(bigint) to izi_app;

function tier_used(bigint,payment_direction,timestamp with time zone) returns record language sql stable security definer set search_path=public, pg_temp;
grant execute on function tier_used(bigint,payment_direction,timestamp with time zone) to izi_app;

function timetable_at(timestamp with time zone) returns timetable_version language sql stable set search_path=public, pg_temp;

function trace_client() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function trace_machine_key() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function trace_operator() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function trace_passkey() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function trace_password() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function trace_reset() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function trace_way_in(bigint,jsonb) returns void language plpgsql set search_path=public, pg_temp;

function trace_webhook_endpoint() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function trace_withdrawals() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function unknown_exposures() returns TABLE(draw_id uuid, since timestamp with time zone) language sql stable set search_path=public, pg_temp;

function void_lost_draw() returns uuid language sql security definer set search_path=public, pg_temp;
grant execute on function void_lost_draw() to izi_worker;

function void_play_limits(bigint) returns void language plpgsql security definer set search_path=public, pg_temp;
grant execute on function void_play_limits(bigint) to izi_app;

function wait_for_opinion() returns trigger language plpgsql security definer set search_path=public, pg_temp;

function wallet_at(bigint,timestamp with time zone) returns TABLE(dep bigint, win bigint, held bigint, owed bigint, through bigint) language plpgsql stable set enable_seqscan=off set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function wallet_at(bigint,timestamp with time zone) to izi_app;

function whole_minutes(timestamp with time zone,timestamp with time zone) returns integer language sql immutable;

function withdrawals_by_day(timestamp with time zone,timestamp with time zone,text) returns TABLE(day timestamp with time zone, held boolean, paid bigint, median integer, p95 integer) language sql stable security definer set plan_cache_mode=force_custom_plan set search_path=public, pg_temp;
grant execute on function withdrawals_by_day(timestamp with time zone,timestamp with time zone,text) to izi_app;
grant execute on function withdrawals_by_day(timestamp with time zone,timestamp with time zone,text) to izi_machine;

function work_due() returns text[] language plpgsql stable security definer set search_path=public, pg_temp;
grant execute on function work_due() to izi_worker;
