import { createECDH, createHash } from 'node:crypto';
import type { Database, Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { isPushEndpoint } from './push/endpoint.ts';

/** A subscription as a browser describes it. */
export interface BrowserSubscription {
  readonly endpoint: string;
  /** In base64url. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** One browser more ends the oldest subscription. */
const mostBrowsers = 10;

/**
 * Lets a browser be pushed to, for the client who is signed in there now. Sent again it only gets the session of now.
 *
 * @param hosts see `isPushEndpoint`
 * @returns the id of the subscription
 * @throws Refusal phone_unconfirmed; invalid_request for an address of no push service, or for keys that are none
 */
export async function subscribe(
  db: Database,
  { clientId, sessionId, confirmed }: SignedIn,
  { endpoint, keys }: BrowserSubscription,
  hosts: readonly string[],
): Promise<string> {
  if (!confirmed) throw new Refusal('phone_unconfirmed');
  const p256dh = Buffer.from(keys.p256dh, 'base64url');
  const auth = Buffer.from(keys.auth, 'base64url');
  if (!isPushEndpoint(endpoint, hosts)) throw refuseField('endpoint');
  if (!isPoint(p256dh)) throw refuseField('keys.p256dh');
  if (auth.length !== 16) throw refuseField('keys.auth');
  const hash = createHash('sha256').update(endpoint).digest();
  return db.transact(async (tx) => {
    // The address belongs to the browser: another client's subscription in it ends, and so do messages on their way to that client.
    await tx.query('delete from push_subscription where endpoint_hash = $1 and client_id <> $2', [hash, clientId]);
    const [row] = await tx.query<{ id: string }>(
      `insert into push_subscription as p (client_id, session_id, endpoint, p256dh, auth, endpoint_hash)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (endpoint_hash) do update set session_id = $2, p256dh = $4, auth = $5
       where p.client_id = $1
       returning id`,
      [clientId, sessionId, endpoint, p256dh, auth, hash],
    );
    // Two clients subscribed one browser in the same instant: the first one stays.
    if (row === undefined) throw new Refusal('not_found');
    await tx.query(
      `delete from push_subscription where id in (
         select id from push_subscription where client_id = $1 order by made_at desc, id offset $2
       )`,
      [clientId, mostBrowsers],
    );
    return row.id;
  });
}

/** Ends a client's subscription. */
export async function unsubscribe(db: Queryable, { clientId }: SignedIn, id: string): Promise<void> {
  await db.query('delete from push_subscription where id = $1 and client_id = $2', [id, clientId]);
}

function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== 65) return false;
  const probe = createECDH('prime256v1');
  probe.generateKeys();
  try {
    probe.computeSecret(bytes);
    return true;
  } catch {
    return false;
  }
}

function refuseField(path: string): Refusal {
  return new Refusal('invalid_request', { errors: [{ path, message: ({ cannotPush }) => cannotPush }] });
}
