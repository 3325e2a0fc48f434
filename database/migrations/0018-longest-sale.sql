-- How long before its draw a ticket can have been bought: lists by draw read the client's tickets from then on.
create index draw_longest_sale on draw ((draws_at - opens_at));
