-- What calls an operator, and what is sold each minute: functions/operators-overview.sql. See docs/decisions/0068.

-- An alarm opens and closes by itself. One of a kind and subject is open at a time.
create table console.alarm (
  id bigint generated always as identity primary key,
  kind text not null constraint alarm_kind_is_a_name check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  -- `draw <id>`, `provider sandbox`, `books`, `audit`, `operator jo`
  subject text not null,
  -- as it was when it opened: how many, since when
  detail jsonb not null default '{}',
  opened_at timestamptz not null default clock_timestamp(),
  -- whether messages about it were put into the queue
  told boolean not null default false,
  taken_by bigint references console.operator,
  taken_at timestamptz,
  closed_at timestamptz,
  constraint alarm_is_taken_by_somebody check ((taken_by is null) = (taken_at is null)),
  constraint alarm_closes_later check (closed_at >= opened_at)
);
create unique index alarm_open on console.alarm (kind, subject) where closed_at is null;
create index alarm_untold on console.alarm (id) where not told;
create trigger alarm_has_a_life before update on console.alarm for each row execute function keep_alarm();
create trigger alarm_stays before delete on console.alarm for each row execute function refuse_change();
create trigger alarm_is_kept before truncate on console.alarm for each statement execute function refuse_change();

-- What was sold in each minute that is over, and through which minute that was counted. Sums over tickets would take seconds.
create table sale_minute (
  at timestamptz primary key constraint sale_minute_is_whole check (at = date_trunc('minute', at)),
  tickets integer not null constraint sale_minute_has_tickets check (tickets > 0),
  stakes bigint not null constraint sale_minute_has_stakes check (stakes > 0)
);
create table sales_counted (
  is_one boolean primary key default true constraint sales_counted_is_one check (is_one),
  -- the beginning of the first minute that is not counted
  through timestamptz not null
);
insert into sale_minute (at, tickets, stakes)
select date_trunc('minute', accepted_at), count(*), sum(stake) from ticket
where accepted_at < date_trunc('minute', clock_timestamp()) - interval '1 minute' group by 1;
insert into sales_counted (through) values (date_trunc('minute', clock_timestamp()) - interval '1 minute');
