import { signOut as signOutCall } from '#contract/calls/identity.ts';
import { call } from '#web/api/call.ts';
import { forget } from '#web/api/queries.ts';
import { clearToken, readToken } from '#web/api/token.ts';
import { clearClient } from '#web/storage/storage.ts';
import { land, signInPath, type WayBack } from './session.ts';

/** Ends the session on the server and on this device, and goes to `/`. The basket goes with it. */
export function signOut(): void {
  // The device is signed out whatever the server answers: offline, too, nobody else should find it signed in.
  if (readToken()) call(signOutCall).catch(() => {});
  leaveSession('/');
}

/** Takes everything of the client off this device, and goes to `to`. */
export function leaveSession(to: string): void {
  land(to);
  clearToken();
  clearClient();
  forget('auth', 'bets', 'balance');
}

/** Ends the session of a new account, for whoever has another one to sign in to. The basket stays. */
export function signInInstead(wayBack: WayBack): void {
  call(signOutCall).catch(() => {});
  land(signInPath, wayBack);
  clearToken();
  forget('auth', 'bets', 'balance');
}
