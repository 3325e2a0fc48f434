-- What operators leave for whoever comes after them. A note is taken once, by somebody else, and then stays as it is.
create table console.shift_note (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  written_by bigint not null references console.operator,
  text text not null constraint shift_note_says_something check (text = btrim(text) and char_length(text) between 1 and 1000),
  taken_by bigint references console.operator constraint shift_note_is_for_somebody_else check (taken_by <> written_by),
  taken_at timestamptz,
  constraint shift_note_taken_whole check ((taken_by is null) = (taken_at is null))
);
create index shift_note_open on console.shift_note (at) where taken_at is null;
create index shift_note_at on console.shift_note (at);
