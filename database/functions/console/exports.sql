-- Files that operators export. See docs/audit.md.

-- Records that a list is taken out as a file, before it is; returns the number of the line.
create or replace function console.note_export(p_session text, p_list text, p_subject text, p_filters jsonb) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'listsAsFiles');
begin
  return console.write_audit(o, p_list || '_exported', p_subject, null, null, null, p_filters);
end
$$;

-- A text of CSV, as server/http/csv.ts writes it; a test holds the two together. Null is empty.
create or replace function console.csv_field(p_text text) returns text language sql immutable as $$
  select coalesce('"' || replace(
    regexp_replace(
      regexp_replace(p_text, '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'),
      '(^|[;\t\r\n\v\f\u0085\u2028\u2029\u037e\ufe14\ufe54\uff1b])([ \u00a0\u00ad\u1680\u180e\u2000-\u200d\u202f\u205f-\u2064\u3000\ufeff]*)(?=[=+@\u207a-\u207c\u208a-\u208c\u2212\u2a75\u2a76\ufb29\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20-])',
      '\1\2''', 'g'
    ), '"', '""') || '"', '')
$$;

-- The players that a request for a file of people is about, a thousand at a time.
create or replace function console.ids_of_export(r console.request, p_before bigint, p_most integer) returns bigint[]
language sql stable set search_path = public, pg_temp as $$
  select console.ids_of_players(r.new_values ->> 'state',
    case when jsonb_typeof(r.new_values -> 'countries') = 'array'
      then array(select jsonb_array_elements_text(r.new_values -> 'countries')) end, p_before, p_most)
$$;

create or replace function console.checks_of_export_people(r console.request) returns table (code text, met boolean)
language sql stable set search_path = public, pg_temp as $$
  values ('people_in_file', console.ids_of_export(r, null, 1) is not null)
$$;

-- Makes the file. Its hash is a line of the audit.
create or replace function console.execute_export_people(p_request uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r console.request := console.require_approved(p_request, 'export_people');
  v_ids bigint[] := console.ids_of_export(r, null, 1000);
  v_people integer := 0;
  v_parts integer := 0;
  v_hash bytea;
begin
  while v_ids is not null and v_people < 1000000 loop
    v_parts := v_parts + 1;
    v_people := v_people + cardinality(v_ids);
    insert into console.people_file_part (request_id, number, content)
    select r.id, v_parts, case when v_parts = 1 then E'"id","phone","name","country","createdAt","lastSignInAt"\r\n' else '' end
      || string_agg(concat_ws(',', c.id, console.csv_field(c.phone), console.csv_field(c.first_name || ' ' || c.last_name),
        console.csv_field(c.country), console.csv_field(console.instant(c.created_at)), console.csv_field(console.instant(c.last_sign_in_at))) || E'\r\n', ''
        order by c.id desc)
    from client c where c.id = any (v_ids);
    v_ids := console.ids_of_export(r, (select min(i) from unnest(v_ids) i), 1000);
  end loop;
  select sha256(convert_to(string_agg(p.content, '' order by p.number), 'UTF8')) into v_hash
  from console.people_file_part p where p.request_id = r.id;
  insert into console.people_file (request_id, people, parts, sha256) values (r.id, v_people, v_parts, v_hash);
  perform console.write_audit(null, 'people_file_made', r.subject, r.reason, r.id, null,
    jsonb_build_object('people', v_people, 'sha256', encode(v_hash, 'hex')));
  perform console.finish_request(r.id);
end
$$;

-- Records who takes a file; returns how many parts it has. Null where there is none, or its time is over.
create or replace function console.take_people_file(p_session text, p_file uuid) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o console.operator := console.require(p_session, 'getPeopleFile');
  f console.people_file;
begin
  select * into f from console.people_file where request_id = p_file and made_at > clock_timestamp() - interval '24 hours';
  if not found then
    return null;
  end if;
  perform console.write_audit(o, 'people_file_taken', 'site players', null, f.request_id, null,
    jsonb_build_object('sha256', encode(f.sha256, 'hex')));
  return f.parts;
end
$$;

-- One part of a file.
create or replace function console.read_people_file(p_session text, p_file uuid, p_part integer) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform console.require_to_read(p_session, 'getPeopleFile');
  return (
    select p.content from console.people_file_part p join console.people_file f using (request_id)
    where p.request_id = p_file and p.number = p_part and f.made_at > clock_timestamp() - interval '24 hours'
  );
end
$$;

-- Deletes what is in files that are older than a day; their hashes stay. Returns how many parts it deleted.
create or replace function console.remove_people_files() returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from console.people_file_part p using console.people_file f
    where f.request_id = p.request_id and f.made_at <= clock_timestamp() - interval '24 hours' returning 1
  ) select count(*) from gone
$$;
