-- A statement cut to deposits, or to corrections, read each posting of a client in search of them, and a busy client has tens of
-- thousands of bets and payouts. The index has the others alone, so that neither a bet nor a payout writes to it.
create index posting_other on posting (client_id, id) where kind not in ('bet', 'payout');
