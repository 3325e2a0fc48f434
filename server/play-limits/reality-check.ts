import type { RealityCheck } from '#contract/play-limits.ts';
import type { Database } from '#database/connect.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { sumStatement } from '#server/ledger/statement-sums.ts';

interface Chosen {
  readonly every_minutes: number | null;
  readonly signed_in_at: Date;
}

/** The reality check that a client has chosen, and the client's result since the sign-in of this session. */
export async function readRealityCheck(
  db: Database,
  { clientId, sessionId }: SignedIn,
  timeZone: string,
): Promise<RealityCheck> {
  const [chosen] = await db.query<Chosen>(
    `select coalesce((select created_at from session where id = $2), clock_timestamp()) as signed_in_at,
       (select every_minutes from reality_check where client_id = $1) as every_minutes`,
    [clientId, sessionId],
  );
  const { every_minutes: everyMinutes, signed_in_at } = chosen!;
  const signedInAt = signed_in_at.toISOString();
  if (everyMinutes === null) return { everyMinutes, signedInAt, sums: null };
  const { data } = await sumStatement(db, clientId, { from: signedInAt }, timeZone);
  const { staked, won, refunded, result } = data;
  return { everyMinutes, signedInAt, sums: { staked, returned: won + refunded, net: result } };
}

/** After how many minutes of play the check comes; null: never. */
export async function setRealityCheck(db: Database, clientId: number, everyMinutes: number | null): Promise<void> {
  await db.query(
    everyMinutes === null
      ? 'delete from reality_check where client_id = $1 and $2::smallint is null'
      : `insert into reality_check (client_id, every_minutes) values ($1, $2)
         on conflict (client_id) do update set every_minutes = excluded.every_minutes`,
    [clientId, everyMinutes],
  );
}
