import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import { uuidv7 } from '#domain/uuid.ts';
import { storage, whenClientCleared, type ClientKey } from '#web/storage/storage.ts';

/**
 * An attempt to move money: what was sent, with the ids that make it safe to send again. It is kept until the server has
 * answered, through a reload too.
 */
export interface Attempts<T> {
  /** The last attempt; null when none is open. */
  last: () => T | null;
  keep: (attempt: T | null) => void;
  /** Follows the other tabs; null on the prerendered first render. */
  useLast: () => T | null;
}

/**
 * Keeps the last attempt of one kind in the browser's storage; where that is blocked, in memory.
 *
 * @param read the attempt in what JSON made of the stored text; null, or an error thrown, for anything else, because storage
 *   is the visitor's and may hold anything
 */
export function keepAttempts<T>(
  area: 'localStorage' | 'sessionStorage',
  key: ClientKey,
  read: (stored: unknown) => T | null,
): Attempts<T> {
  function restore(): T | null {
    try {
      return read(JSON.parse(storage(area)?.getItem(key) ?? 'null'));
    } catch {
      return null;
    }
  }
  const store = createStore<{ attempt: T | null }>(() => ({ attempt: restore() }));
  const restoreStore = () => store.setState({ attempt: restore() });

  // Another tab has paid, or somebody has cleared the whole storage.
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === key || event.key === null) restoreStore();
  });
  whenClientCleared(restoreStore);

  return {
    // Read from storage itself, where there is one: another tab may have sent one a moment ago.
    last: () => (storage(area) ? restore() : store.getState().attempt),
    keep: (attempt) => {
      store.setState({ attempt });
      if (attempt) storage(area)?.setItem(key, JSON.stringify(attempt));
      else storage(area)?.removeItem(key);
    },
    useLast: () =>
      useSyncExternalStore(
        store.subscribe,
        () => store.getState().attempt,
        () => null,
      ),
  };
}

/**
 * Whether a failed call leaves open what became of the money. A problem document below 500 is a plain no, and so is
 * `overloaded`, which the server says before it takes anything. All else may have happened on the way back.
 */
export function leavesUnknown({
  status,
  code,
}: {
  readonly status: number | null;
  readonly code: string | null;
}): boolean {
  if (status === null || code === null) return true;
  return status >= 500 && code !== 'overloaded';
}

/** @param now the server's time, in milliseconds since 1970 */
export function mintId(now: number): string {
  return uuidv7(now, crypto.getRandomValues(new Uint8Array(10)));
}
