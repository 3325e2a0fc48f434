-- How many players bought their first ticket of the day in each minute, by the days of the operators' time zone: added up from midnight on,
-- the players of a day so far. Null where nobody has counted them. Whose days they are, and
-- since when without a gap, `sales_counted` says.
alter table sale_minute
  add column first_players integer,
  add constraint sale_minute_first_players_have_tickets check (first_players between 0 and tickets);
alter table sales_counted
  add column zone text,
  add column zone_since timestamptz,
  add constraint sales_counted_has_days_since check ((zone is null) = (zone_since is null));
