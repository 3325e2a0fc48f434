import { createHash } from 'node:crypto';
import { openDrawKeys } from '#server/fair-draw/draw-keys.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';

/** Replaces the secrets that demo mode creates once and stores: 32 bytes, the same in every run. */
export function testSecret(name: string): string {
  return createHash('sha256').update(name).digest('base64url');
}

const bytesOf = (name: string) => Buffer.from(testSecret(name), 'base64url');

/** The keys of an operator with these secrets. */
export const testKeys = openDrawKeys(openKeyRing(bytesOf('seed-key')), openKeyRing(bytesOf('operator-key')));

/** The settings that give a server these keys. */
export const keySettings = { SEED_KEY: testSecret('seed-key'), OPERATOR_KEY: testSecret('operator-key') };
