import { expect } from 'vitest';
import type { Queryable } from '#database/connect.ts';

/**
 * Fails unless every balance follows from the postings: the sum of all accounts is zero, each stored wallet equals its
 * postings, no account that only a client fills is overdrawn, and no finished draw keeps a stake. Call it after each test
 * that moves money, with the owner's connection.
 */
export async function expectBooksBalance(owner: Queryable): Promise<void> {
  const [total] = await owner.query<{ sum: number }>(
    'select coalesce(sum(balance), 0)::bigint as sum from account_balance',
  );
  expect(total?.sum, 'the sum of all accounts').toBe(0);
  expect(await owner.query(wrongWallets), 'wallets that differ from their postings').toEqual([]);
  expect(await owner.query(overdrawn), 'accounts below zero').toEqual([]);
  expect(await owner.query(wrongStakes), 'draws whose stakes differ from their tickets').toEqual([]);
}

const wrongWallets = `
  select coalesce(w.client_id, p.client_id) as client_id, w.dep, w.win, w.held, p.dep_posted, p.win_posted, p.held_posted,
    w.owed, p.owed_posted
  from wallet w
  full join (
    select client_id,
      coalesce(sum(balance) filter (where account = 'client_dep'), 0)::bigint as dep_posted,
      coalesce(sum(balance) filter (where account = 'client_win'), 0)::bigint as win_posted,
      coalesce(sum(balance) filter (where account = 'client_held'), 0)::bigint as held_posted,
      -coalesce(sum(balance) filter (where account = 'client_owed'), 0)::bigint as owed_posted
    from account_balance
    where account in ('client_dep', 'client_win', 'client_held', 'client_owed')
    group by client_id
  ) p on p.client_id = w.client_id
  where (coalesce(w.dep, 0), coalesce(w.win, 0), coalesce(w.held, 0), coalesce(w.owed, 0))
    <> (coalesce(p.dep_posted, 0), coalesce(p.win_posted, 0), coalesce(p.held_posted, 0), coalesce(p.owed_posted, 0))`;

const overdrawn = `
  select account, client_id, sum(balance)::bigint as balance
  from account_balance
  where account in ('client_dep', 'client_win', 'client_held')
  group by account, client_id
  having sum(balance) < 0`;

// Until its stakes are banked or refunded a draw holds exactly the stakes of its tickets; a finished one holds nothing.
const wrongStakes = `
  select d.id, d.status, coalesce(p.held, 0) as held, coalesce(t.staked, 0) as staked
  from draw d
  left join (
    select draw_id, sum(balance)::bigint as held from account_balance where account = 'draw_stakes' group by draw_id
  ) p on p.draw_id = d.id
  left join (select draw_id, sum(stake)::bigint as staked from ticket group by draw_id) t on t.draw_id = d.id
  where case
    when d.finished_at is not null then coalesce(p.held, 0) <> 0
    when d.dues_listed_at is null then coalesce(p.held, 0) <> coalesce(t.staked, 0)
    else coalesce(p.held, 0) < 0
  end`;
