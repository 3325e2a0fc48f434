-- What each account had taken in and given out at the end of each day on which something moved, for reports: docs/decisions/0079.

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
