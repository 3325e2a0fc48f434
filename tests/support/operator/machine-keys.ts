import { createHash, randomBytes, randomInt } from 'node:crypto';

export interface MachineKey {
  readonly id: string;
  /** The whole of it: what a program sends. */
  readonly key: string;
  /** The hash that a browser sends of it. */
  readonly hash: string;
}

/** A key as the browser of an operator makes it. */
export function newMachineKey(): MachineKey {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  const id = Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');
  const key = `izi_${id}_${randomBytes(32).toString('base64url')}`;
  return { id, key, hash: createHash('sha256').update(key).digest('hex') };
}
