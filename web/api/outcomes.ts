import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
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

const store = createStore(() => ({ holders: 0 }));

/**
 * Stops fetching what tells an outcome.
 *
 * @returns a function that ends it; with the last holder, everything is fetched
 */
export function holdOutcomes(): () => void {
  add(1);
  // An answer that is on its way may tell the outcome already. A first answer is let through: there is nothing older.
  for (const family of telling) {
    void queryClient.cancelQueries({ queryKey: [family], predicate: ({ state }) => state.data !== undefined });
  }
  let isHolding = true;
  return () => {
    if (!isHolding) return;
    isHolding = false;
    // Later, because a stage that takes over from another starts to hold after the other has ended.
    setTimeout(release);
  };
}

function release(): void {
  add(-1);
  if (!isHeld()) refresh(...telling);
}

function add(change: number): void {
  store.setState(({ holders }) => ({ holders: holders + change }));
}

function isHeld(): boolean {
  return store.getState().holders > 0;
}

/** Refreshes families after news of a draw. While outcomes are held, those that tell one wait for the end of it. */
export function refreshAfterNews(...families: Family[]): void {
  refresh(...families.filter((family) => !isHeld() || !telling.includes(family)));
}

/** Whether outcomes are held: then nothing polls the families that tell one. */
export function useOutcomesHeld(): boolean {
  return useSyncExternalStore(store.subscribe, isHeld, () => false);
}
