-- The methods that payments have, at which accounts, and what became of them. Lists of payments find a network by it, and what it never had.
create index payment_of_method on payment (method, provider, status);

-- Which of these occur together: without it, a list of what never does is expected to find some soon, and reads every payment.
create statistics payment_combined (mcv) on method, provider, status from payment;
analyze payment (method, provider, status);
