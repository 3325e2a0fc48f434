import { signOut as signOutCall } from '#contract/calls/identity.ts';
import { call } from '#web/api/call.ts';
import { forgetClient } from '#web/api/queries.ts';
import { clearToken, readToken } from '#web/api/token.ts';
import { clearClient } from '#web/storage/storage.ts';
import { land, type WayBack } from './session.ts';

/** Ends the session on the server and on this device, and goes to `/`. Also clears the basket: `LogOut` asks before. */
export function signOut(): void {
  // The device is signed out whatever the server answers, also offline: nobody else should find it signed in.
  if (readToken()) call(signOutCall).catch(() => {});
  leaveSession('/');
}

/** Removes all data of the client from this device, and goes to `to`. */
export function leaveSession(to: string): void {
  land(to);
  clearToken();
  clearClient();
  forgetClient();
}

/** Ends the session of a new account, for another one at `to`: sign-in or sign-up. The basket stays. */
export function leaveForAnother(to: string, wayBack: WayBack): void {
  call(signOutCall).catch(() => {});
  land(to, wayBack);
  clearToken();
  forgetClient();
}
