import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { findKey, openKeyRing } from './key-ring.ts';
import { MissingKey, keyIdOf, openSealed, seal } from './sealed.ts';

const [old, next, other] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
const context = Buffer.from('client 7');
const text = Buffer.from('a secret');

test('a key has its own id, the same in every process, which does not reveal the key', () => {
  const { current } = openKeyRing(old);
  expect(openKeyRing(next, [old]).former).toEqual([current]);
  expect(current.id).toHaveLength(8);
  expect(current.id.equals(openKeyRing(next).current.id)).toBe(false);
  expect(old.includes(current.id)).toBe(false);
});

test('a key that is named twice counts once, and the current one is not among the former', () => {
  const ring = openKeyRing(next, [old, next, old]);
  expect(ring.all.map(({ secret }) => secret)).toEqual([next, old]);
  expect(ring.former.map(({ secret }) => secret)).toEqual([old]);
  expect(findKey(ring, openKeyRing(other).current.id)).toBeUndefined();
});

test('a value sealed before the key changed still opens, and new values name the new key', () => {
  const before = seal(openKeyRing(old), text, context);
  const ring = openKeyRing(next, [old]);
  expect(openSealed(ring, before, context)).toEqual(text);
  const after = seal(ring, text, context);
  expect(keyIdOf(after)).toEqual(ring.current.id);
  expect(() => openSealed(openKeyRing(old), after, context)).toThrow(MissingKey);
});

test('nothing opens for another context, from changed bytes, or under another key with the same id', () => {
  const ring = openKeyRing(old);
  const sealed = seal(ring, text, context);
  expect(() => openSealed(ring, sealed, Buffer.from('client 8'))).toThrow();
  expect(() => openSealed(ring, sealed.subarray(0, -1), context)).toThrow();
  const impostor = { id: ring.current.id, secret: other };
  expect(() => openSealed({ current: impostor, former: [], all: [impostor] }, sealed, context)).toThrow();
});
