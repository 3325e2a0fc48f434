import type { Database } from '#database/connect.ts';
import { firstClientId, tokenPrefix } from './load/player.ts';

/** Far more than any run spends. */
export const deposit = 1_000_000_000;

/** Creates this many confirmed clients, each with money and one session; the books balance. */
export async function createPlayers(owner: Database, count: number): Promise<void> {
  const lastClientId = firstClientId + count - 1;
  await owner.query(
    `insert into client (id, phone, password_hash, first_name, last_name, birth_date, country, confirmed_at)
     overriding system value
     select n, '+22507' || lpad(n::text, 8, '0'), 'none', 'Bench', 'Player', '1990-01-01', 'CI', now()
     from generate_series($1::bigint, $2) n`,
    [firstClientId, lastClientId],
  );
  await owner.query(
    `insert into session (client_id, token_hash, remember, device, expires_at)
     select n, sha256(($3 || n)::bytea), true, 'bench', now() + interval '1 day'
     from generate_series($1::bigint, $2) n`,
    [firstClientId, lastClientId, tokenPrefix],
  );
  await owner.query('insert into wallet (client_id, dep) select n, $3 from generate_series($1::bigint, $2) n', [
    firstClientId,
    lastClientId,
    deposit,
  ]);
  await owner.query(
    `insert into posting (client_id, from_account, to_account, amount, kind, reference, at, dep_after, win_after)
     select n, 'adjustment', 'client_dep', $3::bigint, 'adjustment', gen_random_uuid(), now(), $3::bigint, 0
     from generate_series($1::bigint, $2) n`,
    [firstClientId, lastClientId, deposit],
  );
  await owner.query(
    `insert into adjustment (reference, from_account, to_account, client_id, amount, author, reason, at)
     select reference, from_account, to_account, client_id, amount, 'bench', 'money to play with', at
     from posting where kind = 'adjustment' and client_id between $1 and $2`,
    [firstClientId, lastClientId],
  );
  await owner.query('vacuum (analyze) client, session, wallet, posting');
}
