-- The views that the second opinion reads, and the only table that it writes. See docs/decisions/0076.
--
-- Its views name no client. Tickets and the key of their salts are there from the seal on: before it nothing of them is public, and
-- afterwards nothing of them can change.

create or replace view opinion.draw as
select d.id, d.draws_at, d.status::text as status, d.result, d.closed_at, d.sealed_at, d.drawn_at, d.dues_listed_at, d.finished_at,
  c.record, c.commitment, s.record as seal, r.seed, b.signature as beacon_signature,
  case when s.draw_id is not null then k.salt_key end as salt_key,
  -- The index of the few draws under way has this condition; the text of the status has none.
  d.status <> 'open' as sales_ended
from public.draw d
join public.commitment c on c.draw_id = d.id
left join public.seal s on s.draw_id = d.id
left join public.reveal r on r.draw_id = d.id
left join public.known_round b on (b.chain, b.round) = (c.beacon_chain, c.beacon_round)
left join public.draw_salt k on k.draw_id = d.id;

-- The tickets of draws that are sealed or void. `security_barrier` keeps a reader's own conditions behind this filter.
create or replace view opinion.ticket with (security_barrier) as
select t.id, t.draw_id, t.accepted_at, t.bet_type, t.selection, t.stake, t.stake_win
from public.every_ticket t
where exists (
  select from public.draw d where d.id = t.draw_id and (d.status = 'void' or exists (select from public.seal s where s.draw_id = d.id))
);

-- The leaves of the published tree, 256 in a row.
create or replace view opinion.leaf_chunk as
select draw_id, chunk, hashes from public.tree_chunk where tier = 0;

-- is_owners: whether it goes to the client who bought the ticket.
create or replace view opinion.due as
select u.draw_id, u.ticket_id, u.to_dep, u.to_win, t.id is not null as is_owners
from public.due u
left join public.every_ticket t on t.draw_id = u.draw_id and t.id = u.ticket_id and t.client_id = u.client_id;

-- The payments into wallets for tickets.
create or replace view opinion.payment as
select p.draw_id, p.reference as ticket_id, p.at, p.kind::text as kind, p.from_account::text as from_account,
  p.to_account::text as to_account, p.amount, t.id is not null as is_owners
from public.every_posting p
left join public.every_ticket t on t.draw_id = p.draw_id and t.id = p.reference and t.client_id = p.client_id
where p.kind in ('payout', 'refund');

create or replace view opinion.figure as
select draw_id, bet_type, tickets, stakes, won, payouts from public.draw_figure;

-- How long draws wait for the second opinion, in seconds; null where they do not.
create or replace function opinion_wait_seconds() returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select wait_seconds from opinion.rule order by number desc limit 1
$$;

-- Why the dues of a draw are neither listed nor paid at this moment; null where they may be. `waits`: the second opinion has not judged
-- it, and has some time left. `held`: it has refused the sealed tickets or the result, and two operators have to decide.
--
-- One refusal holds a draw, whatever is said later: otherwise a program that can be made to change its mind would hold nothing.
create or replace function hold_of(p_draw uuid) returns text
language sql volatile security definer set search_path = public, pg_temp as $$
  select case
    when exists (select from opinion.release r where r.draw_id = w.draw_id) then null
    when exists (
      select from opinion.note n where n.draw_id = w.draw_id and n.phase in ('before', 'drawn') and not n.agrees
    ) then 'held'
    when exists (select from opinion.note n where n.draw_id = w.draw_id and n.phase = 'drawn') then null
    when w.until > clock_timestamp() then 'waits'
  end
  from opinion.wait w where w.draw_id = p_draw
$$;

-- Refuses to continue with the dues of a draw that waits or is held.
create or replace function refuse_held(p_draw uuid) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_hold text := hold_of(p_draw);
begin
  if v_hold is not null then
    raise exception 'draw % is not paid: %', p_draw,
      case v_hold when 'held' then 'the second opinion refused it' else 'it waits for the second opinion' end
      using errcode = 'object_not_in_prerequisite_state';
  end if;
end
$$;

-- Notes that a draw is paid although nobody has judged it in time.
create or replace function note_unjudged(p_draw uuid) returns void
language sql set search_path = public, pg_temp as $$
  insert into opinion.unjudged (draw_id)
  select w.draw_id from opinion.wait w
  where w.draw_id = p_draw and not exists (select from opinion.release r where r.draw_id = w.draw_id)
    and not exists (select from opinion.note n where n.draw_id = w.draw_id and n.phase = 'drawn')
  on conflict do nothing
$$;

-- Stops withdrawals for each disagreement on a draw that waited for the second opinion, and for any other since draws wait; once for each.
-- An opinion from before the setting was on is only an alarm. Returns how many there were. The worker calls it.
create or replace function heed_opinions() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  n record;
  v_heeded integer := 0;
begin
  for n in
    select o.id, o.draw_id, o.phase from opinion.note o
    where not o.agrees and not exists (select from opinion.heeded h where h.note_id = o.id)
      and (
        exists (select from opinion.wait w where w.draw_id = o.draw_id)
        or (select r.wait_seconds is not null from opinion.rule r where r.set_at <= o.at order by r.number desc limit 1)
      )
    order by o.id
  loop
    insert into opinion.heeded (note_id) values (n.id) on conflict do nothing;
    if found then
      v_heeded := v_heeded + 1;
      insert into operation_flag (name, reason)
      values ('withdrawals_stopped', format('second opinion: it disagrees on draw %s, %s', n.draw_id, n.phase))
      on conflict (name) do nothing;
    end if;
  end loop;
  return v_heeded;
end
$$;

-- Records one opinion, once: the same one again is the line that is there. Returns the line.
create or replace function opinion.add_note(p_note opinion.note) returns opinion.note
language plpgsql set search_path = public, pg_temp as $$
declare
  n opinion.note;
begin
  -- The first of two that come at once is seen by the second.
  lock table mutex.opinions in exclusive mode;
  select * into n from opinion.note o where o.draw_id = p_note.draw_id and o.phase = p_note.phase order by o.id desc limit 1;
  if (n.agrees, n.tickets, n.stakes, n.root, n.result, n.won, n.due, n.dues_digest, n.differs) is not distinct from
     (p_note.agrees, p_note.tickets, p_note.stakes, p_note.root, p_note.result, p_note.won, p_note.due, p_note.dues_digest,
      p_note.differs) and n.id is not null then
    return n;
  end if;
  if (select count(*) from opinion.note o where o.draw_id = p_note.draw_id and o.phase = p_note.phase) >= 20 then
    raise exception 'draw % has too many opinions', p_note.draw_id using errcode = 'restrict_violation';
  end if;
  insert into opinion.note (draw_id, phase, late, agrees, tickets, stakes, root, result, won, due, dues_digest, differs, program)
  values (p_note.draw_id, p_note.phase, p_note.late, p_note.agrees, p_note.tickets, p_note.stakes, p_note.root, p_note.result,
    p_note.won, p_note.due, p_note.dues_digest, p_note.differs, p_note.program)
  returning * into n;
  return n;
end
$$;

-- The second opinion's result of a draw's sealed tickets. `late` is for the database's clock to say: from the draw's moment on the result
-- can be known. An opinion that agrees has the count, the stakes and the root of the seal.
create or replace function opinion.note_before(
  p_draw uuid, p_tickets bigint, p_stakes bigint, p_root bytea, p_differs text[], p_program text
) returns table (id bigint, at timestamptz, late boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  d draw;
  s seal;
  n opinion.note;
begin
  select * into d from draw where draw.id = p_draw;
  select * into s from seal where draw_id = p_draw;
  if s.draw_id is null then
    raise exception 'draw % is not sealed', p_draw using errcode = 'restrict_violation';
  elsif cardinality(p_differs) = 0
    and substring(s.record from 81 for 48) is distinct from int8send(p_tickets) || p_root || int8send(p_stakes) then
    raise exception 'that is not the seal of draw %', p_draw using errcode = 'restrict_violation';
  end if;
  n.draw_id := p_draw;
  n.phase := 'before';
  n.late := d.drawn_at is not null or d.draws_at <= clock_timestamp();
  n.agrees := cardinality(p_differs) = 0;
  n.tickets := p_tickets;
  n.stakes := p_stakes;
  n.root := p_root;
  n.differs := p_differs;
  n.program := p_program;
  n := opinion.add_note(n);
  return query select n.id, n.at, n.late;
end
$$;

-- The second opinion's result of a drawn draw, before anybody is paid. An opinion that agrees has seen the sealed tickets, and has the
-- result. The worker, which waits for this, hears of it.
create or replace function opinion.note_drawn(
  p_draw uuid, p_tickets bigint, p_stakes bigint, p_root bytea, p_result integer, p_differs text[], p_program text
) returns table (id bigint, at timestamptz, late boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  d draw;
  n opinion.note;
begin
  select * into d from draw where draw.id = p_draw;
  if d.drawn_at is null then
    raise exception 'draw % is not drawn', p_draw using errcode = 'restrict_violation';
  elsif cardinality(p_differs) = 0 then
    if p_result is distinct from d.result
      or (select substring(s.record from 81 for 48) from seal s where s.draw_id = p_draw)
        is distinct from int8send(p_tickets) || p_root || int8send(p_stakes) then
      raise exception 'that is not the result of draw %', p_draw using errcode = 'restrict_violation';
    elsif not exists (
      select from opinion.note o where o.draw_id = p_draw and o.phase = 'before' and o.root = p_root
    ) then
      raise exception 'the tickets of draw % were not seen', p_draw using errcode = 'restrict_violation';
    end if;
  end if;
  n.draw_id := p_draw;
  n.phase := 'drawn';
  n.late := true;
  n.agrees := cardinality(p_differs) = 0;
  n.tickets := p_tickets;
  n.stakes := p_stakes;
  n.root := p_root;
  n.result := p_result;
  n.differs := p_differs;
  n.program := p_program;
  n := opinion.add_note(n);
  perform pg_notify('draw', 'judged ' || p_draw);
  return query select n.id, n.at, n.late;
end
$$;

-- The second opinion's result of a finished draw: the numbers drawn, the count and sum of the dues, and the digest of all that.
create or replace function opinion.note_after(
  p_draw uuid, p_tickets bigint, p_stakes bigint, p_root bytea, p_result integer, p_won bigint, p_due bigint, p_digest bytea,
  p_differs text[], p_program text
) returns table (id bigint, at timestamptz, late boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  d draw;
  n opinion.note;
begin
  select * into d from draw where draw.id = p_draw;
  if d.finished_at is null then
    raise exception 'draw % is not finished', p_draw using errcode = 'restrict_violation';
  elsif cardinality(p_differs) = 0 and (p_result is distinct from d.result
    or p_root is distinct from (select substring(s.record from 89 for 32) from seal s where s.draw_id = p_draw)) then
    raise exception 'that is not the result of draw %', p_draw using errcode = 'restrict_violation';
  end if;
  n.draw_id := p_draw;
  n.phase := 'after';
  n.late := true;
  n.agrees := cardinality(p_differs) = 0;
  n.tickets := p_tickets;
  n.stakes := p_stakes;
  n.root := p_root;
  n.result := p_result;
  n.won := p_won;
  n.due := p_due;
  n.dues_digest := p_digest;
  n.differs := p_differs;
  n.program := p_program;
  n := opinion.add_note(n);
  return query select n.id, n.at, n.late;
end
$$;
