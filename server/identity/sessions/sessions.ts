import { createHash, randomBytes } from 'node:crypto';
import type { Factor } from '#contract/security.ts';
import type { Queryable } from '#database/connect.ts';
import { requireUnlocked } from '#server/identity/locks/locks.ts';

/** The circumstances of a sign-in. */
interface Visit {
  /** The header User-Agent. */
  readonly userAgent: string | undefined;
  /** Keeps an idle session alive. Without it the session ends after 30 idle minutes. */
  readonly remember: boolean;
  /** The known device; null if the browser is not known. */
  readonly deviceId: string | null;
  /** The factors that were shown for it; see `proof.ts`. */
  readonly provenBy: readonly Factor[];
}

const tokenBytes = 32;
/** One session more ends the client's least recently used one. */
const mostSessions = 50;

/**
 * Starts a session and returns its token, which is stored nowhere. The caller has locked the client's row.
 *
 * @throws Refusal account_locked
 */
export async function startSession(tx: Queryable, clientId: number, visit: Visit): Promise<string> {
  await requireUnlocked(tx, clientId);
  const token = createToken();
  await tx.query(
    `insert into session (client_id, token_hash, remember, device, device_id, proven_at, proven_by, expires_at)
     values ($1, $2, $3, $4, $5, clock_timestamp(), $6, now() + interval '30 days')`,
    [clientId, hashToken(token), visit.remember, describeDevice(visit.userAgent), visit.deviceId, visit.provenBy],
  );
  await tx.query(
    `delete from session where id in (
       select id from session where client_id = $1 order by last_seen_at desc, id offset $2
     )`,
    [clientId, mostSessions],
  );
  return token;
}

/** Gives a session a new token, so that a stolen one stops working. Nothing else about the session changes. */
export async function replaceToken(tx: Queryable, sessionId: string): Promise<string | null> {
  const token = createToken();
  const rows = await tx.query('update session set token_hash = $2 where id = $1 returning id', [
    sessionId,
    hashToken(token),
  ]);
  return rows.length === 1 ? token : null;
}

/** Ends the sessions of a client, all or all but one, and the sign-ins that wait for their second factor. Returns the sessions' ids. */
export async function endSessions(tx: Queryable, clientId: number, except: string | null = null): Promise<string[]> {
  await tx.query('delete from challenge where client_id = $1', [clientId]);
  const ended = await tx.query<{ id: string }>(
    'delete from session where client_id = $1 and id is distinct from $2 returning id',
    [clientId, except],
  );
  return ended.map(({ id }) => id);
}

/** Ends one session of a client; false when the client has no such session. */
export async function endSession(db: Queryable, clientId: number, sessionId: string): Promise<boolean> {
  const rows = await db.query('delete from session where id = $2 and client_id = $1 returning id', [
    clientId,
    sessionId,
  ]);
  return rows.length === 1;
}

/** SQL condition on the table `session`: the session has not expired. */
export const sessionIsAlive = `expires_at > now() and (remember or last_seen_at > now() - interval '30 minutes')`;

interface SessionRow {
  readonly id: string;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly device: string;
}

/** A client's live sessions, the last used first. */
export function listSessions(db: Queryable, clientId: number): Promise<SessionRow[]> {
  return db.query<SessionRow>(
    `select id, created_at, last_seen_at, device from session
     where client_id = $1 and ${sessionIsAlive} order by last_seen_at desc, id limit $2`,
    [clientId, mostSessions],
  );
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function createToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** The browser and system in a few words, such as `Chrome on Android`, for the client's list of sessions. */
export function describeDevice(userAgent = ''): string {
  const find = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(browsers);
  const system = find(systems);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? (/^[\w.-]{1,40}/.exec(userAgent)?.[0] || 'Unknown');
}
