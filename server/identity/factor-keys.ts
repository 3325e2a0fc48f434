import type { Queryable } from '#database/connect.ts';
import { keyIdLength, type KeyRing } from '#server/keys/key-ring.ts';
import { openSealed, seal } from '#server/keys/sealed.ts';

/**
 * Looks whether a process has every key that the secrets of authenticator apps are sealed with.
 *
 * @returns which setting is wrong and why; null where all is well
 */
export async function refuseFactorKeys(db: Queryable, { all }: KeyRing): Promise<string | null> {
  const [row] = await db.query<{ key_id: Buffer; apps: number }>(
    `select substring(secret_sealed for $2) as key_id, count(*)::integer as apps from totp
     where substring(secret_sealed for $2) <> all ($1) group by 1 limit 1`,
    [all.map(({ id }) => id), keyIdLength],
  );
  return row === undefined
    ? null
    : `FACTOR_KEY is not the key ${row.key_id.toString('hex')}, which secrets of authenticator apps are sealed with (${row.apps} of them), and FACTOR_KEY_FORMER does not hold it`;
}

const batch = 500;

/**
 * Seals under the current key what a former one seals, so that the former one may go.
 *
 * @returns how many secrets it sealed anew, and how many it could not open
 */
export async function sealFactorsAnew(
  db: Queryable,
  keys: KeyRing,
  stopping: AbortSignal,
): Promise<{ sealed: number; unreadable: number }> {
  const done = { sealed: 0, unreadable: 0 };
  for (let last = 0; !stopping.aborted;) {
    const rows = await db.query<{ client_id: number; secret_sealed: Buffer }>(
      `select client_id, secret_sealed from totp
       where substring(secret_sealed for $4) = any ($1) and client_id > $2 order by client_id limit $3`,
      [keys.former.map(({ id }) => id), last, batch, keyIdLength],
    );
    for (const { client_id, secret_sealed } of rows) {
      const anew = trySealAnew(keys, secret_sealed, client_id);
      done[anew === null ? 'unreadable' : 'sealed'] += 1;
      if (anew === null) continue;
      // Where the app was replaced in the meantime, nothing changes.
      await db.query('update totp set secret_sealed = $3 where client_id = $1 and secret_sealed = $2', [
        client_id,
        secret_sealed,
        anew,
      ]);
    }
    if (rows.length < batch) break;
    last = rows.at(-1)!.client_id;
  }
  return done;
}

/** Null where the secret was changed, or belongs to another client. */
function trySealAnew(keys: KeyRing, sealed: Buffer, clientId: number): Buffer | null {
  try {
    return sealSecret(keys, openSecret(keys, sealed, clientId), clientId);
  } catch {
    return null;
  }
}

/** Seals the secret of a client's authenticator app. In another client's row it does not open. */
export function sealSecret(keys: KeyRing, secret: Buffer, clientId: number): Buffer {
  return seal(keys, secret, contextOf(clientId));
}

/** @throws Error when the key is missing, or the secret was changed or belongs to another client */
export function openSecret(keys: KeyRing, sealed: Buffer, clientId: number): Buffer {
  return openSealed(keys, sealed, contextOf(clientId));
}

function contextOf(clientId: number): Buffer {
  return Buffer.from(`totp of client ${clientId}`);
}
