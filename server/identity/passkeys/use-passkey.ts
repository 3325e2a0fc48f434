import type { UsedCredential } from '#contract/webauthn.ts';
import type { Queryable, Transaction } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import { lockClient } from '#server/identity/client.ts';
import type { Identity } from '#server/identity/identity.ts';
import { tellAllContacts } from '#server/identity/security-log/notices.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';
import { readPasskeyUse, relyingPartyOf, type NamedPasskey, type PasskeyUse } from './webauthn.ts';

/** The passkeys of a client, for a request that names them. */
export function namePasskeys(db: Queryable, clientId: number): Promise<NamedPasskey[]> {
  return db.query<NamedPasskey>(
    'select credential_id, transports from passkey where client_id = $1 order by created_at, id',
    [clientId],
  );
}

/** A use of a passkey whose signature is right, and which is counted. */
interface CheckedUse extends PasskeyUse {
  readonly passkeyId: string;
  readonly clientId: number;
}

/**
 * Checks what a passkey has signed, outside a transaction, and counts it. A wrong one is noted in its owner's security log.
 *
 * @param asked the only client whose passkeys will do; null for a sign-in
 * @throws Refusal passkey_unknown when it is nobody's or somebody else's, passkey_refused
 */
export async function checkUse(
  identity: Identity,
  nonce: Buffer,
  credential: UsedCredential,
  asked: number | null,
  origin: Origin,
): Promise<CheckedUse> {
  const { db, publicUrl, security } = identity;
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
  // At sign-in only the authenticator says whose passkey it is, so it has to name the client.
  const isOwner = userHandle == null ? asked !== null : handle.equals(Buffer.from(userHandle, 'base64url'));
  const use = isOwner ? await readPasskeyUse(relyingPartyOf(publicUrl()), nonce, credential, found.public_key) : null;
  if (use === null) throw refuse('passkey_refused', clientId);
  const checked = { ...use, passkeyId: found.id, clientId };
  if (await countUse(identity, checked, origin)) {
    throw new Refusal('passkey_refused', { detail: ({ passkeyCopied }) => passkeyCopied });
  }
  return checked;
}

/**
 * Counts a use, in a transaction of its own. A counter that does not rise means that somebody may have copied the key: it is refused, its
 * owner is told, and the higher counter is kept, so that the copy and the owner's are both seen. Synced passkeys do not count at all.
 *
 * @returns whether the use is refused
 */
function countUse(identity: Identity, { passkeyId, clientId, counter, backedUp }: CheckedUse, origin: Origin) {
  return identity.db.transact(async (tx) => {
    const client = await lockClient(tx, clientId);
    const [row] = await tx.query<{ fell: boolean }>(
      `update passkey p set
         counter = greatest(p.counter, $3), backed_up = $4, last_used_at = clock_timestamp()
       from (select id, counter from passkey where id = $1 and client_id = $2 for update) as before
       where p.id = before.id
       returning greatest(before.counter, $3) > 0 and $3 <= before.counter as fell`,
      [passkeyId, clientId, counter, backedUp],
    );
    // Where it was removed in the meantime, `isStillSet` tells.
    if (row?.fell !== true) return false;
    const detail = { passkey: passkeyId };
    await identity.security.record(tx, origin, { clientId, kind: 'passkey_counter_fell', factor: 'passkey', detail });
    await tellAllContacts(identity, tx, client, { template: 'passkey_counter_fell', address: origin.address });
    return true;
  });
}

/** Whether a passkey is there, with the client's row locked. It may have been removed since its signature was checked. */
export async function isStillSet(tx: Transaction, { passkeyId, clientId }: CheckedUse): Promise<boolean> {
  const found = await tx.query('select from passkey where id = $1 and client_id = $2 for share', [passkeyId, clientId]);
  return found.length > 0;
}
