import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState, useLocationProperty } from 'wouter/use-browser-location';
import { create } from 'zustand';
import { whenSessionEnds } from '#web/api/call.ts';
import { forget, refresh } from '#web/api/queries.ts';
import { isRemembered, storeToken, useToken } from '#web/api/token.ts';

/** Where the app is on its way to after the session has changed; guards wait until it has arrived. */
interface Landing {
  readonly to: string | null;
  readonly state?: object;
}

/** Travels in the history entry of the sign-in pages, so that signing in comes back to where it was asked for. */
export interface WayBack {
  readonly from?: string;
}

const useLanding = create<{ landing: Landing | null }>(() => ({ landing: null }));

const refreshAfter = 500;

/** Sends the app to a path, past the guards that a change of the session would set off. */
export function land(to: string | null, state?: WayBack): void {
  useLanding.setState({ landing: state ? { to, state } : { to } });
}

/**
 * Starts a session with the token of a sign-in. The app then goes to `to` (with `state`), else back to where signing in
 * was asked for, else to `/`.
 */
export function signIn(jwt: string, { remember, to, state }: { remember: boolean; to?: string; state?: object }): void {
  forget('auth', 'bets', 'balance');
  useLanding.setState({ landing: { to: to ?? null, ...(state && { state }) } });
  storeToken(`Bearer ${jwt}`, remember);
  setTimeout(() => refresh('auth', 'balance'), refreshAfter);
}

/** Replaces the token of the running session, as after a changed password. */
export function renewToken(jwt: string): void {
  storeToken(`Bearer ${jwt}`, isRemembered());
}

/** The server has ended the session: the basket stays, and signing in comes back to here. */
function loseSession(): void {
  land(signInPath, isAuthPage(location.pathname) ? {} : { from: here() });
  forget('auth', 'bets', 'balance');
}

export const signInPath = '/auth/login';

export function isAuthPage(path: string): boolean {
  return path.startsWith('/auth/');
}

/** `token` is null for a visitor and on the prerendered first render. `moving` while the app is on its way elsewhere. */
export function useSession() {
  const token = useToken();
  const moving = useLanding((state) => state.landing !== null);
  return { token, signedIn: token !== null, moving };
}

/** What to pass as `state` on links between the sign-in pages, so that the way back is not lost. */
export function useWayBack(): WayBack {
  const state = useHistoryState<WayBack | null>();
  // Only a path of this app: a history entry can be written by anybody who links here with a script.
  return state?.from?.startsWith('/') && !state.from.startsWith('//') ? { from: state.from } : {};
}

/** Where the app is: the path with its search. */
export function useHere(): string {
  return useLocationProperty(here, () => '');
}

function here(): string {
  return location.pathname + location.search;
}

/** Takes the app to where a change of the session sends it. Rendered once, inside the router. */
export function useSessionMoves(): void {
  const [, navigate] = useLocation();
  const { from } = useWayBack();
  const landing = useLanding((state) => state.landing);
  const token = useToken();

  useEffect(() => whenSessionEnds(loseSession), []);
  useEffect(() => {
    // What `boot.js` has noted before the first paint has to follow, or a style for clients would outlive the session.
    if (token) document.documentElement.dataset.session = 'client';
    else delete document.documentElement.dataset.session;
  }, [token]);
  useEffect(() => {
    if (!landing) return;
    const to = landing.to ?? from ?? '/';
    if (to !== here()) navigate(to, { replace: true, state: landing.state ?? null });
    useLanding.setState({ landing: null });
  }, [landing, from, navigate]);
}
