-- Notices to clients: functions/people/notices.sql. See docs/decisions/0085.

-- How a client wants to be told. Without a row all is as the defaults say.
create table notice_setting (
  client_id bigint primary key references client,
  -- in the operator's time zone; equal for none
  quiet_from time not null default '22:00',
  quiet_to time not null default '07:00',
  -- amounts are read by whoever sees the phone
  show_amounts boolean not null default false,
  -- francs: an SMS tells of a win from this amount on
  sms_from bigint not null default 10000 constraint notice_setting_sms_from check (sms_from >= 1000)
);

-- What a client has chosen, and when. Without a row nothing is told by e-mail or SMS, and everything by push.
create table notice_choice (
  client_id bigint not null references client,
  kind text not null constraint notice_choice_kind check (kind in ('win', 'void', 'payment', 'limit')),
  channel text not null constraint notice_choice_channel check (channel in ('push', 'email', 'sms')),
  wanted boolean not null,
  chosen_at timestamptz not null default clock_timestamp(),
  primary key (client_id, kind, channel)
);
create index notice_choice_wanted on notice_choice (kind, client_id) where wanted;

-- A browser that a client lets us push to. It ends with the session that it was made in.
create table push_subscription (
  id uuid primary key default gen_random_uuid(),
  client_id bigint not null references client,
  session_id uuid not null references session on delete cascade,
  -- the address of the browser's push service, which whoever knows it can send to
  endpoint text not null,
  -- SHA-256
  endpoint_hash bytea not null constraint push_subscription_once unique,
  p256dh bytea not null constraint push_subscription_p256dh check (length(p256dh) = 65),
  auth bytea not null constraint push_subscription_auth check (length(auth) = 16),
  -- the client's consent
  made_at timestamptz not null default clock_timestamp(),
  last_ok_at timestamptz
);
create index push_subscription_client on push_subscription (client_id);
create index push_subscription_session on push_subscription (session_id);

-- Finished draws of which nobody was told yet.
create table draw_to_tell (draw_id uuid primary key references draw);

-- What a client is told, or was; each thing once.
create table notice (
  id bigint generated always as identity primary key,
  client_id bigint not null references client,
  kind text not null constraint notice_kind check (kind in ('win', 'void', 'payment', 'limit')),
  -- the draw, the payment with its status, or the break or limit
  subject text not null,
  -- what happened to it: of a payment or a limit
  what text,
  -- francs
  amount bigint,
  happened_at timestamptz not null,
  -- when it is told; null once it was, or will not be
  due_at timestamptz default clock_timestamp(),
  -- it was held back for the night
  waited boolean not null default false,
  told_at timestamptz,
  constraint notice_once unique (client_id, kind, subject)
);
create index notice_due on notice (due_at) where due_at is not null;
