import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import { uuidv7 } from '#domain/uuid.ts';
import { whenClientCleared, whenStored, type Kept, type ClientKey } from '#web/storage/storage.ts';

/**
 * An attempt to move money: what was sent, with the ids that make a retry idempotent. It is stored until the server has
 * answered, and survives a reload.
 */
export interface Attempts<T> {
  /** The last attempt; null when none is open. */
  last: () => T | null;
  keep: (attempt: T | null) => void;
  /** Kept in sync with other tabs; null on the prerendered first render. */
  useLast: () => T | null;
}

/**
 * Keeps the last attempt of one kind.
 *
 * @param read returns the attempt in the parsed JSON. Returns null or throws for anything else, because the visitor can
 *   change what is stored
 */
export function keepAttempts<T>(area: Kept, key: ClientKey, read: (stored: unknown) => T | null): Attempts<T> {
  function restore(): T | null {
    try {
      return read(JSON.parse(area.getItem(key) ?? 'null'));
    } catch {
      return null;
    }
  }
  const store = createStore<{ attempt: T | null }>(() => ({ attempt: restore() }));
  const restoreStore = () => store.setState({ attempt: restore() });

  // Another tab has paid.
  whenStored(key, restoreStore);
  whenClientCleared(restoreStore);

  return {
    // The attempt is read from the storage: another tab may have just stored one.
    last: restore,
    keep: (attempt) => {
      store.setState({ attempt });
      if (attempt) area.setItem(key, JSON.stringify(attempt));
      else area.removeItem(key);
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
 * Whether the outcome of a failed call is unknown. A problem document below 500 is a definite refusal. So is `overloaded`,
 * which the server sends before it does anything. After any other failure the call may have been carried out.
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
