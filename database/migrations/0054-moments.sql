-- What a draw had sold at a moment: functions/moments.sql. See docs/decisions/0078.

-- What was sold of each bet type of each draw in each minute that is over, up to `sales_counted`. Written with `sale_minute`.
create table draw_minute (
  draw_id uuid not null references draw,
  at timestamptz not null constraint draw_minute_is_whole check (at = date_trunc('minute', at)),
  bet_type smallint not null,
  tickets integer not null constraint draw_minute_has_tickets check (tickets > 0),
  stakes bigint not null constraint draw_minute_has_stakes check (stakes > 0),
  primary key (draw_id, at, bet_type)
);
-- Nobody counts on from there before the commit.
select from sales_counted for update;
insert into draw_minute (draw_id, at, bet_type, tickets, stakes)
select t.draw_id, date_trunc('minute', t.accepted_at), t.bet_type, count(*), sum(t.stake) from ticket t
where t.accepted_at < (select through from sales_counted) group by 1, 2, 3;

-- They take a moment now.
drop function if exists console.read_draw(text, uuid);
drop function if exists console.draw_sales(text, uuid);
drop function if exists console.draw_dues(text, uuid);
drop function if exists console.stops_of_draw(text, uuid);
drop function if exists console.open_payment(text, uuid);
drop function if exists console.payment_story(text, uuid);
drop function if exists console.payment_postings(text, uuid);
