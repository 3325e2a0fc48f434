-- What draws may have to pay, caps on it, and sales that are stopped.

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
  -- the seals after this one are kept
  kept_after bigint not null
);
insert into exposure_keeper (kept_after) values (0);

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

-- What was decided, one row a decision: the newest one counts, of a draw before that of all draws.
create table exposure_cap (
  id bigint generated always as identity primary key,
  -- null: each draw that has none of its own
  draw_id uuid references draw,
  -- null: all that is sold in the draw
  bet_type smallint constraint exposure_cap_bet_type_known check (bet_type between 1 and 6),
  -- of the worst result, or of the payout that 99.99 % of all results do not exceed
  measure text not null constraint exposure_cap_measure_known check (measure in ('worst', 'p9999')),
  -- in francs; null: there is no cap any more
  amount bigint constraint exposure_cap_positive check (amount > 0),
  -- what counted until then; null: nothing did. The trigger below writes it
  before bigint,
  reason text not null constraint exposure_cap_has_a_reason check (reason <> ''),
  set_at timestamptz not null default clock_timestamp(),
  -- who lowered it, or asked to raise it
  set_by bigint not null references console.operator,
  -- the request that two people made and approved; null for a cap that one lowered
  request_id uuid,
  -- A comparison with null is no refusal, so each case is spelled out.
  constraint exposure_cap_raised_by_two check (
    request_id is not null or amount is not null and (before is null or amount < before)
  )
);
create index exposure_cap_newest on exposure_cap (draw_id, bet_type, measure, id);
create trigger exposure_cap_knows_what_was before insert on exposure_cap for each row execute function note_cap_before();
create trigger exposure_cap_is_history before update or delete on exposure_cap for each row execute function refuse_change();
create trigger exposure_cap_is_kept before truncate on exposure_cap for each statement execute function refuse_change();

-- When a draw's exposure is looked at next, and what was found last. Kept while the draw is on sale, and a day longer.
create table exposure_look (
  draw_id uuid primary key references draw,
  due_at timestamptz not null,
  -- the moment of the snapshot; null until there is one
  computed_at timestamptz,
  -- {"worst": …, "p9999": …, "byType": {"6": {"worst": …, "p9999": …, "without": {…}}}}, in francs
  figures jsonb,
  constraint exposure_look_is_whole check ((computed_at is null) = (figures is null))
);

-- Sales that are stopped: everything, one draw, one bet type, or one bet type in one draw. functions/play/stops.sql stops
-- and starts them. A pause is a stop that a cap made, and no operator: it stands beside a stop of the same by an operator, so that neither
-- ends the other one.
create table sales_stop (
  id uuid primary key default gen_random_uuid(),
  -- null: every draw
  draw_id uuid references draw,
  -- null: every bet type
  bet_type smallint constraint sales_stop_bet_type_known check (bet_type between 1 and 6),
  -- what players read
  sentence text not null constraint sales_stop_has_a_sentence check (sentence <> ''),
  reason text not null constraint sales_stop_has_a_reason check (reason <> ''),
  stopped_by bigint references console.operator,
  -- no ticket that the stop is about was accepted between these two; null: it goes on
  stopped_at timestamptz not null,
  ended_at timestamptz,
  -- the request that two people made and approved; null for a stop that ended with the sales of its draw
  request_id uuid,
  cap_id bigint references exposure_cap,
  constraint sales_stop_ends_after_it_began check (ended_at >= stopped_at),
  constraint sales_stop_ended_by_request check (request_id is null or ended_at is not null),
  constraint sales_stop_has_a_cause check (num_nonnulls(stopped_by, cap_id) = 1),
  constraint sales_stop_by_cap_of_a_draw check (cap_id is null or draw_id is not null)
);
create index sales_stop_time on sales_stop (stopped_at, id);
-- A stop of the same is not needed twice, and this is what every bet looks into.
create unique index sales_stop_once on sales_stop (draw_id, bet_type, (cap_id is null)) nulls not distinct where ended_at is null;
create index sales_stop_by_cap on sales_stop (stopped_at, id) where cap_id is not null;
create trigger sales_stop_life before update on sales_stop for each row execute function keep_sales_stop();
create trigger sales_stop_stays before delete on sales_stop for each row execute function refuse_change();
create trigger sales_stop_is_kept before truncate on sales_stop for each statement execute function refuse_change();
