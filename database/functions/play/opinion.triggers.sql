-- A draw whose outcome is known waits for the second opinion, where the site says so, however the outcome was written.
create or replace function wait_for_opinion() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into opinion.wait (draw_id, until)
  select new.id, clock_timestamp() + case new.status when 'drawn' then r.wait_seconds * interval '1 s' else '0' end
  from (select * from opinion.rule order by number desc limit 1) r where r.wait_seconds is not null;
  return null;
end
$$;
