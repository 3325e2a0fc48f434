import type { Query } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Family } from '#contract/calls/call.ts';
import { hearing } from './hearing.ts';
import { queryClient, refresh, refreshed } from './queries.ts';

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
/** The updates that wait for the end: the content of events, and the families that have to be fetched. */
let waiting: (() => void)[] = [];
const missed = new Set<Family>();
const listeners = new Set<() => void>();

/**
 * Stops fetching answers that reveal an outcome.
 *
 * @returns a function that ends it; when the last holder ends, what was held back is shown, and the promise resolves when it was fetched
 */
export function holdOutcomes(): () => Promise<void> {
  add(1);
  // An answer under way may already reveal the outcome. A first answer is let through, because there is no older one.
  for (const family of telling) {
    const underWay = { queryKey: [family], predicate: ({ state }: Query) => state.data !== undefined };
    if (queryClient.isFetching(underWay) > 0) missed.add(family);
    void queryClient.cancelQueries(underWay);
  }
  let isHolding = true;
  return async () => {
    if (!isHolding) return;
    isHolding = false;
    // This happens later, because a stage that takes over from another starts to hold after the other has ended.
    await new Promise((resolve) => setTimeout(resolve));
    await release();
  };
}

async function release(): Promise<void> {
  add(-1);
  if (isHeld()) return;
  const acts = waiting;
  waiting = [];
  for (const act of acts) act();
  // Without its own stream the page has not heard how tickets ended. The balance was not polled.
  const asked: Family[] = ['balance', ...(hearing.own ? missed : telling)];
  missed.clear();
  await refreshed(...asked);
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
  const held = families.filter((family) => isHeld() && telling.includes(family));
  for (const family of held) missed.add(family);
  refresh(...families.filter((family) => !held.includes(family)));
}

/** Does what shows an outcome: now, or at the end where outcomes are held. */
export function whenTold(act: () => void): void {
  if (isHeld()) waiting.push(act);
  else act();
}

/** Whether outcomes are held: then the families that reveal one are not polled. */
export function useOutcomesHeld(): boolean {
  return useSyncExternalStore(subscribe, isHeld, () => false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
