-- A view of a screen of the console is its address under a name, kept by an operator for themselves or for their team. See
-- docs/decisions/0060.

create table console.saved_view (
  id uuid primary key default gen_random_uuid(),
  operator_id bigint not null references console.operator,
  -- the path of the screen, such as `/payments`
  screen text not null constraint saved_view_has_a_screen check (screen ~ '^/[a-z-]{1,40}$'),
  name text not null constraint saved_view_has_a_name check (name = btrim(name) and char_length(name) between 1 and 40),
  -- the address behind the path, without its question mark
  search text not null constraint saved_view_is_short check (char_length(search) <= 1000),
  -- whoever shares a role with its operator sees it too
  is_of_team boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint saved_view_once unique (operator_id, screen, name)
);
