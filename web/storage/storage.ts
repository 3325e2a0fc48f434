type Area = 'localStorage' | 'sessionStorage';

/** One of the browser's storages, with what it did not take. */
export interface Kept {
  getItem: (key: string) => string | null;
  setItem: (key: string, text: string) => void;
  removeItem: (key: string) => void;
  keys: () => string[];
}

/** Takes every text: what the browser refuses, because its storage is blocked or full, lasts as long as this page. */
function keptIn(area: Area): Kept {
  const refused: Record<string, string> = {};
  // Another tab has written later.
  globalThis.addEventListener?.('storage', ({ key }) => delete refused[key!]);
  function ask<T>(act: (storage: Storage) => T): T | undefined {
    try {
      return act(window[area]);
    } catch {
      return undefined;
    }
  }
  return {
    getItem: (key) => refused[key] ?? ask((storage) => storage.getItem(key)) ?? null,
    setItem(key, text) {
      refused[key] = text;
      ask((storage) => {
        storage.setItem(key, text);
        delete refused[key];
      });
    },
    removeItem(key) {
      delete refused[key];
      ask((storage) => storage.removeItem(key));
    },
    keys: () => Object.keys(refused).concat(Object.keys(ask((storage) => storage) ?? {})),
  };
}

/** The storage of the browser's session. Both hold nothing in the prerender. */
export const session = keptIn('sessionStorage');
/** The storage of the device. */
export const local = keptIn('localStorage');

/** Calls back when another tab has changed what is stored under a key, or cleared the whole storage. */
export function whenStored(key: string, listener: () => void): void {
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === key || event.key === null) listener();
  });
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
  for (const from of [session, local]) for (const key of clientKeys) from.removeItem(key);
  for (const listener of listeners) listener();
}
