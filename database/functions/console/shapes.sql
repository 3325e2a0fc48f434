-- Helpers that write the contract's shapes of operators' reads. See docs/decisions/0112.

-- An instant of the API.
create or replace function console.instant(p_at timestamptz) returns text language sql immutable as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- The name of the bet type that has a code: as domain/bet-types.ts.
create or replace function console.bet_name(p_code integer) returns text language sql immutable as $$
  select (array['IziOrder', 'IziOne', 'IziTwo', 'IziABC', 'Izi2x', 'Izi3x'])[p_code]
$$;

-- The numbers of a selection or a result, in their order.
create or replace function console.numbers(p_digits integer) returns text[] language sql immutable as $$
  select string_to_array(p_digits::text, null)
$$;

-- The ticket's number on a receipt: the last 60 bits of its id, as domain/ticket-serial.ts writes them.
create or replace function console.ticket_serial(p_ticket uuid) returns text language sql immutable as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (b.bits >> 5 * n & 31)::integer + 1, 1)
    || case when n in (4, 8) then '-' else '' end, '' order by n desc)
  from (select ('x0' || right(replace(p_ticket::text, '-', ''), 15))::bit(64)::bigint) b (bits), generate_series(0, 11) n
$$;

-- The texts of a JSON array; null for null.
create or replace function console.texts_of(p_array jsonb) returns text[] language sql immutable as $$
  select case when jsonb_typeof(p_array) = 'array' then array(select jsonb_array_elements_text(p_array)) end
$$;
