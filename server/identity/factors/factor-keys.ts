import type { Queryable } from '#database/connect.ts';
import { keyIdLength, type KeyRing } from '#server/keys/key-ring.ts';
import { sealAnew, type SealedAnew, type SealedColumn, type SealedValue } from '#server/keys/seal-anew.ts';
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

/** Seals the secrets of authenticator apps under the current FACTOR_KEY; see `sealAnew`. */
export function sealFactorsAnew(db: Queryable, keys: KeyRing, stopping: AbortSignal): Promise<SealedAnew> {
  const apps: SealedColumn = {
    contextOf,
    read: (keyIds, after, most) =>
      db.query<SealedValue>(
        `select client_id, secret_sealed as sealed from totp
         where substring(secret_sealed for $4) = any ($1) and client_id > $2 order by client_id limit $3`,
        [keyIds, after, most, keyIdLength],
      ),
    replace: ({ client_id, sealed }, anew) =>
      db.query('update totp set secret_sealed = $3 where client_id = $1 and secret_sealed = $2', [
        client_id,
        sealed,
        anew,
      ]),
  };
  return sealAnew(keys, apps, stopping);
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
