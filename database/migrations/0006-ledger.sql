-- Wallets and postings, and sums of postings that are kept.

-- One row a client, updated in place by every bet: the low fill factor leaves room on the page for the new version.
create table wallet (
  client_id bigint primary key constraint wallet_of_a_client check (client_id > 0),
  dep bigint not null default 0 constraint wallet_dep_not_negative check (dep >= 0),
  win bigint not null default 0 constraint wallet_win_not_negative check (win >= 0),
  held bigint not null default 0 constraint wallet_held_not_negative check (held >= 0),
  -- what the client may still stake, where a limit or a break says so, and until when that holds
  stakes_left bigint constraint wallet_stakes_left_not_negative check (stakes_left >= 0),
  stakes_left_until timestamptz,
  -- What a client owes, because a refund found less in the wallets than was refunded. Nothing can be withdrawn meanwhile.
  owed bigint not null default 0 constraint wallet_owed_not_negative check (owed >= 0)
) with (fillfactor = 50);
create index wallet_holding on wallet (client_id) where held <> 0;

-- The ledger: wallets and postings.
--
-- A posting moves a positive amount from one account to another, so an unbalanced book cannot be written down. An
-- account is a kind and its owner; the owner stands in the posting (client_id for a client's accounts, draw_id for a
-- draw's stakes). Only functions write these tables: see functions/money/ledger.sql,
-- functions/play/tickets.sql and functions/play/settlement.sql.
create type account as enum (
  'client_dep',  -- a client's deposits, for play
  'client_win',  -- a client's winnings
  'client_held',  -- a withdrawal asked for and not yet known to be paid
  'draw_stakes',  -- what was staked on a draw that is not settled
  'house',
  'clearing',  -- francs on their way between a payment provider and us; the payment names the provider
  'adjustment',
  'client_owed'  -- below zero by what a client owes: a refund of money that was spent
);

create type posting_kind as enum (
  'deposit',
  'bet',
  'payout',
  'refund',
  'withdrawal',
  'withdrawal_returned',
  'withdrawal_paid',
  'stakes_banked',
  'adjustment',
  'chargeback',
  'chargeback_repaid'
);

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
-- Finds a client's large wins without reading all their postings. No bet and few payouts match, so it costs them nothing.
create index posting_large_win on posting (client_id) where kind = 'payout' and amount > 1000000;
-- Finds a client's deposits and corrections without reading their bets and payouts, of which a busy client has tens of thousands.
-- The index has the others alone, so that neither a bet nor a payout writes to it.
create index posting_other on posting (client_id, id) where kind not in ('bet', 'payout');
create trigger posting_is_history before update or delete on posting for each row execute function refuse_change();
create trigger posting_is_kept before truncate on posting for each statement execute function refuse_change();
create trigger posting_of_a_payment before insert on posting for each row
  when (new.kind in ('deposit', 'withdrawal', 'withdrawal_paid', 'withdrawal_returned'))
  execute function match_payment();

-- The operators and the reason of each correction of a wallet by hand. A row has the key of its posting.
create table adjustment (
  reference uuid not null,
  from_account account not null,
  to_account account not null,
  client_id bigint not null references wallet,
  amount bigint not null constraint adjustment_positive check (amount > 0),
  author text not null constraint adjustment_has_author check (trim(author) <> ''),
  reason text not null constraint adjustment_has_reason check (trim(reason) <> ''),
  -- what the player reads in the statement
  told text constraint adjustment_tells_something check (trim(told) <> ''),
  -- what two operators approved; null for what the owner of the tables posts, which only a demonstration may have
  request_id uuid unique,
  at timestamptz not null default clock_timestamp(),
  primary key (reference, from_account, to_account)
);
create index adjustment_at on adjustment (at, reference);
create trigger adjustment_is_history before update or delete on adjustment for each row execute function refuse_change();
create trigger adjustment_is_kept before truncate on adjustment for each statement execute function refuse_change();

-- What was posted in each hour, summed once. A look at the books adds up these rows and reads no posting.
create table account_hour (
  hour timestamptz not null,
  kind posting_kind not null,
  from_account account not null,
  to_account account not null,
  -- whose clearing it went through; empty for all else
  provider text not null,
  amount bigint not null,
  postings bigint not null,
  primary key (hour, kind, from_account, to_account, provider)
);

-- All postings before this moment are in these sums, and no later ones.
create table account_hours_until (
  only_one boolean primary key default true constraint account_hours_until_is_one check (only_one),
  until timestamptz not null
);

-- Sums since the first posting, in francs, up to the end of the day, or as far as the sums go. What moved in a period is the
-- difference of two rows, so a year costs no more than a day. keep_account_days writes them.
create table account_day (
  -- 0: all clients together
  client_id bigint not null,
  -- of the zone in account_days_until
  day date not null,
  deposited bigint not null,
  staked bigint not null,
  won bigint not null,
  -- stakes of draws without a result
  returned bigint not null,
  -- given less taken by hand
  adjusted bigint not null,
  withdrawn bigint not null,
  -- deposits that a provider took back
  charged_back bigint not null,
  -- held for withdrawals at this moment
  held bigint not null,
  -- owed by the client at this moment
  owed bigint not null,
  -- of the client's accounts together: both wallets and what is held, less what is owed
  balance bigint not null,
  -- stakes of tickets whose draw has a result
  settled bigint not null,
  -- no posting up to this id is missing in the row; where to look for later ones
  through bigint not null,
  primary key (client_id, day)
);

-- The last day on which something moved in an account, and its balance then.
create table account_last (
  client_id bigint primary key,
  day date not null,
  balance bigint not null
);

create table account_days_until (
  only_one boolean primary key default true constraint account_days_until_is_one check (only_one),
  until timestamptz not null,
  -- whose days they are: with another TIME_ZONE they are made anew
  zone text not null
);
