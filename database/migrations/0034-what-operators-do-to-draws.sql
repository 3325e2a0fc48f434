-- What operators do to draws: they stop sales, call draws off and change the timetable. And what each draw sold and paid.

-- Sales that are stopped: everything, one draw, one bet type, or one bet type in one draw. functions/stops.sql stops and
-- starts them.
create table sales_stop (
  id uuid primary key default gen_random_uuid(),
  -- null: every draw
  draw_id uuid references draw,
  -- null: every bet type
  bet_type smallint constraint sales_stop_bet_type_known check (bet_type between 1 and 6),
  -- what players read
  sentence text not null constraint sales_stop_has_a_sentence check (sentence <> ''),
  reason text not null constraint sales_stop_has_a_reason check (reason <> ''),
  stopped_by bigint not null references console.operator,
  -- no ticket that the stop is about was accepted between these two; null: it goes on
  stopped_at timestamptz not null,
  ended_at timestamptz,
  -- the request that two people made and approved; null for a stop that ended with the sales of its draw
  request_id uuid,
  constraint sales_stop_ends_after_it_began check (ended_at >= stopped_at),
  constraint sales_stop_ended_by_request check (request_id is null or ended_at is not null)
);
-- A stop of the same is not needed twice, and this is what every bet looks into.
create unique index sales_stop_once on sales_stop (draw_id, bet_type) nulls not distinct where ended_at is null;
create index sales_stop_time on sales_stop (stopped_at, id);

create trigger sales_stop_life before update on sales_stop for each row execute function keep_sales_stop();
create trigger sales_stop_stays before delete on sales_stop for each row execute function refuse_change();
create trigger sales_stop_is_kept before truncate on sales_stop for each statement execute function refuse_change();

-- A draw that two people called off while it was on sale. The reason is public.
create table call_off (
  draw_id uuid primary key references draw,
  at timestamptz not null default clock_timestamp(),
  reason text not null constraint call_off_has_a_reason check (reason <> ''),
  request_id uuid not null
);
create trigger call_off_is_history before update or delete on call_off for each row execute function refuse_change();
create trigger call_off_is_kept before truncate on call_off for each statement execute function refuse_change();
create constraint trigger call_off_in_time after insert on call_off deferrable initially deferred
  for each row execute function refuse_late_call_off();

-- How often there is a draw. The version with the highest number among those that began before a moment decides about it.
-- Draws that are committed stay as they are.
create table timetable_version (
  number integer primary key constraint timetable_number_positive check (number > 0),
  -- of the draws after this moment
  begins_at timestamptz not null,
  every_minutes smallint not null
    constraint timetable_divides_an_hour check (every_minutes in (1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60)),
  close_seconds_before integer not null constraint timetable_closes_between_draws
    check (close_seconds_before > 0 and close_seconds_before < every_minutes * 60),
  -- whose hours the minutes divide
  time_zone text not null,
  made_at timestamptz not null default clock_timestamp(),
  -- null: the first version, which is made from the settings
  request_id uuid,
  constraint timetable_is_asked_for check ((number = 1) = (request_id is null)),
  constraint timetable_first_is_for_ever check ((number = 1) = (begins_at = '-infinity'))
);
create trigger timetable_version_is_history before update or delete on timetable_version
  for each row execute function refuse_change();
create trigger timetable_version_is_kept before truncate on timetable_version
  for each statement execute function refuse_change();

-- What a draw sold of each bet type and what it pays for it, winnings of a drawn draw, stakes of a void one. Written with the
-- dues. Sums over many draws are made of these rows: a row of `ticket` is never read for them.
create table draw_figure (
  draw_id uuid not null references draw,
  bet_type smallint not null,
  tickets integer not null constraint draw_figure_has_tickets check (tickets > 0),
  stakes bigint not null constraint draw_figure_has_stakes check (stakes > 0),
  won integer not null constraint draw_figure_won_some check (won between 0 and tickets),
  payouts bigint not null constraint draw_figure_payouts_not_negative check (payouts >= 0),
  primary key (draw_id, bet_type)
);
create trigger draw_figure_is_history before update or delete on draw_figure for each row execute function refuse_change();
create trigger draw_figure_is_kept before truncate on draw_figure for each statement execute function refuse_change();
-- Before the rows below are written: a draw whose dues the functions of before are listing at this moment is refused, and is
-- listed again by the new ones.
create trigger draw_listed_has_figures before update on draw
  for each row when (new.dues_listed_at is not null and old.dues_listed_at is null) execute function require_figures();

insert into draw_figure (draw_id, bet_type, tickets, stakes, won, payouts)
select t.draw_id, t.bet_type, count(*), sum(t.stake), count(u.ticket_id) filter (where d.status <> 'void'),
  coalesce(sum(u.to_dep + u.to_win), 0)
from ticket t
join draw d on d.id = t.draw_id and d.dues_listed_at is not null
left join due u on u.draw_id = t.draw_id and u.client_id = t.client_id and u.ticket_id = t.id
group by t.draw_id, t.bet_type;

-- When two steps of a draw's life were written that had no time until now; null for those of before.
alter table commitment add column committed_at timestamptz;
alter table commitment alter column committed_at set default clock_timestamp();
alter table beacon_round add column stored_at timestamptz;
alter table beacon_round alter column stored_at set default clock_timestamp();

insert into console.kind (kind, ask_roles, approve_roles, lasts) values
  ('start_sales', '{draws,risk}', '{risk,compliance}', '1 hour'),
  ('call_off_draw', '{draws}', '{compliance}', '15 minutes'),
  ('timetable', '{draws}', '{compliance}', '24 hours');
