import { openSealed, seal } from '#server/keys/sealed.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';

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
