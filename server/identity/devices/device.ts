import type { Queryable } from '#database/connect.ts';
import { createToken, describeDevice, hashToken } from '#server/identity/sessions/sessions.ts';
import type { Caller } from '#server/identity/identity.ts';

/** One device more removes the client's least recently seen one. */
const mostDevices = 20;

export interface FoundDevice {
  readonly id: string;
  readonly clientId: number;
  readonly secret: string;
}

export interface KnownDevice {
  readonly id: string;
  /** The secrets that the browser must keep, the client's own first. */
  readonly secrets: readonly string[];
}

/**
 * Makes the calling browser a known device of a client who has just given a strong proof in it. The secret is always a new
 * one or the client's own: a secret that somebody else knows never becomes valid. The secrets of other clients tell that they
 * share the browser. The caller has locked the client's row.
 */
export async function knowDevice(tx: Queryable, clientId: number, caller: Caller): Promise<KnownDevice> {
  const known = await findDevice(tx, [clientId], caller);
  const secret = known?.secret ?? createToken();
  const [device] = await tx.query<{ id: string }>(
    `insert into device (client_id, secret_hash, name, browser, trusted_until)
     values ($1, $2, $3, coalesce(
       (select browser from device where secret_hash = any (select decode(unnest($4::text[]), 'hex')) order by first_seen_at limit 1),
       gen_random_uuid()
     ), now() + interval '1 year')
     on conflict (secret_hash) do update set
       name = excluded.name, last_seen_at = excluded.last_seen_at, trusted_until = excluded.trusted_until
     returning id`,
    [clientId, hashToken(secret), describeDevice(caller.userAgent), hexHashes(caller.deviceSecrets)],
  );
  if (device === undefined) throw new Error(`no device was stored for client ${clientId}`);
  await tx.query(
    `delete from device where id in (
       select id from device where client_id = $1 order by last_seen_at desc, id offset $2
     )`,
    [clientId, mostDevices],
  );
  return { id: device.id, secrets: [secret, ...caller.deviceSecrets.filter((other) => other !== secret)] };
}

/** Links a session to its known device. */
export async function putSessionOnDevice(tx: Queryable, sessionId: string, deviceId: string): Promise<void> {
  await tx.query('update session set device_id = $2 where id = $1', [sessionId, deviceId]);
}

/** Records that a known device was used. */
export async function noteDeviceSeen(tx: Queryable, id: string): Promise<void> {
  await tx.query('update device set last_seen_at = now() where id = $1', [id]);
}

/** The calling browser, if it is a known device of one of these clients. Without a secret there is no query. */
export async function findDevice(
  db: Queryable,
  clientIds: readonly number[],
  { deviceSecrets }: Caller,
): Promise<FoundDevice | null> {
  if (deviceSecrets.length === 0 || clientIds.length === 0) return null;
  const [device] = await db.query<{ id: string; client_id: number; place: number }>(
    `select id, client_id, place::integer
     from unnest($2::text[]) with ordinality as asked (hash, place)
     join device on secret_hash = decode(asked.hash, 'hex')
     where client_id = any ($1) and trusted_until > now() order by place limit 1`,
    [clientIds, hexHashes(deviceSecrets)],
  );
  if (device === undefined) return null;
  return { id: device.id, clientId: device.client_id, secret: deviceSecrets[device.place - 1]! };
}

function hexHashes(secrets: readonly string[]): string[] {
  return secrets.map((secret) => hashToken(secret).toString('hex'));
}
