import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Me } from '#contract/operator/access.ts';

export interface SessionState {
  /** `unreachable`: the server has not answered who is signed in. */
  readonly status: 'asking' | 'in' | 'out' | 'unreachable';
  readonly me: Me | null;
  /** Why nobody is signed in any more: the operator signed out, or the session ended. */
  readonly over: 'left' | 'ended' | null;
}

const store = createStore<SessionState>(() => ({ status: 'asking', me: null, over: null }));

/** The session of this page: its state and the operator who is signed in. */
export function useSession(): SessionState {
  return useSyncExternalStore(store.subscribe, store.getState);
}

/** The operator who is signed in, for parts that only an operator sees. @throws without one */
export function useMe(): Me {
  const { me } = useSession();
  if (me === null) throw new Error('nobody is signed in');
  return me;
}

/** The token that every write sends back, bound to the session; null while nobody is signed in. */
export function csrfToken(): string | null {
  return store.getState().me?.csrf ?? null;
}

/** The name of the signed-in operator; null without one. */
export function operatorName(): string | null {
  return store.getState().me?.name ?? null;
}

export function noteMe(me: Me): void {
  store.setState({ status: 'in', me, over: null }, true);
}

/** The server knows no session: the sign-in screen replaces the screen, and the address stays. */
export function endSession(why: 'left' | 'ended' = 'ended'): void {
  store.setState(({ status, over }) => ({ status: 'out', me: null, over: status === 'in' ? why : over }));
}

export function noteUnreachable(): void {
  store.setState({ status: 'unreachable' });
}
