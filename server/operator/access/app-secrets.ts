import { openSealed, seal } from '#server/keys/sealed.ts';
import type { Queryable } from '#database/connect.ts';
import { keyIdLength, type KeyRing } from '#server/keys/key-ring.ts';

/**
 * Looks whether the console has every key that operators' apps are sealed with. Each is sealed again when its operator signs in.
 *
 * @returns which setting is wrong and why; null where all is well
 */
export async function refuseAppKeys(db: Queryable, { all }: KeyRing): Promise<string | null> {
  const keys = await db.query<{ key_id: Buffer; apps: number }>('select * from console.app_keys($1)', [keyIdLength]);
  const missing = keys.find(({ key_id }) => !all.some(({ id }) => key_id.equals(id)));
  return missing === undefined
    ? null
    : `FACTOR_KEY is not the key ${missing.key_id.toString('hex')}, which apps of operators are sealed with (${missing.apps} of them), and FACTOR_KEY_FORMER does not hold it`;
}

/** Seals the secret of an operator's app. In another operator's row, or a client's, it does not open. */
export function sealAppSecret(keys: KeyRing, secret: Buffer, operatorId: number): Buffer {
  return seal(keys, secret, contextOf(operatorId));
}

/** @throws Error when the key is missing, or the secret was changed or belongs to somebody else */
export function openAppSecret(keys: KeyRing, sealed: Buffer, operatorId: number): Buffer {
  return openSealed(keys, sealed, contextOf(operatorId));
}

function contextOf(operatorId: number): Buffer {
  return Buffer.from(`totp of operator ${operatorId}`);
}
