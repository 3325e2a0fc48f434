/** The browser's storage, or null where the visitor has blocked it and in the prerender. */
export function storage(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

/** That of the browser's session, and that of the device. */
export function storages() {
  return [storage('sessionStorage'), storage('localStorage')] as const;
}

/**
 * The client's keys besides the token, cleared when the session ends. `jwt` may be left by the identity service. All other
 * keys, such as the theme, belong to the device.
 */
const clientKeys = [
  'draws',
  'checkout',
  'play.last',
  'attempt.deposit',
  'attempt.withdraw',
  'wallet.wayOn',
  'profile.draft',
  'jwt',
] as const;
export type ClientKey = (typeof clientKeys)[number];

const listeners = new Set<() => void>();

/** Calls back when the client's data was cleared in this tab. Other tabs get the event `storage`. */
export function whenClientCleared(listener: () => void): void {
  listeners.add(listener);
}

/** Removes the client's keys from this device. */
export function clearClient(): void {
  for (const from of storages()) for (const key of clientKeys) from?.removeItem(key);
  for (const listener of listeners) listener();
}
