-- What the second opinion reads, and the only thing that it writes. See docs/decisions/0076.
--
-- Its views name no client. Tickets and the key of their salts are there from the seal on: before it nothing of them is public,
-- and afterwards nothing of them can change.

create or replace view opinion.draw as
select d.id, d.draws_at, d.status::text as status, d.result, d.closed_at, d.sealed_at, d.drawn_at, d.dues_listed_at, d.finished_at,
  c.record, c.commitment, s.record as seal, r.seed, b.signature as beacon_signature,
  case when s.draw_id is not null then k.salt_key end as salt_key
from public.draw d
join public.commitment c on c.draw_id = d.id
left join public.seal s on s.draw_id = d.id
left join public.reveal r on r.draw_id = d.id
left join public.beacon_round b on (b.chain, b.round) = (c.beacon_chain, c.beacon_round)
left join public.draw_salt k on k.draw_id = d.id;

-- Of draws that are sealed or void. Where it filters, no condition of the reader may look first.
create or replace view opinion.ticket with (security_barrier) as
select t.id, t.draw_id, t.accepted_at, t.bet_type, t.selection, t.stake, t.stake_win
from public.ticket t
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
left join public.ticket t on t.draw_id = u.draw_id and t.id = u.ticket_id and t.client_id = u.client_id;

-- What was moved into wallets for tickets.
create or replace view opinion.payment as
select p.draw_id, p.reference as ticket_id, p.at, p.kind::text as kind, p.from_account::text as from_account,
  p.to_account::text as to_account, p.amount, t.id is not null as is_owners
from public.posting p
left join public.ticket t on t.draw_id = p.draw_id and t.id = p.reference and t.client_id = p.client_id
where p.kind in ('payout', 'refund');

create or replace view opinion.figure as
select draw_id, bet_type, tickets, stakes, won, payouts from public.draw_figure;

-- Writes down one opinion, once: the same one again is the line that is there. Returns the line.
create or replace function opinion.add_note(p_note opinion.note) returns opinion.note
language plpgsql set search_path = public, pg_temp as $$
declare
  n opinion.note;
begin
  -- The first of two that come at once is seen by the second.
  perform pg_advisory_xact_lock(hashtextextended('opinion ' || p_note.draw_id, 0));
  select * into n from opinion.note o where o.draw_id = p_note.draw_id and o.phase = p_note.phase order by o.id desc limit 1;
  if (n.agrees, n.tickets, n.stakes, n.root, n.result, n.won, n.due, n.dues_digest, n.differs) is not distinct from
     (p_note.agrees, p_note.tickets, p_note.stakes, p_note.root, p_note.result, p_note.won, p_note.due, p_note.dues_digest,
      p_note.differs) and n.id is not null then
    return n;
  end if;
  if (select count(*) from opinion.note o where o.draw_id = p_note.draw_id and o.phase = p_note.phase) >= 20 then
    raise exception 'enough was said of draw %', p_note.draw_id using errcode = 'restrict_violation';
  end if;
  insert into opinion.note (draw_id, phase, late, agrees, tickets, stakes, root, result, won, due, dues_digest, differs, program)
  values (p_note.draw_id, p_note.phase, p_note.late, p_note.agrees, p_note.tickets, p_note.stakes, p_note.root, p_note.result,
    p_note.won, p_note.due, p_note.dues_digest, p_note.differs, p_note.program)
  returning * into n;
  return n;
end
$$;

-- What it computed of a draw's sealed tickets. `late` is for the database's clock to say: from the draw's moment on the result can
-- be known. An opinion that agrees has the count, the stakes and the root of the seal.
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

-- What it computed of a finished draw: the result, how many tickets are owed something, how much, and the digest of all that.
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

-- The newest opinion of each phase on a draw, now or as it was at a moment.
create or replace function console.draw_opinions(p_session text, p_draw uuid, p_at timestamptz default null) returns table (
  phase text, at timestamptz, late boolean, agrees boolean, tickets bigint, stakes bigint, won bigint, due bigint, differs text[],
  program text
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform console.look_as(p_session, '{support,payments,draws,risk,compliance,auditor}');
  return query
    select distinct on (n.phase) n.phase, n.at, n.late, n.agrees, n.tickets, n.stakes, n.won, n.due, n.differs, n.program
    from opinion.note n where n.draw_id = p_draw and (p_at is null or n.at <= p_at) order by n.phase, n.id desc;
end
$$;
