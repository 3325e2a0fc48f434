import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Me } from '#contract/operator/door.ts';

export interface SessionState {
  /** `unreachable`: nobody has answered who this is. */
  readonly status: 'asking' | 'in' | 'out' | 'unreachable';
  readonly me: Me | null;
  /** Why nobody is signed in any more: the operator left, or the session ended under their hands. */
  readonly over: 'left' | 'ended' | null;
}

const store = createStore<SessionState>(() => ({ status: 'asking', me: null, over: null }));

/** Who is signed in. */
export function useSession(): SessionState {
  return useSyncExternalStore(store.subscribe, store.getState);
}

/** The operator who is signed in, for what is shown to nobody else. @throws where nobody is */
export function useMe(): Me {
  const { me } = useSession();
  if (me === null) throw new Error('nobody is signed in');
  return me;
}

/** The token that every write sends back, bound to the session; null while nobody is signed in. */
export function csrfToken(): string | null {
  return store.getState().me?.csrf ?? null;
}

/** The name of who is signed in; null while nobody is. */
export function operatorName(): string | null {
  return store.getState().me?.name ?? null;
}

export function noteMe(me: Me): void {
  store.setState({ status: 'in', me, over: null }, true);
}

/** The server knows no session: the sign-in screen takes the place of the screen, and the address stays. */
export function endSession(why: 'left' | 'ended' = 'ended'): void {
  store.setState(({ status, over }) => ({ status: 'out', me: null, over: status === 'in' ? why : over }));
}

export function noteUnreachable(): void {
  store.setState({ status: 'unreachable' });
}
