-- What another program found out about draws: functions/opinion.sql. See docs/decisions/0076.

create schema opinion;

-- What the second opinion said of a draw. It is never changed: a later line about the same draw and phase counts in its place.
create table opinion.note (
  id bigint generated always as identity primary key,
  -- No reference: its check would lock the draw's row, and whoever left a transaction open could keep a draw from being drawn.
  draw_id uuid not null,
  -- before: of the sealed tickets, without the result; after: of the result and what was paid
  phase text not null constraint note_has_a_phase check (phase in ('before', 'after')),
  at timestamptz not null default clock_timestamp(),
  -- whether the draw's moment had come, so that the result could be known
  late boolean not null,
  agrees boolean not null,
  tickets bigint not null constraint note_counts_tickets check (tickets between 0 and 9007199254740991),
  stakes bigint not null constraint note_sums_stakes check (stakes between 0 and 9007199254740991),
  -- of the tree that it computed; null for a draw that was never sealed
  root bytea constraint note_root_length check (octet_length(root) = 32),
  -- what it computed after the draw; the result is null for a void one
  result integer,
  won bigint constraint note_counts_won check (won between 0 and 9007199254740991),
  due bigint constraint note_sums_dues check (due between 0 and 9007199254740991),
  dues_digest bytea constraint note_digest_length check (octet_length(dues_digest) = 32),
  -- a sentence for each kind of difference, and for the first tickets
  differs text[] not null constraint note_differs_where_it_disagrees check (agrees = (cardinality(differs) = 0)),
  -- the program that said so
  program text not null,
  constraint note_after_is_whole check ((phase = 'after') = (won is not null and due is not null and dues_digest is not null)),
  constraint note_differs_by_sentences check (
    case when array_ndims(differs) > 1 then false else array_position(differs, null) is null end
  ),
  constraint note_is_short check (
    cardinality(differs) <= 40 and length(array_to_string(differs, '', '')) <= 12000 and length(program) <= 100
  )
);
create index note_draw on opinion.note (draw_id, phase, id);
create index note_disagrees on opinion.note (draw_id) where not agrees;
create trigger note_is_history before update or delete on opinion.note for each row execute function refuse_change();
create trigger note_is_kept before truncate on opinion.note for each statement execute function refuse_change();
