import { useSyncExternalStore } from 'react';
import type { Family } from '#contract/calls/call.ts';
import { queryClient, refresh } from './queries.ts';

/**
 * While a stage on this page lets the balls of a draw fall, the rest of the page must not know better: not the balance in
 * the header, nor the state of a ticket. So what tells an outcome is not fetched meanwhile. What the page shows is always an
 * answer of the server, only an older one, and never a sum made here.
 *
 * Only what happens by itself waits: the news of draws and the polls. What the client does refreshes at once, by `refresh`.
 * A reload fetches everything. A page without an older answer hides the newest one: hide-outcomes.ts, which every page loads at once.
 */

/** The families whose answers tell how a draw ended for the client. */
const telling: readonly Family[] = ['bets', 'balance'];

let holders = 0;
const listeners = new Set<() => void>();

/**
 * Stops fetching answers that reveal an outcome.
 *
 * @returns a function that ends it; when the last holder ends, everything is fetched
 */
export function holdOutcomes(): () => void {
  add(1);
  // An answer under way may already reveal the outcome. A first answer is let through, because there is no older one.
  for (const family of telling) {
    void queryClient.cancelQueries({ queryKey: [family], predicate: ({ state }) => state.data !== undefined });
  }
  let isHolding = true;
  return () => {
    if (!isHolding) return;
    isHolding = false;
    // This happens later, because a stage that takes over from another starts to hold after the other has ended.
    setTimeout(release);
  };
}

function release(): void {
  add(-1);
  if (!isHeld()) refresh(...telling);
}

function add(change: number): void {
  holders += change;
  for (const listener of listeners) listener();
}

function isHeld(): boolean {
  return holders > 0;
}

/** Refreshes families after news of a draw. While outcomes are held, the families that reveal one wait for the end. */
export function refreshAfterNews(...families: Family[]): void {
  refresh(...families.filter((family) => !isHeld() || !telling.includes(family)));
}

/** Whether outcomes are held: then the families that reveal one are not polled. */
export function useOutcomesHeld(): boolean {
  return useSyncExternalStore(subscribe, isHeld, () => false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
