import { useSyncExternalStore } from 'react';
import type { Family } from '#contract/calls/call.ts';
import { queryClient, refresh } from './queries.ts';

/**
 * While a stage on this page lets the balls of a draw fall, the rest of the page must not know better: not the balance in
 * the header, nor the state of a ticket. So what tells an outcome is not fetched meanwhile. What the page shows is always an
 * answer of the server, only an older one, and never a sum made here.
 *
 * Only what happens by itself waits: the news of draws and the polls. What the client does refreshes at once, by `refresh`.
 * A reload fetches everything.
 */

/** The families whose answers tell how a draw ended for the client. */
const telling: readonly Family[] = ['bets', 'balance'];

let holders = 0;
const listeners = new Set<() => void>();

/**
 * Stops fetching what tells an outcome.
 *
 * @returns a function that ends it; with the last holder, everything is fetched
 */
export function holdOutcomes(): () => void {
  holders += 1;
  // An answer that is on its way may tell the outcome already. A first answer is let through: there is nothing older.
  for (const family of telling) {
    void queryClient.cancelQueries({ queryKey: [family], predicate: ({ state }) => state.data !== undefined });
  }
  notify();
  let isHolding = true;
  return () => {
    if (!isHolding) return;
    isHolding = false;
    // Later, because a stage that takes over from another starts to hold after the other has ended.
    setTimeout(release);
  };
}

function release(): void {
  holders -= 1;
  if (holders > 0) return;
  notify();
  refresh(...telling);
}

/** Refreshes families after news of a draw. While outcomes are held, those that tell one wait for the end of it. */
export function refreshAfterNews(...families: Family[]): void {
  refresh(...families.filter((family) => holders === 0 || !telling.includes(family)));
}

/** Whether outcomes are held: then nothing polls the families that tell one. */
export function useOutcomesHeld(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => holders > 0,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
