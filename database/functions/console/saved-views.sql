-- Saved views: addresses of the console's screens under names.

-- The operator's own, and those of the team: of whoever shares a role with the operator.
create or replace function console.list_saved_views(p_session text, p_screen text) returns setof jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require_to_read(p_session, 'listSavedViews');
begin
  return query
    select jsonb_build_object('id', w.id, 'name', w.name, 'search', w.search, 'team', w.is_of_team, 'savedBy', by.name,
      'own', w.operator_id = o.id)
    from console.saved_view w
    join console.operator by on by.id = w.operator_id
    where w.screen = p_screen and (w.operator_id = o.id or (w.is_of_team and by.roles && o.roles and by.disabled_at is null))
    order by w.operator_id <> o.id, w.name, w.id;
end
$$;

-- Saves a view. The same name again replaces it. Returns its id; null where the operator has a hundred already.
create or replace function console.save_view(
  p_session text, p_screen text, p_name text, p_search text, p_is_of_team boolean
) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'saveView');
  v_id uuid;
begin
  -- One at a time, so that the hundredth is counted once.
  lock table mutex.saved_views in exclusive mode;
  if (select count(*) from console.saved_view w where w.operator_id = o.id) >= 100
    and not exists (select from console.saved_view w where w.operator_id = o.id and w.screen = p_screen and w.name = p_name) then
    return null;
  end if;
  insert into console.saved_view as w (operator_id, screen, name, search, is_of_team)
  values (o.id, p_screen, p_name, p_search, p_is_of_team)
  on conflict (operator_id, screen, name) do update set search = excluded.search, is_of_team = excluded.is_of_team
  returning w.id into v_id;
  perform console.write_audit(o, 'view_saved', 'view ' || v_id, null, null, null,
    jsonb_build_object('screen', p_screen, 'name', p_name, 'team', p_is_of_team));
  return v_id;
end
$$;

-- Removes one of the operator's own views. Returns whether there was one.
create or replace function console.remove_view(p_session text, p_id uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'removeView');
  w console.saved_view;
begin
  delete from console.saved_view where id = p_id and operator_id = o.id returning * into w;
  if w.id is null then
    return false;
  end if;
  perform console.write_audit(o, 'view_removed', 'view ' || w.id, null, null,
    jsonb_build_object('screen', w.screen, 'name', w.name, 'team', w.is_of_team));
  return true;
end
$$;
