-- The database, not the caller, says which cap was in force before a new one.
create or replace function note_cap_before() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.before := (select c.amount from cap_of(new.draw_id, new.bet_type, new.measure) c);
  return new;
end
$$;
