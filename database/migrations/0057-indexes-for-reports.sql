-- What reports look for and nothing else has an index for: docs/decisions/0079. Bets and postings pay for none of it.
create index client_created on client (created_at);
create index payment_large on payment (created_at, id) where amount >= 1000000;
