-- Draws, tickets, and what draws owe.

create type draw_status as enum ('open', 'closed', 'drawn', 'settled', 'void');

-- The draw's row is the job: whoever advances a draw locks its row, and after a crash the row says where to go on.
create table draw (
  id uuid primary key,
  draws_at timestamptz not null constraint draw_once_a_moment unique,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  rules text not null,
  status draw_status not null default 'open',
  -- the nine numbers as digits, first out first
  result integer,
  closed_at timestamptz,
  drawn_at timestamptz,
  -- when the money of a settled or void draw had all moved
  finished_at timestamptz,
  -- when what the draw owes was written to due, and the last client who was paid of it
  dues_listed_at timestamptz,
  paid_through bigint not null default 0,
  constraint draw_times_in_order check (opens_at < closes_at and closes_at < draws_at),
  constraint draw_has_its_result check ((result is not null) = (status in ('drawn', 'settled'))),
  constraint draw_result_is_an_order check (length(result::text) = 9 and translate('123456789', result::text, '') = ''),
  constraint draw_settled_is_finished check (status <> 'settled' or finished_at is not null)
) with (fillfactor = 50);

create index draw_unfinished on draw (closes_at) where finished_at is null;

create trigger draw_life before update on draw for each row execute function keep_draw_life();
create trigger draw_is_kept before delete on draw for each row execute function refuse_change();

-- A ticket has no status of its own: it is pending while its draw is, then won where due has a row, else lost. It is
-- never written again. bet_type and selection are the codes of the domain: the numbers are the digits of selection.
create table ticket (
  client_id bigint not null,
  id uuid not null,
  draw_id uuid not null,
  bet_type smallint not null constraint ticket_bet_type_known check (bet_type between 1 and 6),
  selection integer not null constraint ticket_selection_in_digits check (selection between 1 and 987654321),
  stake integer not null constraint ticket_stake_positive check (stake > 0),
  -- how much of the stake came from winnings; the rest came from deposits
  stake_win integer not null constraint ticket_stake_win_within_stake check (stake_win between 0 and stake),
  accepted_at timestamptz not null,
  primary key (client_id, id)
);
-- Ids are made by clients, in order of time, so this index grows at its right edge; it keeps one client from using
-- another's id.
create unique index ticket_id_once on ticket (id);
-- Draws follow each other in time, so this finds the tickets of a draw, and those of the last minutes.
create index ticket_draw on ticket using brin (draw_id, accepted_at) with (pages_per_range = 32, autosummarize = on);

create trigger ticket_is_history before update or delete on ticket for each row execute function refuse_change();
create trigger ticket_is_kept before truncate on ticket for each statement execute function refuse_change();

-- What a finished draw owes, a row a ticket: winnings of a drawn draw, stakes of a void one.
create table due (
  draw_id uuid not null,
  client_id bigint not null,
  ticket_id uuid not null,
  to_dep bigint not null check (to_dep >= 0),
  to_win bigint not null check (to_win >= 0),
  primary key (draw_id, client_id, ticket_id),
  constraint due_positive check (to_dep + to_win > 0)
);
create trigger due_is_history before update or delete on due for each row execute function refuse_change();
create trigger due_is_kept before truncate on due for each statement execute function refuse_change();
