-- Caps on what a draw may have to pay, which pause a bet type before the reserve is passed: functions/caps.sql. See
-- docs/decisions/0075.

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

-- A pause is a stop of sales that a cap made, and no operator. It stands beside a stop of the same by an operator, so that neither
-- ends the other one.
alter table sales_stop alter column stopped_by drop not null;
alter table sales_stop add column cap_id bigint references exposure_cap;
alter table sales_stop add constraint sales_stop_has_a_cause check (num_nonnulls(stopped_by, cap_id) = 1);
alter table sales_stop add constraint sales_stop_by_cap_of_a_draw check (cap_id is null or draw_id is not null);
drop index sales_stop_once;
create unique index sales_stop_once on sales_stop (draw_id, bet_type, (cap_id is null)) nulls not distinct where ended_at is null;
create index sales_stop_by_cap on sales_stop (stopped_at, id) where cap_id is not null;

insert into console.kind (kind, ask_roles, approve_roles, lasts) values ('raise_cap', '{risk}', '{compliance}', '1 hour');

-- They take the cap besides.
drop function if exists stop_sales(uuid, smallint, text, text, bigint);
