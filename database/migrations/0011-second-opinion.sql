-- What another program found out about draws, and which draws wait for it.

-- See functions/play/opinion.sql and docs/decisions/0076.
create schema opinion;

-- What the second opinion said of a draw. It is never changed: a later line about the same draw and phase counts in its place.
create table opinion.note (
  id bigint generated always as identity primary key,
  -- No reference: its check would lock the draw's row, and whoever left a transaction open could keep a draw from being drawn.
  draw_id uuid not null,
  -- before: of the sealed tickets, without the result; drawn: of the result, before anybody is paid; after: of the result and what
  -- was paid
  phase text not null,
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
  ),
  constraint note_has_a_phase check (phase in ('before', 'drawn', 'after'))
);
create index note_draw on opinion.note (draw_id, phase, id);
create index note_disagrees on opinion.note (draw_id) where not agrees;
create trigger note_is_history before update or delete on opinion.note for each row execute function refuse_change();
create trigger note_is_kept before truncate on opinion.note for each statement execute function refuse_change();

-- Whether draws wait, and for how long at most. The newest version counts for the draws that are drawn from then on. Only the owner of
-- the tables writes one, from the settings of a start; nothing is ever changed here.
create table opinion.rule (
  number integer primary key constraint rule_number_positive check (number > 0),
  -- null: draws do not wait
  wait_seconds integer constraint rule_waits_a_while check (wait_seconds between 1 and 3600),
  set_at timestamptz not null default clock_timestamp()
);
create trigger rule_is_history before update or delete on opinion.rule for each row execute function refuse_change();
create trigger rule_is_kept before truncate on opinion.rule for each statement execute function refuse_change();

-- A draw that was drawn or called off under such a rule. Without a row it does not wait for anybody, whatever the rule says later.
create table opinion.wait (
  draw_id uuid primary key references draw,
  -- until then it waits to be judged; of a void draw its own moment, because only a refusal holds that
  until timestamptz not null
);
create trigger wait_is_history before update or delete on opinion.wait for each row execute function refuse_change();
create trigger wait_is_kept before truncate on opinion.wait for each statement execute function refuse_change();

-- A draw whose dues were listed because nobody had judged it in time.
create table opinion.unjudged (
  draw_id uuid primary key references draw,
  at timestamptz not null default clock_timestamp()
);
create index unjudged_at on opinion.unjudged (at);
create trigger unjudged_is_history before update or delete on opinion.unjudged for each row execute function refuse_change();
create trigger unjudged_is_kept before truncate on opinion.unjudged for each statement execute function refuse_change();

-- A held draw that two operators have decided to pay as it was drawn.
create table opinion.release (
  draw_id uuid primary key references draw,
  at timestamptz not null default clock_timestamp(),
  reason text not null constraint release_has_a_reason check (reason <> ''),
  request_id uuid not null
);
create index release_at on opinion.release (at);
create trigger release_is_history before update or delete on opinion.release for each row execute function refuse_change();
create trigger release_is_kept before truncate on opinion.release for each statement execute function refuse_change();

-- The disagreements that have stopped withdrawals, so that each does it once. The worker stops them, and not the note: a transaction
-- that whoever writes notes leaves open would keep reconciliation waiting for the flag.
create table opinion.heeded (
  note_id bigint primary key references opinion.note,
  at timestamptz not null default clock_timestamp()
);
create trigger heeded_is_history before update or delete on opinion.heeded for each row execute function refuse_change();
create trigger heeded_is_kept before truncate on opinion.heeded for each statement execute function refuse_change();
