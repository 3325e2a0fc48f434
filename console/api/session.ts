import * as calls from '#contract/calls/operator/access.ts';
import type { Me } from '#contract/operator/access.ts';
import type { OperatorRole } from '#contract/operator/roles.ts';
import { setZone } from '#console/values/time.ts';
import { call } from './call.ts';
import { codeOf } from './errors.ts';
import { forgetDrafts } from './drafts.ts';
import { applyPasskey } from '#ui/webauthn.ts';
import { queryClient } from './queries.ts';
import { endSession, noteMe, noteUnreachable } from './session-state.ts';

/** Asks who is signed in, which also keeps the session active. Never rejects: the state tells the result. */
export async function loadSession(): Promise<void> {
  try {
    enter((await call(calls.getOperator)).data);
  } catch (error) {
    if (codeOf(error) !== 'unauthenticated') noteUnreachable();
  }
}

/** @throws ApiError, PasskeyError */
export async function signInWithPasskey(): Promise<void> {
  const { challengeId, options } = (await call(calls.askToSignIn)).data;
  const credential = await applyPasskey(options);
  enter((await call(calls.signInWithPasskey, { body: { challengeId, credential } })).data);
}

/** Only for operators whose roles never approve. @throws ApiError */
export async function signInWithPassword(name: string, password: string, code: string): Promise<void> {
  enter((await call(calls.signInWithPassword, { body: { name, password, code } })).data);
}

/** @param token the end of the link, which works once @throws ApiError */
export async function signInWithLink(token: string): Promise<void> {
  enter((await call(calls.signInWithLink, { body: { token } })).data);
}

/** Exists only in a demonstration. @throws ApiError */
export async function signInToDemo(roles: readonly OperatorRole[]): Promise<void> {
  enter((await call(calls.signInToDemo, { body: { roles: [...roles] } })).data);
}

/** Ends the session, and drops its data. Without an answer it ends here, and by itself on the server. */
export async function signOut(): Promise<void> {
  try {
    await call(calls.signOut);
  } catch {
    // The session is idle until the server ends it.
  }
  queryClient.clear();
  forgetDrafts();
  endSession('left');
}

function enter(me: Me): void {
  setZone(me.zone);
  // Another operator has signed in within the same tab.
  forgetDrafts({ except: me.name });
  noteMe(me);
}
