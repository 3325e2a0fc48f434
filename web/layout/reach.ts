import type { Query } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import { getTimetable } from '#contract/calls/draws.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/errors.ts';
import { queryClient } from '#web/api/queries.ts';

interface Reach {
  /** Whether the site can be reached; `back` for a moment after it could not. */
  readonly network: 'online' | 'offline' | 'back';
  /** Whether the site is being asked. */
  readonly isLooking: boolean;
}

/** In milliseconds. */
const lookEvery = 4_000;
const backFor = 3_000;

/** How often a call is lost until it waits for the player. */
const mostLost = 3;

const initial: Reach = { network: 'online', isLooking: false };
const store = createStore<Reach>(() => initial);
let timer: ReturnType<typeof setTimeout> | undefined;

export function useReach(): Reach {
  return useSyncExternalStore(store.subscribe, store.getState, () => initial);
}

/**
 * Follows whether the site can be reached. The browser may believe that it is online, so a call that was not answered counts
 * too, once the site is asked again.
 *
 * @returns a function that ends it
 */
export function followReach(): () => void {
  function note({ type, ...event }: { type: string; action?: { type: string; error?: unknown } }) {
    if (type === 'updated' && event.action?.type === 'error' && !isAnswered(event.action.error)) void look();
  }
  const onOnline = () => void look();
  const ends = [queryClient.getQueryCache().subscribe(note), queryClient.getMutationCache().subscribe(note)];
  addEventListener('offline', lose);
  addEventListener('online', onOnline);
  if (!navigator.onLine) lose();
  // Before this code was there.
  else if (queryClient.getQueryCache().findAll({ predicate: isLost }).length > 0) void look();
  return () => {
    for (const end of ends) end();
    removeEventListener('offline', lose);
    removeEventListener('online', onOnline);
    clearTimeout(timer);
  };
}

/** Asks the site itself, and makes the calls again that were lost. */
export async function look(): Promise<void> {
  if (store.getState().isLooking) return;
  store.setState({ isLooking: true });
  const isThere = await call(getTimetable).then(() => true, isAnswered);
  store.setState({ isLooking: false });
  if (!isThere) return lose();
  const wasLost = store.getState().network === 'offline';
  if (wasLost) {
    change('back', () => change('online'), backFor);
    if (mayReload()) dispatchEvent(new Event('online'));
  }
  // A call may be lost alone, too. One that is never answered, as where something blocks it, is not made again for ever.
  void queryClient.refetchQueries({
    type: 'active',
    predicate: (query) => (wasLost ? query.state.status === 'error' : isLost(query)),
  });
}

/**
 * Whether code that is still missing may be fetched by a new page: some browsers keep a failed import. Something says then that it was not
 * loaded, and no ticket or text would be lost.
 */
function mayReload(): boolean {
  return (
    document.querySelector('[role="alert"]') !== null &&
    // `isBuilding` would bring the stage's code to every page.
    !document.querySelector(':is(input, textarea):focus, [data-busy="true"]')
  );
}

function isLost({ state }: Query): boolean {
  return state.status === 'error' && !isAnswered(state.error) && state.errorUpdateCount < mostLost;
}

function lose(): void {
  change('offline', lookAgain, lookEvery);
}

function lookAgain(): void {
  if (document.hidden) lose();
  else void look();
}

function change(network: Reach['network'], then?: () => void, after?: number): void {
  store.setState({ network });
  clearTimeout(timer);
  timer = then && setTimeout(then, after);
}

/** Whether an error is an answer of the site, or of something else that the network has reached. */
function isAnswered(error: unknown): boolean {
  return !(error instanceof ApiError && (error.kind === 'FETCH_ERROR' || error.kind === 'TIMEOUT_ERROR'));
}
