import { setTimeout as delay } from 'node:timers/promises';

/** Longer than any of the calls takes that use it, on a machine that is not overloaded. */
const floorMs = 150;

/** Holds an answer, good or bad, until a fixed time has passed: how long it took then says nothing of who has an account. */
export async function answerInSameTime<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), delay(floorMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
