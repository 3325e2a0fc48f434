-- The ledger: wallets and postings.
--
-- A posting moves a positive amount from one account to another, so an unbalanced book cannot be written down. An
-- account is a kind and its owner; the owner stands in the posting (client_id for a client's accounts, draw_id for a
-- draw's stakes). Only functions write these tables: see functions/ledger.sql, tickets.sql and settlement.sql.

create type account as enum (
  'client_dep',   -- a client's deposits, for play
  'client_win',   -- a client's winnings
  'client_held',  -- a withdrawal asked for and not yet known to be paid
  'draw_stakes',  -- what was staked on a draw that is not settled
  'house',
  'clearing',     -- francs on their way between a payment provider and us; the payment names the provider
  'adjustment'
);

create type posting_kind as enum (
  'deposit', 'bet', 'payout', 'refund', 'withdrawal', 'withdrawal_returned', 'withdrawal_paid', 'stakes_banked', 'adjustment'
);

-- One row a client, updated in place by every bet: the low fill factor leaves room on the page for the new version.
create table wallet (
  client_id bigint primary key constraint wallet_of_a_client check (client_id > 0),
  dep bigint not null default 0 constraint wallet_dep_not_negative check (dep >= 0),
  win bigint not null default 0 constraint wallet_win_not_negative check (win >= 0),
  held bigint not null default 0 constraint wallet_held_not_negative check (held >= 0),
  -- what the client may still stake, where a limit or a break says so, and until when that holds
  stakes_left bigint constraint wallet_stakes_left_not_negative check (stakes_left >= 0),
  stakes_left_until timestamptz
) with (fillfactor = 50);

-- client_id is 0 for a posting between system accounts. Within a client, id is the order in which the wallet changed,
-- because the sequence is read while the wallet's row is locked.
create table posting (
  client_id bigint not null,
  id bigint generated always as identity,
  from_account account not null,
  to_account account not null,
  amount bigint not null constraint posting_amount_positive check (amount > 0),
  kind posting_kind not null,
  -- the ticket, payment, draw or adjustment that this is about
  reference uuid not null,
  draw_id uuid,
  at timestamptz not null,
  -- the client's wallets after this posting, for the statement
  dep_after bigint,
  win_after bigint,
  primary key (client_id, id),
  constraint posting_between_two_accounts check (from_account <> to_account),
  constraint posting_stakes_name_their_draw check (
    draw_id is not null or (from_account <> 'draw_stakes' and to_account <> 'draw_stakes')
  )
);

-- A thing happens once. Bets and payouts are kept from happening twice by the keys of ticket and win, so the busiest
-- postings need no entry here.
create unique index posting_once on posting (kind, reference, from_account, to_account)
  where kind not in ('bet', 'payout');

create index posting_at on posting using brin (at) with (autosummarize = on);

create trigger posting_is_history before update or delete on posting for each row execute function refuse_change();
create trigger posting_is_kept before truncate on posting for each statement execute function refuse_change();
