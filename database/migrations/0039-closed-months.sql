-- A month that is over is checked once, and closed: what it came to is kept, so that no later pass over the books reads it again.
alter table month
  add column closed_at timestamptz,
  -- What was in it then: rows, their sums, and SHA-256 of the rows as lines of text, tickets, postings and notes in the order of their ids.
  -- Dues are those of each draw that has a ticket here.
  add column tickets bigint,
  add column stakes bigint,
  add column ticket_hash bytea,
  add column postings bigint,
  add column posted bigint,
  add column posting_hash bytea,
  add column notes bigint,
  add column noted bigint,
  add column note_hash bytea,
  add column dues bigint,
  add column owed bigint,
  add column due_hash bytea,
  add constraint month_closes_whole check (num_nulls(closed_at, tickets, stakes, ticket_hash, postings, posted, posting_hash, notes, noted,
    note_hash, dues, owed, due_hash) in (0, 13)),
  add constraint month_hashes check (octet_length(ticket_hash) = 32 and octet_length(posting_hash) = 32 and octet_length(note_hash) = 32
    and octet_length(due_hash) = 32);
create trigger month_is_kept before update or delete on month for each row when (old.closed_at is not null) execute function keep_closed_month();

-- What the accounts of a client came to at the end of each month in which they moved.
create table month_balance (
  client_id bigint not null constraint month_balance_of_a_client check (client_id > 0),
  month date not null references month,
  dep bigint not null,
  win bigint not null,
  held bigint not null,
  owed bigint not null,
  -- the client's last posting of the month
  last_id bigint not null,
  primary key (client_id, month)
);

-- What moved between two accounts in a closed month.
create table month_sum (
  month date not null references month,
  kind posting_kind not null,
  from_account account not null,
  to_account account not null,
  postings bigint not null,
  amount bigint not null,
  primary key (month, kind, from_account, to_account)
);

-- What the stakes of a draw came to at the end of a month, where that is not nothing: draws that were drawn across the border.
create table month_stake (
  month date not null references month,
  draw_id uuid not null references draw,
  amount bigint not null,
  primary key (month, draw_id)
);

create trigger month_balance_is_history before update or delete on month_balance for each row execute function refuse_change();
create trigger month_balance_is_kept before truncate on month_balance for each statement execute function refuse_change();
create trigger month_sum_is_history before update or delete on month_sum for each row execute function refuse_change();
create trigger month_sum_is_kept before truncate on month_sum for each statement execute function refuse_change();
create trigger month_stake_is_history before update or delete on month_stake for each row execute function refuse_change();
create trigger month_stake_is_kept before truncate on month_stake for each statement execute function refuse_change();
