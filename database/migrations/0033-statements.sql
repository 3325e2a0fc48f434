-- Statements of payment providers: files that an operator uploads, their lines, and where a line and our books differ. Nothing is
-- booked by them. See functions/console/statements.sql and docs/statements.md.

-- A file. Its pieces arrive one by one; the worker then reads the lines and compares them with the payments.
create table console.provider_statement (
  id bigint generated always as identity primary key,
  -- our account at the provider, as in payment.provider
  account text not null,
  file_name text not null,
  sha256 bytea not null constraint provider_statement_hash_whole check (length(sha256) = 32),
  bytes bigint not null constraint provider_statement_size check (bytes between 1 and 50000000),
  -- which column means what, the offset of times without one, and the fees that were agreed on
  layout jsonb not null,
  -- the days that the file covers, by that offset
  period tstzrange not null constraint provider_statement_covers check (not isempty(period) and not lower_inf(period) and not upper_inf(period)),
  -- a random key of the file's own, sealed under DOCUMENT_KEY; it seals the pieces
  key_sealed bytea not null,
  uploaded_by bigint not null references console.operator,
  begun_at timestamptz not null default clock_timestamp(),
  state text not null default 'uploading'
    constraint provider_statement_state_known check (state in ('uploading', 'reading', 'comparing', 'compared', 'refused')),
  -- how far it is: pieces and bytes that have arrived; bytes and lines of the file that are read, and lines among them that say something;
  -- up to which line of the file it is compared
  pieces integer not null default 0,
  received bigint not null default 0,
  read_bytes bigint not null default 0,
  read_lines integer not null default 0,
  lines integer not null default 0,
  compared_to integer not null default 0,
  ended_at timestamptz,
  -- why it was refused: the line of the file, and a code
  failure jsonb,
  -- by day, how many lines are here and there, only there, only here, or differ; and whether the balances add up
  result jsonb,
  constraint provider_statement_failure_said check ((failure is not null) = (state = 'refused')),
  constraint provider_statement_result_there check ((result is not null) = (state = 'compared'))
);
-- The same file comes once. One that was refused may come again, read by another layout.
create unique index provider_statement_once on console.provider_statement (sha256) where state <> 'refused';
create index provider_statement_work on console.provider_statement (id) where state in ('reading', 'comparing');
create index provider_statement_of_account on console.provider_statement (account, id);
create trigger provider_statement_life before update or delete on console.provider_statement
  for each row execute function keep_provider_statement();

-- The file, sealed. The pieces of a file that was refused are deleted.
create table console.provider_statement_piece (
  statement_id bigint not null references console.provider_statement on delete cascade,
  number integer not null,
  sealed bytea not null,
  primary key (statement_id, number)
);
create trigger provider_statement_piece_stays before update on console.provider_statement_piece
  for each row execute function refuse_change();

create table console.statement_line (
  statement_id bigint not null references console.provider_statement on delete cascade,
  -- of the file, whose head is line 1
  number integer not null,
  at timestamptz not null,
  kind text not null
    constraint statement_line_kind_known check (kind in ('deposit', 'payout', 'refund', 'reversal', 'fee', 'funding', 'other')),
  -- without its sign
  amount bigint not null constraint statement_line_amount check (amount >= 0),
  -- what it adds to the balance, without its fee
  moved bigint not null,
  fee bigint,
  currency text not null,
  status text not null constraint statement_line_status_known check (status in ('succeeded', 'pending', 'failed', 'other')),
  balance bigint,
  our_ref uuid,
  their_ref text,
  -- the last two digits
  phone_end text constraint statement_line_phone_short check (phone_end ~ '^\d{2}$'),
  -- the same line in another file has the same
  identity uuid not null,
  payment_id uuid references payment,
  matched_by text constraint statement_line_match_known check (matched_by in ('our_ref', 'their_ref', 'operator')),
  primary key (statement_id, number),
  constraint statement_line_match_whole check ((payment_id is null) = (matched_by is null))
);
create index statement_line_of_payment on console.statement_line (payment_id) where payment_id is not null;
create index statement_line_identity on console.statement_line (identity, statement_id, number);
create trigger statement_line_life before update on console.statement_line
  for each row execute function keep_statement_line();

-- Where a line and our books differ. `key` tells that another file says the same again.
create table console.statement_difference (
  id bigint generated always as identity primary key,
  statement_id bigint not null references console.provider_statement,
  account text not null,
  kind text not null constraint statement_difference_kind_known check (kind in (
    'only_there', 'only_here', 'amount', 'status', 'kind', 'currency', 'twice', 'account', 'fee', 'given_back', 'balance'
  )),
  -- null: only here
  number integer,
  payment_id uuid references payment,
  key uuid not null,
  -- of the line, or of the payment
  at timestamptz not null,
  found_at timestamptz not null default clock_timestamp(),
  -- of what was only here: when a later file had it
  agreed_at timestamptz,
  closed_at timestamptz,
  closed_by bigint references console.operator,
  note text,
  constraint statement_difference_once unique (account, key),
  constraint statement_difference_closed_whole check (num_nulls(closed_at, closed_by, note) in (0, 3)),
  foreign key (statement_id, number) references console.statement_line
);
create index statement_difference_open on console.statement_difference (id) where closed_at is null and agreed_at is null;
create index statement_difference_of_payment on console.statement_difference (payment_id) where payment_id is not null;
create index statement_difference_of_statement on console.statement_difference (statement_id, id);
create trigger statement_difference_life before update or delete on console.statement_difference
  for each row execute function keep_statement_difference();
create trigger statement_difference_is_kept before truncate on console.statement_difference
  for each statement execute function refuse_change();
