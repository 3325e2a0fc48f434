-- The few draws between the close of their sales and their end. Each step of a draw looks for one of them, among thousands on sale.
create index draw_under_way on draw (closes_at) where finished_at is null and status <> 'open';
