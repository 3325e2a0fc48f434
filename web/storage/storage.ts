/** The browser's storage, or null where the visitor has blocked it and in the prerender. */
export function storage(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return typeof window === 'undefined' ? null : window[name];
  } catch {
    return null;
  }
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
  for (const key of clientKeys) {
    storage('localStorage')?.removeItem(key);
    storage('sessionStorage')?.removeItem(key);
  }
  for (const listener of listeners) listener();
}
