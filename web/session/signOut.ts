import { signOut as signOutCall } from '#contract/calls/identity.ts';
import { call } from '../api/call.ts';
import { forget } from '../api/queries.ts';
import { clearToken, readToken } from '../api/token.ts';
import { basket } from '../basket/basket.ts';
import { storage } from '../storage/storage.ts';
import { land } from './session.ts';

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
  basket.clear();
  storage('localStorage')?.removeItem('jwt');
  forget('auth', 'bets', 'balance');
}
