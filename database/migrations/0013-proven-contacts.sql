-- A phone or an e-mail address belongs to who has proven it. Before that it is only claimed, by any number of clients,
-- and a claim keeps nobody from anything.

alter table client drop constraint client_phone_once;
create unique index client_phone_once on client (phone) where confirmed_at is not null;
create index client_phone on client (phone);
create index client_unconfirmed on client (created_at) where confirmed_at is null;

-- A client has one proven address at most and one that waits for its code at most: the old one stays until then.
create table client_email (
  client_id bigint not null references client,
  email text not null,
  asked_at timestamptz not null,
  verified_at timestamptz
);
create unique index client_email_proven on client_email (client_id) where verified_at is not null;
create unique index client_email_asked on client_email (client_id) where verified_at is null;
drop index client_email_once;
create unique index client_email_once on client_email (lower(email)) where verified_at is not null;
create index client_email_address on client_email (lower(email));

-- No address was ever proven so far. The column stays for the processes of the version before, which read it while this
-- one is rolled out; the next version drops it.
insert into client_email (client_id, email, asked_at) select id, email, created_at from client where email is not null;

alter type code_purpose add value 'confirm_email';

-- What was set before the phone was proven may be a stranger's doing, so it is no history yet.
drop trigger play_break_is_history on play_break;
create trigger play_break_is_history before update or delete on play_break for each row execute function keep_break();
