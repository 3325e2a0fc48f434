-- What a sealed draw waits for, and what this database is for.

-- How long after its moment a sealed draw waits for its beacon before it is called off. It is fixed with the commitment:
-- shortened later, it would let a draw be called off whose result somebody dislikes.
alter table commitment
  add column patience_hours integer not null default 24
    constraint commitment_patience check (patience_hours between 1 and 8760),
  -- the columns name the very beacon that the signed record names; draws of before keep what they have
  add constraint commitment_beacon_is_the_records check (
    substring(record from 89 for 41) = case
      when beacon_round is null then decode(repeat('00', 41), 'hex')
      else '\x01'::bytea || beacon_chain || int8send(beacon_round)
    end
  ) not valid;

-- What is published of a sealed draw is what was sealed.
create trigger tree_chunk_before_seal after insert on tree_chunk
  referencing new table as added for each statement execute function refuse_late_chunk();

-- Written by the first server that is started on this database, and held against every later one.
create table site_mode (
  only_one boolean primary key default true constraint site_mode_is_one check (only_one),
  mode text not null constraint site_mode_known check (mode in ('demo', 'production')),
  since timestamptz not null default clock_timestamp()
);
create trigger site_mode_is_history before update or delete on site_mode for each row execute function refuse_change();
create trigger site_mode_is_kept before truncate on site_mode for each statement execute function refuse_change();

-- A database that is older than this table shows what it is by the money that every demonstration gives its client.
insert into site_mode (mode)
select case when exists (
  select from posting where kind = 'adjustment' and reference = '01990000-0000-7000-8000-00000000d330'
) then 'demo' else 'production' end
where exists (select from client);
