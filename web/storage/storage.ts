/** The browser's storage, or null where the visitor has blocked it and in the prerender. */
export function storage(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return typeof window === 'undefined' ? null : window[name];
  } catch {
    return null;
  }
}

/**
 * What is kept of a client besides the token, which leaves the device with the session; `jwt` may be left by the identity
 * service. Everything else, such as the theme, is the device's.
 */
const clientKeys = ['draws', 'checkout', 'attempt.deposit', 'attempt.withdraw', 'wallet.wayOn', 'jwt'] as const;
export type ClientKey = (typeof clientKeys)[number];

const listeners = new Set<() => void>();

/** Calls back when what is kept of the client was cleared in this tab. Other tabs get the event `storage`. */
export function whenClientCleared(listener: () => void): void {
  listeners.add(listener);
}

/** Takes what is kept of the client off this device. */
export function clearClient(): void {
  for (const key of clientKeys) {
    storage('localStorage')?.removeItem(key);
    storage('sessionStorage')?.removeItem(key);
  }
  for (const listener of listeners) listener();
}
