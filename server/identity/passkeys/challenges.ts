import type { Queryable } from '#database/connect.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { newNonce } from './webauthn.ts';

const minutes = 10;

interface SignInChallenge {
  readonly id: string;
  readonly nonce: Buffer;
}

/** A challenge for a sign-in. It belongs to whoever knows its id, which nobody can guess. */
export async function askAnybody(db: Queryable): Promise<SignInChallenge> {
  const nonce = newNonce();
  const [row] = await db.query<{ id: string }>(
    `insert into passkey_challenge (purpose, nonce, expires_at)
     values ('sign_in', $1, clock_timestamp() + $2 * interval '1 minute') returning id`,
    [nonce, minutes],
  );
  return { id: row!.id, nonce };
}

/** Ends a sign-in's challenge, and returns what was to be signed; null when it is over. Commit it before the signature is checked. */
export async function takeSignInChallenge(db: Queryable, id: string): Promise<Buffer | null> {
  const [row] = await db.query<{ nonce: Buffer }>(
    `delete from passkey_challenge where id = $1 and purpose = 'sign_in' and expires_at > clock_timestamp() returning nonce`,
    [id],
  );
  return row?.nonce ?? null;
}

type SessionPurpose = 'add' | 'proof';

/** A challenge for this session. It replaces the one before. */
export async function askSession(
  db: Queryable,
  { clientId, sessionId }: Pick<SignedIn, 'clientId' | 'sessionId'>,
  purpose: SessionPurpose,
): Promise<Buffer> {
  const nonce = newNonce();
  await db.query(
    `insert into passkey_challenge (purpose, client_id, flow, nonce, expires_at)
     values ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 minute')
     on conflict (flow, purpose) do update set nonce = excluded.nonce, expires_at = excluded.expires_at`,
    [purpose, clientId, sessionId, nonce, minutes],
  );
  return nonce;
}

/** Ends a session's challenge, and returns what was to be signed; null when it is over. Commit it before the answer is checked. */
export async function takeSessionChallenge(
  db: Queryable,
  { clientId, sessionId }: Pick<SignedIn, 'clientId' | 'sessionId'>,
  purpose: SessionPurpose,
): Promise<Buffer | null> {
  const [row] = await db.query<{ nonce: Buffer }>(
    `delete from passkey_challenge
     where flow = $1 and purpose = $2 and client_id = $3 and expires_at > clock_timestamp() returning nonce`,
    [sessionId, purpose, clientId],
  );
  return row?.nonce ?? null;
}
