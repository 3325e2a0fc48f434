-- Operators ask for the draws that came late, which are few among many: functions/operators-draws.sql, list_draws.

-- Whether one of its steps came late; written when it is finished. `console.late_step` says which.
alter table draw add column was_late boolean;
-- As console.late_step finds it.
alter table draw disable trigger draw_life;
update draw d set was_late = true
from commitment m left join beacon_round b on (b.chain, b.round) = (m.beacon_chain, m.beacon_round)
cross join lateral (
  select interval '1 s' * case when m.beacon_round is null then 2 else 5 end as drawn_within
) w
where m.draw_id = d.id and d.finished_at is not null
  and not exists (select from call_off c where c.draw_id = d.id)
  and (d.status = 'void' or d.closed_at > d.closes_at + interval '1 s'
    or d.sealed_at > least(d.closes_at + interval '5 s', d.draws_at) + interval '1 s'
    or b.stored_at > d.draws_at + interval '4 s'
    or d.drawn_at > d.draws_at + w.drawn_within or d.dues_listed_at > d.draws_at + w.drawn_within + interval '1 s'
    or d.finished_at > d.draws_at + w.drawn_within + interval '2 s');
alter table draw enable trigger draw_life;
create index draw_late on draw (draws_at) where was_late or finished_at is null;

-- Nobody calls it any more.
drop function if exists console.serial_of(uuid);
