import { useSyncExternalStore } from 'react';
import { beKnown } from '#web/storage/known.ts';
import { storage, storages } from '#web/storage/storage.ts';

/**
 * The access token: in local storage when the client asked to be remembered, else in session storage. What is stored is
 * the whole Authorization header, `Bearer …`, and it is sent as it is.
 */
const key = 'access_token';
/** The client's saved tickets, cleared together with the token. */
export const lastSeenKey = 'last_seen';

const listeners = new Set<() => void>();

/** The stored token, session storage first; null for a visitor, and where storage is blocked. */
export function readToken(): string | null {
  const [session, local] = storages();
  return session?.getItem(key) ?? local?.getItem(key) ?? null;
}

export function storeToken(token: string, remember: boolean): void {
  forget();
  storage(remember ? 'localStorage' : 'sessionStorage')?.setItem(key, token);
  beKnown();
  tellListeners();
}

/** Whether the token outlives the browser's session. */
export function isRemembered(): boolean {
  const [session, local] = storages();
  return session?.getItem(key) == null && local?.getItem(key) != null;
}

/** Removes the token from both storages. */
export function clearToken(): void {
  forget();
  tellListeners();
}

/** The token, null on a first render that has to equal the prerendered HTML. Kept in sync with other tabs. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribe, readToken, () => prerenderedToken);
}

let prerenderedToken: string | null = null;

/** For the build: the pages of clients are prerendered as for somebody who is signed in. */
export function prerenderAs(token: string | null): void {
  prerenderedToken = token;
}

/** Also signs out of Firebase, whose SDK keeps its session under names that begin so, and nowhere else. */
function forget() {
  for (const from of storages()) {
    for (const name of Object.keys(from ?? {})) {
      if (/^(access_token|last_seen|firebase:)/.test(name)) from!.removeItem(name);
    }
  }
}

function tellListeners() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}
