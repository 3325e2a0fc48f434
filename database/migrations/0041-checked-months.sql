-- When a closed month was last read again, and what was not as it was then, such as {tickets,balances}; null for nothing.
alter table month
  add column checked_at timestamptz,
  add column differs text[],
  add constraint month_is_closed_before_it_is_checked check (checked_at is null or closed_at is not null),
  add constraint month_differs_when_checked check (differs is null or (checked_at is not null and cardinality(differs) > 0));
