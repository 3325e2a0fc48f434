-- Tickets and postings by month. Of both a month has a range of ids: those of tickets begin with the time, and the sequence of postings
-- is set forward at each border. So keys are as they were, and each is whole within its month and across all of them.

-- A row a month that is there, in UTC, and one for all that came before. A month ends where the next one begins.
create table month (
  -- '-infinity': all that came before
  begins_on date primary key,
  first_ticket_id uuid not null unique,
  first_posting_id bigint not null unique,
  -- when the sequence of postings came to this month; null while it has not
  begun_at timestamptz,
  constraint month_is_whole check (begins_on = date_trunc('month', begins_on) or begins_on = '-infinity')
);

-- It takes a range of ids now.
drop function if exists judge_tickets(bigint[], uuid[], uuid[], smallint[], integer[], integer[], timestamptz, text[]);

-- The rows of before become the first partition, and nothing is copied. It ends at the next border that is more than three days away, so that
-- processes of the version before have ended by then, which would not set the sequence forward.
do $$
declare
  v_border date := (date_trunc('month', (clock_timestamp() + interval '3 days') at time zone 'UTC') + interval '1 month')::date;
  v_ticket uuid := first_id_at(v_border::timestamp at time zone 'UTC');
  v_posting bigint := first_posting_id(v_border);
  v_last bigint;
  v_called boolean;
begin
  lock table ticket, posting in access exclusive mode;

  alter table ticket rename to ticket_before;
  alter index ticket_pkey rename to ticket_before_pkey;
  alter index ticket_id_once rename to ticket_before_id_once;
  alter index ticket_draw rename to ticket_before_draw;
  drop trigger ticket_is_history on ticket_before;
  create table ticket (like ticket_before including constraints) partition by range (id);
  alter table ticket add primary key (client_id, id);
  create unique index ticket_id_once on ticket (id);
  create index ticket_draw on ticket using brin (draw_id, accepted_at) with (pages_per_range = 32, autosummarize = on);
  create trigger ticket_is_history before update or delete on ticket for each row execute function refuse_change();
  create trigger ticket_is_kept before truncate on ticket for each statement execute function refuse_change();

  -- Versions before 17 know no identity of a partitioned table.
  select last_value, is_called into strict v_last, v_called from posting_id_seq;
  alter table posting alter id drop identity;
  create sequence posting_id_seq;
  perform setval('posting_id_seq', v_last, v_called);
  alter table posting alter id set default nextval('posting_id_seq');
  alter table posting rename to posting_before;
  alter index posting_pkey rename to posting_before_pkey;
  alter index posting_at rename to posting_before_at;
  alter index posting_large_win rename to posting_before_large_win;
  alter index posting_other rename to posting_before_other;
  drop trigger posting_is_history on posting_before;
  drop trigger posting_of_a_payment on posting_before;
  drop trigger posting_is_noted_once on posting_before;
  create table posting (like posting_before including constraints including defaults) partition by range (id);
  alter sequence posting_id_seq owned by posting.id;
  alter table posting add primary key (client_id, id);
  create index posting_at on posting using brin (at) with (autosummarize = on);
  create index posting_large_win on posting (client_id) where kind = 'payout' and amount > 1000000;
  create index posting_other on posting (client_id, id) where kind not in ('bet', 'payout');
  create trigger posting_is_history before update or delete on posting for each row execute function refuse_change();
  create trigger posting_is_kept before truncate on posting for each statement execute function refuse_change();
  create trigger posting_of_a_payment before insert on posting for each row
    when (new.kind in ('deposit', 'withdrawal', 'withdrawal_paid', 'withdrawal_returned'))
    execute function match_payment();
  create trigger posting_is_noted_once after insert on posting for each row
    when (new.kind not in ('bet', 'payout')) execute function note_posted_once();

  execute format('alter table ticket attach partition ticket_before for values from (minvalue) to (%L)', v_ticket);
  execute format('alter table posting attach partition posting_before for values from (minvalue) to (%L)', v_posting);
  alter table posting enable always trigger posting_is_noted_once;
  insert into month (begins_on, first_ticket_id, first_posting_id, begun_at)
  values ('-infinity', '00000000-0000-0000-0000-000000000000', 0, '-infinity');
  for ahead in 0..3 loop
    perform make_month((v_border + ahead * interval '1 month')::date);
  end loop;
end
$$;
