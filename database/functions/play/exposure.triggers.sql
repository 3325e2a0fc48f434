-- The exposure of a sealed draw is kept once, and the place of its payout is added once.
create or replace function keep_kept_exposure() returns trigger language plpgsql as $$
begin
  if old.placed_at is not null or to_jsonb(new) - '{placed_at,payout,expected,placed_digest,below,equal,place,band}'::text[]
    is distinct from to_jsonb(old) - '{placed_at,payout,expected,placed_digest,below,equal,place,band}'::text[]
  then
    raise exception 'the stored exposure of draw % cannot change like that', old.draw_id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
