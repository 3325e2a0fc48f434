import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifySignature } from '#domain/fair-draw/signatures.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { openDrawKeys } from './draw-keys.ts';

const [seedKey, operatorSecret, drawHash] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
const keys = openDrawKeys(openKeyRing(seedKey), openKeyRing(operatorSecret));
const secrets = { seed: randomBytes(32), saltKey: randomBytes(32) };

test('signatures can be checked by anybody, and are always the same', () => {
  const message = Buffer.from('izi');
  expect(verifySignature(keys.sign(message), message, keys.operatorKey)).toBe(true);
  expect(keys.sign(message)).toEqual(keys.sign(message));
});

test('secrets are encrypted under the key, for one draw, and never twice as the same bytes', () => {
  const encrypted = keys.encryptSecrets(secrets, drawHash);
  expect(keys.decryptSecrets(encrypted, drawHash)).toEqual(secrets);
  expect(encrypted.includes(secrets.seed)).toBe(false);
  expect(keys.encryptSecrets(secrets, drawHash)).not.toEqual(encrypted);
});

test.each<[string, () => unknown]>([
  [
    'another key',
    () => openDrawKeys(openKeyRing(randomBytes(32)), openKeyRing(operatorSecret)).decryptSecrets(encrypted(), drawHash),
  ],
  ['another draw', () => keys.decryptSecrets(encrypted(), randomBytes(32))],
  ['a changed byte', () => keys.decryptSecrets(withFlippedBit(encrypted(), 40), drawHash)],
  ['a missing byte', () => keys.decryptSecrets(encrypted().subarray(0, -1), drawHash)],
])('decryption fails with %s', (_, decrypt) => {
  expect(decrypt).toThrow();
});

function encrypted(): Buffer {
  return keys.encryptSecrets(secrets, drawHash);
}

function withFlippedBit(bytes: Buffer, place: number): Buffer {
  bytes[place]! ^= 1;
  return bytes;
}

test('a process without the key of the seeds signs, and neither encrypts nor decrypts', () => {
  const web = openDrawKeys(null, openKeyRing(operatorSecret));
  expect(web.sign(drawHash)).toEqual(keys.sign(drawHash));
  expect(() => web.encryptSecrets(secrets, drawHash)).toThrow('this process has no SEED_KEY');
  expect(() => web.decryptSecrets(encrypted(), drawHash)).toThrow('this process has no SEED_KEY');
});

test('signs with the requested key, if it is held', () => {
  const former = randomBytes(32);
  const both = openDrawKeys(openKeyRing(seedKey), openKeyRing(operatorSecret, [former]));
  const { operatorKey } = openDrawKeys(null, openKeyRing(former));
  expect(verifySignature(both.signerOf(operatorKey)!.sign(drawHash), drawHash, operatorKey)).toBe(true);
  expect(both.operatorKey).toEqual(keys.operatorKey);
  expect(keys.signerOf(operatorKey)).toBeUndefined();
});
