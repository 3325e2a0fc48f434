import { getOperator } from '#contract/calls/operator/door.ts';
import { setZone } from '#console/values/time.ts';
import { call } from './call.ts';
import { codeOf } from './errors.ts';
import { queryClient } from './queries.ts';
import { endSession, noteMe, noteUnreachable, type Me } from './session-state.ts';

/** Asks who is signed in. Never rejects: the state says it. */
export async function loadSession(): Promise<void> {
  try {
    const { data } = await call(getOperator);
    if ((data as Me).timeZone) setZone((data as Me).timeZone!);
    noteMe(data);
  } catch (error) {
    if (codeOf(error) !== 'unauthenticated') noteUnreachable();
  }
}

/** Forgets what the operator before has seen. */
export function forgetAnswers(): void {
  queryClient.clear();
}

export { endSession };
