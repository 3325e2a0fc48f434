import { beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '#tests/support/browser/memory-storage.ts';
import { keepLastSeen, readLastSeen } from './last-seen.ts';
import { clearToken, storeToken } from './token.ts';

beforeEach(() => {
  const storages = { localStorage: memoryStorage(), sessionStorage: memoryStorage() };
  vi.stubGlobal('window', storages);
});

const local = () => window.localStorage;
const session = () => window.sessionStorage;

test('tickets stay on a device that remembers the client, until the sign-out', () => {
  storeToken('Bearer x', true);
  keepLastSeen([]);
  expect(readLastSeen()).toMatchObject({ tickets: [] });
  expect(local().getItem('last_seen')).not.toBeNull();
  clearToken();
  expect(readLastSeen()).toBeNull();
});

test('without that only the token is stored, and that somebody has been here', () => {
  storeToken('Bearer x', false);
  keepLastSeen([]);
  expect(readLastSeen()).toBeNull();
  expect([local().length, local().getItem('known')]).toEqual([1, '1']);
  expect([session().length, session().getItem('access_token')]).toEqual([1, 'Bearer x']);
});
