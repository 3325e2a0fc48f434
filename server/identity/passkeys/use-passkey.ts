import type { UsedCredential } from '#contract/webauthn.ts';
import type { Queryable, Transaction } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Identity } from '#server/identity/identity.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';
import { readPasskeyUse, relyingPartyOf, type NamedPasskey, type PasskeyUse } from './webauthn.ts';

/** The passkeys of a client, for a request that names them. */
export function namePasskeys(db: Queryable, clientId: number): Promise<NamedPasskey[]> {
  return db.query<NamedPasskey>(
    'select credential_id, transports from passkey where client_id = $1 order by created_at, id',
    [clientId],
  );
}

/** A use of a passkey whose signature is right. `noteUse` records it. */
export interface CheckedUse extends PasskeyUse {
  readonly passkeyId: string;
  readonly clientId: number;
}

/**
 * Checks what a passkey has signed, outside a transaction. A wrong one is noted in its owner's security log.
 *
 * @param asked the only client whose passkeys will do; null for a sign-in
 * @throws Refusal passkey_unknown when it is nobody's or somebody else's, passkey_refused
 */
export async function checkUse(
  { db, publicUrl, security }: Pick<Identity, 'db' | 'publicUrl' | 'security'>,
  nonce: Buffer,
  credential: UsedCredential,
  asked: number | null,
  origin: Origin,
): Promise<CheckedUse> {
  const [found] = await db.query<{ id: string; client_id: number; public_key: Buffer; handle: Buffer }>(
    `select p.id, client_id, public_key, handle from passkey p join client c on c.id = client_id where credential_id = $1`,
    [Buffer.from(credential.id, 'base64url')],
  );
  const refuse = (code: 'passkey_unknown' | 'passkey_refused', whose: number | null) => {
    security.note(origin, { clientId: whose, kind: 'passkey_refused', factor: 'passkey' });
    return new Refusal(code);
  };
  if (found === undefined || (asked !== null && found.client_id !== asked)) throw refuse('passkey_unknown', asked);
  const { client_id: clientId, handle } = found;
  const { userHandle } = credential.response;
  // A sign-in learns from the authenticator alone whose passkey it is, so there it has to say so.
  const isOwner = userHandle == null ? asked !== null : handle.equals(Buffer.from(userHandle, 'base64url'));
  const use = isOwner ? await readPasskeyUse(relyingPartyOf(publicUrl()), nonce, credential, found.public_key) : null;
  if (use === null) throw refuse('passkey_refused', clientId);
  return { ...use, passkeyId: found.id, clientId };
}

/**
 * Records a use, with the client's row locked. A counter that does not rise means that somebody may have copied the key: its
 * owner is told, and stays signed in, because nobody knows which of the two this is.
 *
 * @returns whether the counter fell; null when the passkey was removed in the meantime
 */
export async function noteUse(
  { security }: Pick<Identity, 'security'>,
  tx: Transaction,
  { passkeyId, clientId, counter, backedUp }: CheckedUse,
  origin: Origin,
): Promise<boolean | null> {
  const [row] = await tx.query<{ fell: boolean }>(
    `update passkey p set
       counter = greatest(p.counter, $3), backed_up = $4, last_used_at = clock_timestamp()
     from (select id, counter from passkey where id = $1 and client_id = $2 for update) as before
     where p.id = before.id
     returning greatest(before.counter, $3) > 0 and $3 <= before.counter as fell`,
    [passkeyId, clientId, counter, backedUp],
  );
  if (row === undefined) return null;
  if (row.fell) {
    const detail = { passkey: passkeyId };
    await security.record(tx, origin, { clientId, kind: 'passkey_counter_fell', factor: 'passkey', detail });
  }
  return row.fell;
}
