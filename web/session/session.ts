import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState, useLocationProperty } from 'wouter/use-browser-location';
import { createStore } from 'zustand/vanilla';
import { whenSessionEnds } from '#web/api/call.ts';
import { forgetClient, refresh } from '#web/api/queries.ts';
import { storeToken, useToken } from '#web/api/token.ts';
import { base } from '#web/words/en/language.ts';

/** The target of a pending redirect after the session has changed; guards wait until it is done. */
interface Landing {
  /** Where it was left out: the page that asked for the sign-in, else `/`. */
  readonly to: string | undefined;
  readonly state: object | undefined;
}

/** Stored in the history entry of the pages for sign-in, sign-up and the phone's code: where the visitor goes on afterwards. */
export interface WayBack {
  readonly from?: string;
  /** The server has ended the session, and the page says so. */
  readonly ended?: true;
}

const store = createStore<{ landing: Landing | null }>(() => ({ landing: null }));
const useLanding = () =>
  useSyncExternalStore(
    store.subscribe,
    () => store.getState().landing,
    () => null,
  );

const refreshAfter = 500;

/** Redirects to a path. The guards, which react to a change of the session, do not redirect meanwhile. */
export function land(to?: string, state?: object): void {
  store.setState({ landing: { to, state } });
}

/**
 * Starts a session with the token of a sign-in. The app then goes to `to` (with `state`), else to the checkout that asked for
 * sign-in, else to `/`.
 */
export function signIn(jwt: string, { remember, to, state }: { remember: boolean; to?: string; state?: object }): void {
  forgetClient();
  land(to, state);
  storeToken(`Bearer ${jwt}`, remember);
  setTimeout(() => refresh('auth', 'balance'), refreshAfter);
}

/**
 * The way back from sign-in to the page that asked for it. It leads to `/`, as the specification says, but for two flows: the
 * checkout, and the return from a provider's page, which may open in a tab without the session.
 */
export function wayBackTo(path: string): WayBack {
  return /^.(checkout$|my-wallet\?payment=)/.test(path) ? { from: path } : {};
}

/** The server has ended the session: the basket stays. */
function loseSession(): void {
  land(signInPath, { ended: true, ...wayBackTo(here()) });
  forgetClient();
}

whenSessionEnds(loseSession);

export const signInPath = '/auth/login';
export const signUpPath = '/auth/signup';

export function isAuthPage(path: string): boolean {
  return path.startsWith('/auth/');
}

/** `moving` during a redirect. */
export function useSession() {
  const moving = useLanding() !== null;
  return { signedIn: useToken() !== null, moving };
}

/** The `state` for links between the sign-in pages, so that the page to return to is not lost. */
export function useWayBack(): WayBack {
  const state = useHistoryState<WayBack | null>();
  // Only a path of this app, to prevent an open redirect: the state of a history entry is not trusted.
  return state?.from && /^\/(?!\/)/.test(state.from) ? { from: state.from } : {};
}

/** Whether the session was ended by the server, which is why this sign-in page is shown. */
export function useSessionEnded(): boolean {
  return useHistoryState<WayBack | null>()?.ended === true;
}

/** The current path with its search and hash, as the router has it: without what the addresses of a language begin with. */
export function useHere(): string {
  return useLocationProperty(here, () => '');
}

function here(): string {
  return location.pathname.slice(base.length) + location.search + location.hash;
}

/** Carries out the redirects after a change of the session. Used once, inside the router. */
export function useSessionMoves(): void {
  const [, navigate] = useLocation();
  const { from } = useWayBack();
  const landing = useLanding();
  const token = useToken();

  useEffect(() => {
    // Updates what `boot.js` set before the first paint, or a client's styles would outlive the session.
    if (token) document.documentElement.dataset.session = 'client';
    else delete document.documentElement.dataset.session;
  }, [token]);
  useEffect(() => {
    if (!landing) return;
    const to = landing.to ?? from ?? '/';
    if (to !== here()) navigate(to, { replace: true, state: landing.state ?? null });
    store.setState({ landing: null });
  }, [landing, from, navigate]);
}
