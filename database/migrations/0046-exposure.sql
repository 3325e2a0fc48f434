-- What draws may have to pay: functions/exposure.sql and functions/operators-exposure.sql. See docs/decisions/0074.

-- What a draw may have to pay, as the worker computed it last. It can be made anew from the tickets at any time.
create table exposure (
  draw_id uuid primary key references draw,
  -- the moment of the snapshot that the tickets were read in
  computed_at timestamptz not null,
  -- how long reading and computing took
  ms integer not null,
  tickets bigint not null,
  stakes bigint not null,
  worst bigint not null,
  -- whether sales were over: it stays as it is
  final boolean not null,
  -- as domain/exposure computes it, with histograms
  figures jsonb not null
);

-- The draws whose exposure somebody looks at.
create table exposure_wanted (
  draw_id uuid primary key references draw,
  wanted_at timestamptz not null,
  -- when this draw was looked at, and not one of a list
  closely_at timestamptz
);

-- Which process computes exposures. It is free when its time is over.
create table exposure_keeper (
  is_one boolean primary key default true constraint exposure_keeper_is_one check (is_one),
  holder uuid,
  until timestamptz not null default '-infinity',
  -- the seals after this one are kept: the older ones were there before this table
  kept_after bigint not null
);
insert into exposure_keeper (kept_after) select coalesce(max(number), 0) from seal;

-- What each sealed draw may have had to pay, kept before its result is known, and the place of what it paid in that.
create table kept_exposure (
  draw_id uuid primary key references seal (draw_id),
  -- draws are kept in the order of their seals, without a gap
  seal_number bigint not null constraint kept_exposure_seal_once unique references seal (number),
  draws_at timestamptz not null,
  kept_at timestamptz not null default clock_timestamp(),
  tickets bigint not null,
  stakes bigint not null,
  -- the same as its seal says it
  sealed_tickets bigint not null,
  sealed_stakes bigint not null,
  -- SHA-256 of what each result pays: domain/exposure/payout-bytes.ts
  digest bytea not null constraint kept_exposure_digest_is_a_hash check (octet_length(digest) = 32),
  -- the largest payout of all results
  worst bigint not null,

  -- Once its dues are listed; null before, and for ever where it was voided.
  placed_at timestamptz,
  -- what its tickets won
  payout bigint,
  -- what its result pays, by the distribution
  expected bigint,
  -- the digest of what was computed for this, from the tickets read anew
  placed_digest bytea constraint kept_exposure_second_digest_is_a_hash check (octet_length(placed_digest) = 32),
  -- how many of the 362,880 results pay less than the payout, and how many as much
  below integer constraint kept_exposure_below_counts check (below between 0 and 362880),
  equal integer constraint kept_exposure_equal_counts check (equal between 0 and 362880 - below),
  -- Where it stands among all results, from 0 to 1, and in which of ten bands; of results that pay as much, by chance. Null
  -- where every result pays the same, which has no place.
  place double precision constraint kept_exposure_place_is_a_share check (place between 0 and 1),
  band smallint constraint kept_exposure_band_is_of_ten check (band between 1 and 10),
  constraint kept_exposure_is_placed_whole check (
    num_nulls(placed_at, payout, expected, placed_digest, below, equal) in (0, 6) and (place is null) = (band is null)
    and (placed_at is not null or place is null)
  )
);
create index kept_exposure_band on kept_exposure (draws_at) include (band) where band is not null;
create index kept_exposure_unplaced on kept_exposure (seal_number) where placed_at is null;
create index kept_exposure_wrong on kept_exposure (kept_at)
  where tickets <> sealed_tickets or stakes <> sealed_stakes or placed_digest <> digest or payout <> expected;
create trigger kept_exposure_has_a_life before update on kept_exposure for each row execute function keep_kept_exposure();
create trigger kept_exposure_stays before delete on kept_exposure for each row execute function refuse_change();
create trigger kept_exposure_is_kept before truncate on kept_exposure for each statement execute function refuse_change();

-- The money that is set aside for winnings; the row with the highest number counts. Two people change it.
create table reserve (
  number integer primary key constraint reserve_number_positive check (number > 0),
  amount bigint not null constraint reserve_is_positive check (amount > 0),
  set_at timestamptz not null default clock_timestamp(),
  request_id uuid not null references console.request
);
create trigger reserve_is_history before update or delete on reserve for each row execute function refuse_change();
create trigger reserve_is_kept before truncate on reserve for each statement execute function refuse_change();

insert into console.kind (kind, ask_roles, approve_roles, lasts) values ('reserve', '{draws,compliance}', '{compliance}', '24 hours');
