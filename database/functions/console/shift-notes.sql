-- Notes of a shift: what operators leave for whoever comes after them.

-- Those that nobody has taken, the oldest first, and after them those of the last week, the newest first; a hundred at most.
create or replace function console.list_shift_notes(p_session text) returns setof jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_to_read(p_session, 'listShiftNotes');
begin
  return query
    select jsonb_build_object('id', n.id, 'at', console.instant(n.at), 'text', n.text, 'writtenBy', by.name, 'own', n.written_by = o.id,
      'takenBy', taker.name, 'takenAt', console.instant(n.taken_at))
    from console.shift_note n
    join console.operator by on by.id = n.written_by
    left join console.operator taker on taker.id = n.taken_by
    where n.taken_at is null or n.at > clock_timestamp() - interval '7 days'
    order by n.taken_at is not null, case when n.taken_at is null then n.at end, n.at desc
    limit 100;
end
$$;

-- Writes a note. Returns its id; null where a hundred wait to be taken.
create or replace function console.write_shift_note(p_session text, p_text text) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'writeShiftNote');
  v_id uuid;
begin
  if (select count(*) from console.shift_note n where n.taken_at is null) >= 100 then
    return null;
  end if;
  insert into console.shift_note (written_by, text) values (o.id, p_text) returning id into v_id;
  perform console.write_audit(o, 'shift_note_written', 'note ' || v_id);
  return v_id;
end
$$;

-- Takes a note over. Returns who has taken it: the operator, or whoever was first; null where there is no such note, or where it is the
-- operator's own.
create or replace function console.take_shift_note(p_session text, p_id uuid) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'takeShiftNote');
begin
  update console.shift_note set taken_by = o.id, taken_at = clock_timestamp()
  where id = p_id and taken_at is null and written_by <> o.id;
  if found then
    perform console.write_audit(o, 'shift_note_taken', 'note ' || p_id);
  end if;
  return (select by.name from console.shift_note n join console.operator by on by.id = n.taken_by where n.id = p_id);
end
$$;
