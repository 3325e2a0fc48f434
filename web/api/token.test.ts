import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '#tests/support/browser/memory-storage.ts';
import { clearToken, isRemembered, readToken, storeToken } from './token.ts';

describe('the stored token', () => {
  let local: Storage;
  let session: Storage;

  beforeEach(() => {
    local = memoryStorage();
    session = memoryStorage();
    vi.stubGlobal('window', { localStorage: local, sessionStorage: session });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is in local storage when remembered, else in session storage, and never in both', () => {
    storeToken('Bearer a', true);
    expect([local.getItem('access_token'), session.getItem('access_token')]).toEqual(['Bearer a', null]);
    expect(isRemembered()).toBe(true);
    storeToken('Bearer b', false);
    expect([local.getItem('access_token'), session.getItem('access_token')]).toEqual([null, 'Bearer b']);
    expect(isRemembered()).toBe(false);
  });

  it('is read from session storage first', () => {
    local.setItem('access_token', 'Bearer local');
    expect(readToken()).toBe('Bearer local');
    session.setItem('access_token', 'Bearer session');
    expect(readToken()).toBe('Bearer session');
  });

  it('is cleared from both', () => {
    local.setItem('access_token', 'Bearer local');
    session.setItem('access_token', 'Bearer session');
    clearToken();
    expect(readToken()).toBeNull();
    expect(local.length + session.length).toBe(0);
  });

  it('is cleared together with the session of the identity service, and what belongs to the device stays', () => {
    for (const storage of [local, session]) storage.setItem('firebase:authUser:key:[DEFAULT]', '{}');
    local.setItem('theme', '{}');
    clearToken();
    expect([Object.keys(local), Object.keys(session)]).toEqual([['theme'], []]);
  });

  it('lasts as long as the page where storage is blocked', () => {
    vi.stubGlobal('window', {
      get localStorage(): Storage {
        throw new DOMException('blocked', 'SecurityError');
      },
      get sessionStorage(): Storage {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    storeToken('Bearer a', true);
    expect([readToken(), isRemembered()]).toEqual(['Bearer a', true]);
    clearToken();
    expect(readToken()).toBeNull();
  });
});
