-- What a client has staked since the day, week and month began, counted up to one of the client's postings: only later
-- postings have to be read to bring it up to date. It is a copy of what the books say and may be emptied at any time.
create table stakes_counted (
  client_id bigint not null,
  period limit_period not null,
  -- a row of another beginning (an earlier period, another time zone) counts nothing
  starts_at timestamptz not null,
  stakes bigint not null constraint stakes_counted_not_negative check (stakes >= 0),
  -- the last posting that is counted
  through bigint not null,
  primary key (client_id, period)
) with (fillfactor = 50);

-- It takes the kind of limits as well now, which may be left out: so older processes may call it as before.
drop function if exists play_limits_at(bigint, text, timestamptz);
