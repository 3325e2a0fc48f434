-- What the database is for, what is stopped on the whole site, and the locks that functions take.

-- Written by the first server that is started on this database, and held against every later one.
create table site_mode (
  only_one boolean primary key default true constraint site_mode_is_one check (only_one),
  mode text not null constraint site_mode_known check (mode in ('demo', 'production')),
  since timestamptz not null default clock_timestamp()
);
create trigger site_mode_is_history before update or delete on site_mode for each row execute function refuse_change();
create trigger site_mode_is_kept before truncate on site_mode for each statement execute function refuse_change();

-- A flag is raised while its row is there: `withdrawals_stopped` keeps all money in.
create table operation_flag (
  name text primary key,
  reason text not null,
  raised_at timestamptz not null default clock_timestamp(),
  -- The name of the operator who stopped withdrawals; null where a mismatch did.
  raised_by text
);
create trigger operation_flag_leaves_a_trace after delete or update of name on operation_flag
  for each row when (old.name = 'withdrawals_stopped') execute function trace_withdrawals();
create trigger operation_flag_is_kept before truncate on operation_flag for each statement execute function refuse_change();
alter table operation_flag enable always trigger operation_flag_leaves_a_trace;

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

-- Locks that functions of the owner take, one empty table for each. Everybody may take an advisory lock and keep it, but only who has
-- a right on a table may lock it: no login has any on these, nor on their schema. See docs/decisions/0100.
create schema mutex;
-- A bet holds it in row share mode: who stops sales, or starts them again, waits for the bets under way.
create table mutex.sales_stops ();
-- Seals form a chain.
create table mutex.seals ();
-- A commitment holds it in row share mode: the operator's next key waits for those under way.
create table mutex.operator_keys ();
-- A transaction that only compares with the excluded persons holds it in row share mode.
create table mutex.exclusions ();
create table mutex.caps ();
create table mutex.partitions ();
create table mutex.opinions ();
create table mutex.operators ();
create table mutex.demo_operators ();
create table mutex.saved_views ();
-- One process at a time; the others go without.
create table mutex.alarms ();
create table mutex.full_pass ();
create table mutex.notices ();
create table mutex.backup ();
-- Held before a site starts.
create table mutex.demo_client ();
create table mutex.demo_month ();
