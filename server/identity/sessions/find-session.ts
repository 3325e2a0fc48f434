import { arrayLiteral, type Queryable } from '#database/connect.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { hashToken, sessionIsAlive } from './sessions.ts';

export interface FoundSession {
  readonly signedIn: SignedIn;
  /** How long until the session expires unless it is used. */
  readonly remainingMs: number;
}

/**
 * Finds the live session of a token; null if there is none. All tokens that arrive in the same turn of the event loop are
 * looked up in one query: with thousands of players, most calls bring a token that is not cached.
 */
export function createSessionFinder(db: Queryable): (token: string) => Promise<FoundSession | null> {
  let gathering: { readonly hashes: Set<string>; readonly found: Promise<Map<string, FoundSession>> } | null = null;

  return async (token) => {
    const hash = hashToken(token).toString('hex');
    gathering ??= gather();
    gathering.hashes.add(hash);
    return (await gathering.found).get(hash) ?? null;
  };

  function gather() {
    const hashes = new Set<string>();
    const found = new Promise((resolve) => setImmediate(resolve)).then(() => {
      gathering = null;
      return findSessions(db, [...hashes]);
    });
    return { hashes, found };
  }
}

interface SessionRow {
  readonly id: string;
  readonly client_id: number;
  readonly phone: string;
  readonly confirmed: boolean;
  readonly hash: string;
  readonly seen_long_ago: boolean;
  readonly remaining_ms: number;
}

async function findSessions(db: Queryable, hashes: readonly string[]): Promise<Map<string, FoundSession>> {
  const rows = await db.query<SessionRow>({
    name: 'find-sessions',
    text: `
      select s.id, s.client_id, c.phone, c.confirmed_at is not null as confirmed, encode(token_hash, 'hex') as hash,
        last_seen_at < now() - interval '1 minute' as seen_long_ago,
        (extract(epoch from least(
          expires_at, case when remember then expires_at else last_seen_at + interval '30 minutes' end
        ) - now()) * 1000)::float8 as remaining_ms
      from unnest($1::text[]) asked (hash)
      join session s on s.token_hash = decode(asked.hash, 'hex')
      join client c on c.id = s.client_id
      where ${sessionIsAlive}`,
    values: [arrayLiteral(hashes)],
  });
  const seenLongAgo = rows.filter((row) => row.seen_long_ago).map((row) => row.id);
  if (seenLongAgo.length > 0) {
    // A transaction that holds one of these rows writes the same value.
    await db.query(
      `update session set last_seen_at = now()
       where id in (select id from session where id = any ($1) for no key update skip locked)`,
      [seenLongAgo],
    );
  }
  return new Map(
    rows.map(({ hash, id, client_id, confirmed, phone, remaining_ms }) => [
      hash,
      { signedIn: { clientId: client_id, sessionId: id, confirmed, phone }, remainingMs: remaining_ms },
    ]),
  );
}
