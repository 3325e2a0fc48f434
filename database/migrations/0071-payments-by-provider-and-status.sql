-- Operators look at the payments of a provider in a status. Where it has none, the list read all of its payments: the planner took the two
-- for independent, and expected to find some soon.
create index payment_of_provider_status on payment (provider, status, created_at, id);
-- Which of them occur together: a status tells the direction, and a provider serves few countries.
create statistics payment_of_kind (mcv) on provider, status, direction, country from payment;
analyze payment;
