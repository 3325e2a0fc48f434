-- What a draw sold is added up when it is sealed, so that nobody waits for it once the result is there: docs/decisions/0091.

-- By bet type; none for a bet type that nobody played, and none at all for draws that were sealed before there was this table.
create table draw_sold (
  draw_id uuid not null references draw,
  bet_type smallint not null,
  tickets bigint not null,
  stakes bigint not null,
  primary key (draw_id, bet_type),
  constraint draw_sold_something check (tickets > 0 and stakes > 0)
);
create trigger draw_sold_is_history before update or delete on draw_sold for each row execute function refuse_change();
create trigger draw_sold_is_kept before truncate on draw_sold for each statement execute function refuse_change();
