-- The exposure of draws, kept by the worker. See docs/decisions/0074.

-- Whether this process computes exposures for the next ten seconds. Another one that died is waited for so long.
create or replace function hold_exposure(p_holder uuid) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with held as (
    update exposure_keeper set holder = p_holder, until = clock_timestamp() + interval '10 s'
    where holder = p_holder or until < clock_timestamp() returning 1
  )
  select exists (select from held)
$$;

-- Lets go of it at once.
create or replace function release_exposure(p_holder uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  update exposure_keeper set holder = null, until = '-infinity' where holder = p_holder
$$;

-- The draws whose exposure was looked at within the last minute, and is missing or too old: two seconds for a draw that is looked
-- at by itself, ten for one of a list. Of a draw whose sales are over it never gets too old.
create or replace function exposures_to_compute() returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select w.draw_id
  from exposure_wanted w join draw d on d.id = w.draw_id left join exposure e on e.draw_id = w.draw_id
  where w.wanted_at > clock_timestamp() - interval '1 min' and d.status <> 'void'
    and (e.draw_id is null or not e.final and (d.status <> 'open' or e.computed_at < clock_timestamp()
      - case when w.closely_at > clock_timestamp() - interval '1 min' then interval '2 s' else interval '10 s' end))
  order by w.closely_at desc nulls last, d.draws_at limit 16
$$;

-- Stores a computed exposure, unless there is a newer one. Without figures the stored ones are unchanged.
create or replace function store_exposure(
  p_draw uuid, p_computed_at timestamptz, p_ms integer, p_tickets bigint, p_stakes bigint, p_worst bigint, p_final boolean, p_figures jsonb
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update exposure set computed_at = p_computed_at, final = p_final
  where draw_id = p_draw and p_figures is null and computed_at <= p_computed_at;
  if p_figures is null then
    return;
  end if;
  insert into exposure (draw_id, computed_at, ms, tickets, stakes, worst, final, figures)
  values (p_draw, p_computed_at, p_ms, p_tickets, p_stakes, p_worst, p_final, p_figures)
  on conflict (draw_id) do update set computed_at = excluded.computed_at, ms = excluded.ms, tickets = excluded.tickets,
    stakes = excluded.stakes, worst = excluded.worst, final = excluded.final, figures = excluded.figures
  where exposure.computed_at <= excluded.computed_at;
end
$$;

-- Removes what nobody has looked at for a day. Looking computes it again.
create or replace function remove_old_exposures() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from exposure e where not exists (
    select from exposure_wanted w where w.draw_id = e.draw_id and w.wanted_at > clock_timestamp() - interval '1 day'
  );
  delete from exposure_wanted where wanted_at < clock_timestamp() - interval '1 day'
$$;

-- The draw whose seal is the next one to be kept; null where all are.
create or replace function next_exposure_to_keep() returns uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select s.draw_id from seal s
  where s.number = (select greatest(kept_after, (select max(seal_number) from kept_exposure)) from exposure_keeper) + 1
$$;

-- Keeps what a sealed draw may have to pay. Returns whether it was not kept yet. What its seal says of its tickets is read from
-- the record of the seal: its bytes 81 to 88 are their number, 121 to 128 their stakes.
create or replace function keep_exposure(p_draw uuid, p_tickets bigint, p_stakes bigint, p_digest bytea, p_worst bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into kept_exposure (draw_id, seal_number, draws_at, tickets, stakes, sealed_tickets, sealed_stakes, digest, worst)
  select d.id, s.number, d.draws_at, p_tickets, p_stakes, bytes_to_bigint(substring(s.record from 81 for 8)),
    bytes_to_bigint(substring(s.record from 121 for 8)), p_digest, p_worst
  from seal s join draw d on d.id = s.draw_id where s.draw_id = p_draw
  -- Names no constraint: of two transactions at once the second one may meet either of the two unique ones first.
  on conflict do nothing;
  return found;
end
$$;

-- Eight bytes as a number, the highest first.
create or replace function bytes_to_bigint(p_bytes bytea) returns bigint
language sql immutable strict as $$
  select ('x' || encode(p_bytes, 'hex'))::bit(64)::bigint
$$;

-- A kept draw whose payout has no place yet, and whose dues are listed; with its result and what it pays. No row where none is left.
create or replace function next_exposure_to_place() returns table (draw_id uuid, result integer, payout bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.id, d.result, coalesce((select sum(f.payouts) from draw_figure f where f.draw_id = d.id), 0)::bigint
  from kept_exposure k join draw d on d.id = k.draw_id
  where k.placed_at is null and d.status in ('drawn', 'settled') and d.dues_listed_at is not null
  order by k.seal_number limit 1
$$;

-- Gives the payout of a drawn draw its place. p_expected: what its result pays by the distribution; p_below, p_equal: how many
-- results pay less than the payout, and how many as much. Returns whether it had none yet.
--
-- Among results that pay as much as the payout, chance decides its place, so that places are spread evenly also where there
-- are few payouts. That chance is a hash of the seal and of the digest, which were there before the result.
create or replace function place_exposure(p_draw uuid, p_payout bigint, p_expected bigint, p_digest bytea, p_below integer, p_equal integer)
returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  k kept_exposure;
  v_payout bigint;
  v_chance double precision;
  v_place double precision;
begin
  select * into k from kept_exposure where draw_id = p_draw and placed_at is null for update;
  if not found then
    return false;
  end if;
  select coalesce(sum(f.payouts), 0) into v_payout from draw d left join draw_figure f on f.draw_id = d.id
  where d.id = p_draw and d.dues_listed_at is not null and d.status in ('drawn', 'settled');
  if v_payout is distinct from p_payout then
    raise exception 'draw % does not pay %', p_draw, p_payout using errcode = 'restrict_violation';
  end if;
  -- 48 bits, which a double holds exactly.
  select ('x' || encode(substring(sha256(fair_tag('izi.place.v1') || s.hash || k.digest) from 1 for 6), 'hex'))::bit(48)::bigint
    / 281474976710656::double precision
  into v_chance from seal s where s.draw_id = p_draw;
  if p_equal < 362880 then
    v_place := (p_below + v_chance * p_equal) / 362880;
  end if;
  update kept_exposure set placed_at = clock_timestamp(), payout = p_payout, expected = p_expected, placed_digest = p_digest,
    below = p_below, equal = p_equal, place = v_place, band = case when v_place is not null then least(10, floor(v_place * 10)::integer + 1) end
  where draw_id = p_draw;
  return true;
end
$$;

-- Whether the payouts of the draws from one moment to before another stand evenly among what each draw may have had to pay: how many
-- draws have a place, how many of them are in each tenth, and the chi-square statistic of these ten counts with its p-value, which
-- is null without draws. `verdict`: `too_few` below 50 draws, where a tenth would expect less than five; `uneven` where chance alone
-- is as uneven once in a thousand times, `unusual` where it is once in a hundred, else `even`.
create or replace function exposure_uniformity(p_from timestamptz, p_to timestamptz) returns table (
  draws bigint, bands bigint[], statistic double precision, p_value double precision, verdict text
)
language sql stable security definer set search_path = public, pg_temp as $$
  with band as (
    select n as number, count(k.band) as draws
    from generate_series(1, 10) n
    left join kept_exposure k on k.band = n and k.draws_at >= p_from and k.draws_at < p_to
    group by n
  ), summed as (
    select sum(b.draws)::bigint as draws, array_agg(b.draws order by b.number) as bands,
      sum(b.draws * b.draws)::double precision * 10 / nullif(sum(b.draws), 0)::double precision - sum(b.draws)::double precision as statistic
    from band b
  ), tested as (
    select s.*, chi_square_9(s.statistic) as p_value from summed s
  )
  select t.draws, t.bands, t.statistic, t.p_value, case
    when t.draws < 50 then 'too_few' when t.p_value < 0.001 then 'uneven' when t.p_value < 0.01 then 'unusual' else 'even'
  end
  from tested t
$$;

-- How likely a chi-square statistic with nine degrees of freedom is at least so large. PostgreSQL 15 has no erfc, so the complementary
-- error function is Chebyshev's series of Numerical Recipes (6.2.2), right to 1.2e-7 of its value.
create or replace function chi_square_9(p_statistic double precision) returns double precision
language sql immutable strict as $$
  with half as (
    select greatest(p_statistic, 0) / 2 as x
  ), series as (
    select x, 1 / (1 + 0.5 * sqrt(x)) as t from half
  )
  select least(1, case when x > 700 then 0 else
    t * exp(-x - 1.26551223 + t * (1.00002368 + t * (0.37409196 + t * (0.09678418 + t * (-0.18628806 + t * (0.27886807
      + t * (-1.13520398 + t * (1.48851587 + t * (-0.82215223 + t * 0.17087277)))))))))
    -- Σ x^(k − 1/2) / Γ(k + 1/2) for k from 1 to 4
    + exp(-x) * sqrt(x / pi()) * 2 * (1 + x * 2 / 3 * (1 + x * 2 / 5 * (1 + x * 2 / 7)))
  end)
  from series
$$;
