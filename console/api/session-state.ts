import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import type { getOperator } from '#contract/operator/door.ts';
import type { AnswerOf } from '#contract/endpoint.ts';

/** The operator who is signed in, as `GET /operator/me` says. */
export type Me = AnswerOf<typeof getOperator>['data'] & {
  readonly csrf?: string;
  readonly timeZone?: string;
  readonly expiresAt?: string;
  readonly mode?: 'production' | 'demo';
};

export interface SessionState {
  /** `unreachable`: nobody has answered who this is. */
  readonly status: 'asking' | 'in' | 'out' | 'unreachable';
  readonly me: Me | null;
  /** Whether a session has ended under the hands of the operator, rather than that there was none. */
  readonly hasEnded: boolean;
}

const store = createStore<SessionState>(() => ({ status: 'asking', me: null, hasEnded: false }));

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

export function noteMe(me: Me): void {
  store.setState({ status: 'in', me, hasEnded: false }, true);
}

/** The server knows no session: the sign-in screen takes the place of the screen, and the address stays. */
export function endSession(): void {
  store.setState(({ status }) => ({ status: 'out', me: null, hasEnded: status === 'in' }));
}

export function noteUnreachable(): void {
  store.setState({ status: 'unreachable' });
}
