import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifySignature } from '#domain/fair-draw/signatures.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { createDraw } from '#tests/support/players/play.ts';
import { findOtherKey } from './check-keys.ts';
import { openDrawKeys } from './draw-keys.ts';

const [seedKey, operatorSecret, drawHash] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
const keys = openDrawKeys(seedKey, operatorSecret);
const secrets = { seed: randomBytes(32), saltKey: randomBytes(32) };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('signs as anybody can check, and always the same', () => {
  const message = Buffer.from('izi');
  expect(verifySignature(keys.sign(message), message, keys.operatorKey)).toBe(true);
  expect(keys.sign(message)).toEqual(keys.sign(message));
});

test('keeps secrets under the key, for one draw, and never twice in the same bytes', () => {
  const encrypted = keys.encryptSecrets(secrets, drawHash);
  expect(keys.decryptSecrets(encrypted, drawHash)).toEqual(secrets);
  expect(encrypted.includes(secrets.seed)).toBe(false);
  expect(keys.encryptSecrets(secrets, drawHash)).not.toEqual(encrypted);
});

test.each<[string, () => unknown]>([
  ['another key', () => openDrawKeys(randomBytes(32), operatorSecret).decryptSecrets(encrypted(), drawHash)],
  ['another draw', () => keys.decryptSecrets(encrypted(), randomBytes(32))],
  ['a changed byte', () => keys.decryptSecrets(withFlippedBit(encrypted(), 40), drawHash)],
  ['a missing byte', () => keys.decryptSecrets(encrypted().subarray(0, -1), drawHash)],
])('gives nothing for %s', (_, decrypt) => {
  expect(decrypt).toThrow();
});

function encrypted(): Buffer {
  return keys.encryptSecrets(secrets, drawHash);
}

function withFlippedBit(bytes: Buffer, place: number): Buffer {
  bytes[place]! ^= 1;
  return bytes;
}

test('a server with other keys than its database was filled with learns which one', async () => {
  expect(await findOtherKey(database.db, keys)).toBeNull();
  await createDraw(database.owner);
  expect(await findOtherKey(database.db, testKeys)).toBeNull();
  expect(await findOtherKey(database.db, keys)).toBe('OPERATOR_KEY');
  const otherSeedKey = { ...testKeys, decryptSecrets: keys.decryptSecrets };
  expect(await findOtherKey(database.db, otherSeedKey)).toBe('SEED_KEY');
});
