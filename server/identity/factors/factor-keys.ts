import type { Queryable } from '#database/connect.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import { sealAnew, type SealedAnew } from '#server/keys/seal-anew.ts';
import { findMissingKey, sealedColumn } from '#server/keys/sealed-column.ts';
import { openSealed, seal } from '#server/keys/sealed.ts';

const secrets = { table: 'totp', column: 'secret_sealed' };

/**
 * Looks whether a process has every key that the secrets of authenticator apps are sealed with.
 *
 * @returns which setting is wrong and why; null where all is well
 */
export async function refuseFactorKeys(db: Queryable, keys: KeyRing): Promise<string | null> {
  const missing = await findMissingKey(db, secrets, keys);
  return (
    missing &&
    `FACTOR_KEY is not the key ${missing.keyId}, which secrets of authenticator apps are sealed with (${missing.values} of them), and FACTOR_KEY_FORMER does not hold it`
  );
}

/** Seals the secrets of authenticator apps under the current FACTOR_KEY; see `sealAnew`. */
export function sealFactorsAnew(db: Queryable, keys: KeyRing, stopping: AbortSignal): Promise<SealedAnew> {
  return sealAnew(keys, sealedColumn(db, secrets, contextOf), stopping);
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
