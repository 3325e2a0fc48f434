import { arrayLiteral, type Queryable } from '#database/connect.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { hashToken, sessionIsAlive } from './sessions.ts';

export interface FoundSession {
  readonly signedIn: SignedIn;
  /** How long until the session expires unless it is used. */
  readonly remainingMs: number;
}

interface SessionFinder {
  /** Finds the live session of a token; null if there is none. */
  find(token: string): Promise<FoundSession | null>;
  /** Records which sessions were used. */
  stop(): Promise<void>;
}

/** How long the uses of sessions are gathered. A process that dies forgets them, which only makes an idle session end so much earlier. */
const gatherUsesMs = 1_000;
/** With less left than this, the use is written before the answer: the next call might find the session expired. */
const nearlyExpiredMs = 30_000;

/**
 * All tokens that arrive in the same turn of the event loop are looked up in one query: with thousands of players, most calls
 * bring a token that is not cached. The use of a session is stored once a minute, for all sessions of one second in one
 * statement: no caller waits for the disk because of it.
 */
export function createSessionFinder(db: Queryable): SessionFinder {
  const used = new Set<string>();
  let writing: NodeJS.Timeout | undefined;
  let gathering: { readonly hashes: Set<string>; readonly found: Promise<Map<string, FoundSession>> } | null = null;

  async function find(token: string): Promise<FoundSession | null> {
    const hash = hashToken(token).toString('hex');
    gathering ??= gather();
    gathering.hashes.add(hash);
    return (await gathering.found).get(hash) ?? null;
  }

  function gather() {
    const hashes = new Set<string>();
    const found = new Promise((resolve) => setImmediate(resolve)).then(async () => {
      gathering = null;
      const rows = await findSessions(db, [...hashes]);
      await noteUses(rows.filter((row) => row.seen_long_ago));
      return new Map(rows.map((row) => [row.hash, toFound(row)]));
    });
    return { hashes, found };
  }

  async function noteUses(rows: readonly SessionRow[]): Promise<void> {
    if (rows.length === 0) return;
    for (const { id } of rows) used.add(id);
    if (rows.some((row) => row.remaining_ms < nearlyExpiredMs)) await writeUses();
    else writing ??= setTimeout(() => void writeUses(), gatherUsesMs);
  }

  async function writeUses(): Promise<void> {
    clearTimeout(writing);
    writing = undefined;
    if (used.size === 0) return;
    const ids = [...used];
    used.clear();
    // A transaction that holds one of these rows writes the same value. Where the write fails, the next look-up notes the use again.
    await db
      .query(
        `update session set last_seen_at = now()
         where id in (select id from session where id = any ($1) for no key update skip locked)`,
        [arrayLiteral(ids)],
      )
      .catch(() => {});
  }

  return { find, stop: writeUses };
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

function findSessions(db: Queryable, hashes: readonly string[]): Promise<SessionRow[]> {
  return db.query<SessionRow>({
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
}

function toFound({ id, client_id, confirmed, phone, remaining_ms }: SessionRow): FoundSession {
  return { signedIn: { clientId: client_id, sessionId: id, confirmed, phone }, remainingMs: remaining_ms };
}
