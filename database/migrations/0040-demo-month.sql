-- A demonstration may begin with a month that nobody played: server/demo-month makes its players, draws and payments. They are
-- told from real ones by this row.
create table demo_month (
  is_one boolean primary key default true constraint demo_month_is_one check (is_one),
  -- the draws of these times, both included
  first_draw_at timestamptz not null,
  last_draw_at timestamptz not null,
  -- the clients with these numbers, both included
  first_client bigint not null,
  last_client bigint not null,
  made_at timestamptz not null default clock_timestamp()
);
create trigger demo_month_is_history before update or delete on demo_month for each row execute function refuse_change();
create trigger demo_month_is_kept before truncate on demo_month for each statement execute function refuse_change();
