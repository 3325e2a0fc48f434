import { useSyncExternalStore } from 'react';
import { beKnown } from '#web/storage/known.ts';
import { local, session } from '#web/storage/storage.ts';

/**
 * The access token: in local storage when the client asked to be remembered, else in session storage. What is stored is
 * the whole Authorization header, `Bearer …`, and it is sent as it is.
 */
export const tokenKey = 'access_token';
/** The client's saved tickets, cleared together with the token. */
export const lastSeenKey = 'last_seen';

const listeners = new Set<() => void>();

/** The stored token, session storage first; null for a visitor. */
export function readToken(): string | null {
  return session.getItem(tokenKey) ?? local.getItem(tokenKey);
}

export function storeToken(token: string, remember: boolean): void {
  forget();
  (remember ? local : session).setItem(tokenKey, token);
  beKnown();
  tellListeners();
}

/** Whether the token outlives the browser's session. */
export function isRemembered(): boolean {
  return session.getItem(tokenKey) === null && local.getItem(tokenKey) !== null;
}

/** Removes the token from both storages. */
export function clearToken(): void {
  forget();
  tellListeners();
}

/** The token, null on a first render that has to equal the prerendered HTML. Kept in sync with other tabs (queries.ts). */
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
  for (const from of [session, local]) {
    for (const name of from.keys()) {
      if (/^(access_token|last_seen|firebase:)/.test(name)) from.removeItem(name);
    }
  }
}

/** Renders again what depends on the token. */
export function tellListeners(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
