import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import { readBasket } from '#web/basket/basket.ts';
import { storage, whenClientCleared, type ClientKey } from '#web/storage/storage.ts';
import type { Attempt } from './attempt.ts';

/** In local storage, beside the basket: what was sent and not answered must outlive the tab. */
const key = 'checkout' satisfies ClientKey;

const store = createStore<{ attempt: Attempt | null }>(() => ({ attempt: restore() }));

/** The last tap on Pay, as all tabs of this browser know it. */
export const attempts = {
  /** Read from storage itself, where there is one: another tab may have tapped Pay a moment ago. */
  last: () => (storage('localStorage') ? restore() : store.getState().attempt),
  keep: (attempt: Attempt | null) => {
    store.setState({ attempt });
    if (attempt) storage('localStorage')?.setItem(key, JSON.stringify(attempt));
    else storage('localStorage')?.removeItem(key);
  },
};

export function useLastAttempt(): Attempt | null {
  return useSyncExternalStore(
    store.subscribe,
    () => store.getState().attempt,
    () => null,
  );
}

// Another tab has paid, or somebody has cleared the whole storage.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === key || event.key === null) store.setState({ attempt: restore() });
});

whenClientCleared(() => store.setState({ attempt: restore() }));

function restore(): Attempt | null {
  return readAttempt(storage('localStorage')?.getItem(key) ?? null);
}

/** The attempt in a stored text; null for anything else, because storage is the visitor's and may hold anything. */
export function readAttempt(text: string | null): Attempt | null {
  try {
    const { clientId, entries, answered } = JSON.parse(text ?? 'null') as Attempt;
    const items = readBasket(JSON.stringify(entries.map(({ item }) => item)));
    const whole = items.length === entries.length && entries.every(({ ticketId }) => typeof ticketId === 'string');
    return whole && typeof clientId === 'number' && typeof answered === 'boolean'
      ? { clientId, entries, answered }
      : null;
  } catch {
    return null;
  }
}
