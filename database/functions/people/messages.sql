-- Limits on the number and the cost of messages: see server/identity/codes/sending-limits.ts.

-- Whether a limit that counts each destination once has counted this one.
create or replace function is_counted_already(p_scope text, p_unless text) returns boolean
language sql stable as $$
  select exists (
    select from sent where scope = p_scope || ' to' and key = p_unless and since + "window" > clock_timestamp()
  )
$$;

-- The limit that refuses a message for the longest time, and the seconds until it allows one. Each limit is
-- {scope, key, seconds: how long it counts, most: messages, mostCost: francs, wait: seconds after the first message, twice
-- as long after each further one, judgedAfter: codes, of which so many are sent before 30 % have to be entered, unless: what
-- was counted already and is not counted again}.
create or replace function refused_sending(p_limits jsonb, p_cost integer) returns table (scope text, key text, retry_after float8)
language sql stable as $$
  select s.scope, s.key, extract(epoch from full_until - clock_timestamp())::float8
  from jsonb_to_recordset(p_limits) as l (
    scope text, key text, seconds integer, most integer, "mostCost" bigint, wait integer, "judgedAfter" integer,
    unless text)
  join sent s on s.scope = l.scope and s.key = l.key and s."window" = l.seconds * interval '1 second'
  cross join lateral (
    select greatest(
      case when s.count >= l.most or s.cost + p_cost > l."mostCost"
             or (s.count >= l."judgedAfter" and s.entered < 0.3 * s.count) then s.since + s."window" end,
      case when s.count > 0 then s.last_at + l.wait * power(2, least(s.count, 20) - 1) * interval '1 second' end
    ) as full_until
  ) f
  where s.since + s."window" > clock_timestamp() and full_until > clock_timestamp() and not is_counted_already(l.scope, l.unless)
  order by full_until desc limit 1
$$;

-- Counts a message under all of the limits, or under none and returns the one that refuses it. A refused message takes no
-- lock. The rows are locked in the order of the limits, the same for all callers, and the most shared ones come last: call it
-- last before the commit.
create or replace function count_sending(p_limits jsonb, p_cost integer) returns table (scope text, key text, retry_after float8)
language plpgsql as $$
#variable_conflict use_column
declare
  v_limits jsonb;
begin
  select coalesce(jsonb_agg(l order by place), '[]') into v_limits
  from jsonb_array_elements(p_limits) with ordinality as a (l, place)
  where not is_counted_already(l ->> 'scope', l ->> 'unless');
  return query select * from refused_sending(v_limits, p_cost);
  if found then
    return;
  end if;

  insert into sent (scope, key, "window", since, last_at, count, cost)
  select l ->> 'scope', l ->> 'key', (l ->> 'seconds')::integer * interval '1 second', clock_timestamp(), clock_timestamp(), 0, 0
  from jsonb_array_elements(v_limits) with ordinality as a (l, place) order by place
  on conflict do nothing;
  perform from jsonb_array_elements(v_limits) with ordinality as a (l, place)
  join sent s on s.scope = l ->> 'scope' and s.key = l ->> 'key' and s."window" = (l ->> 'seconds')::integer * interval '1 second'
  order by place for no key update of s;
  return query select * from refused_sending(v_limits, p_cost);
  if found then
    return;
  end if;

  update sent s set
    since = case when s.since + s."window" <= clock_timestamp() then clock_timestamp() else s.since end,
    last_at = clock_timestamp(),
    count = case when s.since + s."window" <= clock_timestamp() then 1 else s.count + 1 end,
    cost = case when s.since + s."window" <= clock_timestamp() then p_cost else s.cost + p_cost end,
    entered = case when s.since + s."window" <= clock_timestamp() then 0 else s.entered end
  from jsonb_array_elements(v_limits) as l
  where s.scope = l ->> 'scope' and s.key = l ->> 'key' and s."window" = (l ->> 'seconds')::integer * interval '1 second';
end
$$;
